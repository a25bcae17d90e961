/// Strings that lie somewhere else in memory: string `i` is `bytes[ends[i-1]..<ends[i]]`. Valid for as long
/// as the `FrameReader` that made it holds its frame.
package struct StringList {
    package let bytes: UnsafeRawBufferPointer
    package let ends: UnsafeBufferPointer<UInt32>

    package var count: Int { ends.count }

    package static var empty: StringList {
        StringList(bytes: UnsafeRawBufferPointer(start: nil, count: 0), ends: .init(start: nil, count: 0))
    }

    /// The bytes of string `index`, UTF-8.
    package subscript(index: Int) -> UnsafeRawBufferPointer {
        let start = index == 0 ? 0 : Int(ends[index - 1])
        return UnsafeRawBufferPointer(rebasing: bytes[start..<Int(ends[index])])
    }

    /// String `index` as a `String`; bytes that are no UTF-8 become U+FFFD.
    package func string(_ index: Int) -> String { String(decoding: self[index], as: UTF8.self) }
}
