/// Which days before and after a first dose are compared.
///
/// Days are counted from day 0, the local day of the first dose. The default is days −7…−1
/// before, days 7…14 after, both inclusive. An interval takes 14 check-ins in each, so longer windows.
public struct ImpactOptions: Sendable, Equatable {
    /// Ends at −1, the day before the first dose.
    public let beforeDays: ClosedRange<Int>
    /// 0 is the day of the first dose.
    public let afterDays: ClosedRange<Int>
    /// Of the bootstrap: the same seed and history give the same answer on every machine.
    public let seed: UInt64

    /// Days a window may have: three years.
    public static let maximumWindowLength = 1_096
    /// Days after the first dose that a window may reach: ten years.
    public static let maximumOffset = 3_653
    /// The seed where none is given.
    public static let defaultSeed: UInt64 = 1989

    /// Days −7…−1 before, days 7…14 after.
    public init() {
        beforeDays = -7 ... -1
        afterDays = 7...14
        seed = Self.defaultSeed
    }

    /// Windows of one's own.
    /// - Parameters:
    ///   - beforeLength: days in the window before, 1 to ``maximumWindowLength``; it ends the day before the
    ///     first dose.
    ///   - afterDays: the first and last day of the window after, 0 to ``maximumOffset``.
    ///   - washInDays: how many days from the first dose on to skip, day 0 included, while a supplement begins
    ///     to work: moves the window after, in its length, to begin there.
    ///   - wholeWeeks: cut each window to whole weeks, and one week at the least, so that every weekday is in it
    ///     equally often and a good weekend counts the same on both sides: the window before at its beginning,
    ///     the one after at its end. Days without a check-in can still tip the balance.
    ///   - seed: of the bootstrap.
    /// - Throws: ``Refusal`` for days out of bounds.
    public init(
        beforeLength: Int = 7, afterDays: ClosedRange<Int> = 7...14, washInDays: Int? = nil,
        wholeWeeks: Bool = false, seed: UInt64 = defaultSeed
    ) throws(Refusal) {
        let lengths = 1...Self.maximumWindowLength
        let offsets = 0...Self.maximumOffset
        guard lengths.contains(beforeLength) else { throw Refusal(field: .beforeLength, allowed: lengths) }
        guard offsets.contains(afterDays.lowerBound), offsets.contains(afterDays.upperBound) else {
            throw Refusal(field: .afterDays, allowed: offsets)
        }
        guard lengths.contains(afterDays.count) else { throw Refusal(field: .afterLength, allowed: lengths) }
        let first = washInDays ?? afterDays.lowerBound
        guard offsets.contains(first) else { throw Refusal(field: .washInDays, allowed: offsets) }
        func length(_ days: Int) -> Int { wholeWeeks ? max(7, days / 7 * 7) : days }
        self.beforeDays = -length(beforeLength) ... -1
        self.afterDays = first...(first + length(afterDays.count) - 1)
        self.seed = seed
    }

    /// Why options can't be.
    public struct Refusal: Error, Equatable, CustomStringConvertible {
        /// Which of them.
        public enum Field: String, Sendable {
            /// How long the window before is.
            case beforeLength = "the length of the window before"
            /// Where the window after begins and ends.
            case afterDays = "the days of the window after"
            /// How long the window after is.
            case afterLength = "the length of the window after"
            /// How many days are skipped after the first dose.
            case washInDays = "the days skipped"
        }

        /// What is out of bounds.
        public let field: Field
        /// What it may be, both ends included.
        public let allowed: ClosedRange<Int>

        /// One line for the user.
        public var description: String {
            "\(field.rawValue) must lie in \(allowed.lowerBound) to \(allowed.upperBound)"
        }
    }
}
