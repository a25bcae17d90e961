#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Why a benchmark can't go on.
package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// With what `errno` says.
    package init(call: String, number: Int32 = errno) {
        description = "\(call): \(String(cString: strerror(number)))"
    }
}
