#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Why the benchmark can't go on.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// With what `errno` says.
    init(call: String, number: Int32 = errno) {
        description = "\(call): \(String(cString: strerror(number)))"
    }
}
