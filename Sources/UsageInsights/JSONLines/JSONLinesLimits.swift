/// What one line may hold. A length is in UTF-8 bytes after escapes are resolved.
package enum JSONLinesLimits {
    /// Without its line feed.
    package static let lineBytes = 1 << 20
    /// An event's type, a supplement.
    package static let nameBytes = 1_024
    package static let metadataKeyBytes = 1_024
    /// A metadata value, a mood, an amount.
    package static let valueBytes = 256 << 10
    package static let idBytes = 512
    package static let metadataKeys = 256
    /// Arrays and objects in one another; the bits of a word are the stack.
    package static let depth = 64
    /// 10^12 seconds, 31,700 years.
    package static let durationMicroseconds: UInt64 = 1_000_000_000_000_000_000
}
