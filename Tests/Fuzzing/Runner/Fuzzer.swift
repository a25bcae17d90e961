// What libFuzzer calls; its `main` is libFuzzer's own. `Tests/Fuzzing/run` builds it and starts it.
internal import Foundation
internal import FuzzTargets

private let chosen = ProcessInfo.processInfo.environment["EVLOG_FUZZ_TARGET"].flatMap(FuzzTarget.init)

/// One input. What is wrong with it ends the process, as a crash would: the fuzzer then keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    guard let chosen else {
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        return stop("EVLOG_FUZZ_TARGET is none of \(names)")
    }
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    guard let violation = chosen.violation(input) else { return 0 }
    return stop("violation: \(violation)")
}

private func stop(_ message: String) -> CInt {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    abort()
}
