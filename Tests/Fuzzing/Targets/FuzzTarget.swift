/// What a fuzzer drives: bytes in, and what is wrong with what came of them out. Nothing but the bytes decides,
/// so that an input that found something finds it again.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// A frame of a segment: header, and every column.
    case frame
    /// A whole segment in a log: opened, read, verified, appended to.
    case segment
    /// JSON lines, held against Foundation.
    case lines
    /// CSV, and what other tools export.
    case exports

    /// Nil where everything is as it must be, which includes every refusal by a typed error.
    package func violation(_ input: [UInt8]) -> String? {
        switch self {
        case .frame: FrameCheck.violation(input)
        case .segment: SegmentCheck.violation(input)
        case .lines: LinesCheck.violation(input)
        case .exports: ExportsCheck.violation(input)
        }
    }
}
