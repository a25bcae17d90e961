import TestSupport
import Testing

@testable import UsageInsights

/// What becomes of an input that is cut off, with regard to what comes last.
enum CutOff {
    /// It is one document: that its end is missing is always said, in one of these ways.
    case named([String])
    /// Half of a record is none.
    case refused
    /// Half of a line, or row, may look like a whole one.
    case unnoticed
}

/// A translator must come to the same result however its input comes, must not be led astray by damage, and of an
/// input that is cut off must make what it makes of the whole one, up to the cut.
/// - Parameters:
///   - start: as of ``Translation/read(_:_:in:areRecords:sourceLocation:)``, and so is `areRecords`.
///   - text: an input that isn't refused, and holds a record.
func checkHardiness(
    _ start: @autoclosure () -> any InputTranslator, _ text: String, cutOff: CutOff, areRecords: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    func read(_ input: [UInt8], in deliveries: [Translation.Delivery]) -> Translation {
        .read(input, start(), in: deliveries, areRecords: areRecords, sourceLocation: sourceLocation)
    }
    let input = Array(text.utf8)
    let whole = read(input, in: Translation.Delivery.all)
    #expect(whole.refusal == nil && !whole.records.isEmpty, sourceLocation: sourceLocation)
    for end in input.indices {
        let cut = read(Array(input[..<end]), in: Translation.Delivery.few)
        let isCut = whole.isSame(as: cut, upTo: cutOff, isStart: end == 0)
        #expect(isCut, "cut at \(end): \(cut)", sourceLocation: sourceLocation)
    }
    var random = SeededGenerator(seed: 7)
    let marks = Array("\"\\{}[],: \r\n\0-1x".utf8) + [0xff, 0xc3]
    for round in 0..<400 {
        var damaged = input
        for _ in 0...(round % 3) {
            let place = Int.random(in: damaged.indices, using: &random)
            damaged[place] = marks.randomElement(using: &random) ?? 0
        }
        let result = read(damaged, in: Translation.Delivery.few)
        let message = result.refusal?.message ?? ""
        let texts = result.records + result.refused + [message]
        let isHarmless = texts.allSatisfy { text in text.utf8.allSatisfy { $0 >= 0x20 } }
        #expect(isHarmless, "round \(round): \(result)", sourceLocation: sourceLocation)
    }
}

extension Translation {
    /// Whether a part of the input, from its start, came to a part of this.
    fileprivate func isSame(as cut: Translation, upTo cutOff: CutOff, isStart: Bool) -> Bool {
        var made = cut.records.count
        switch cutOff {
        case .named(let ways):
            let said = cut.refusal?.message ?? cut.refused.last ?? ""
            if !isStart && !ways.contains(where: said.contains) { return false }
        case .refused: break
        case .unnoticed:
            // Only of the last line.
            if let last = cut.places.last { made = cut.places.prefix { $0 < last }.count }
        }
        let refused = max(0, cut.refused.count - 1)
        return records.starts(with: cut.records.prefix(made)) && places.starts(with: cut.places.prefix(made))
            && self.refused.starts(with: cut.refused.prefix(refused))
    }
}
