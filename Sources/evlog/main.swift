import EvlogCLI

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// `CommandLine.arguments` mends what isn't UTF-8, and so would store another text than was given.
var arguments: [String?] = []
for index in 1..<max(1, Int(CommandLine.argc)) {
    arguments.append(CommandLine.unsafeArgv[index].flatMap { String(validatingCString: $0) })
}
exit(Tool.run(arguments))
