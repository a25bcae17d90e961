import Testing

@testable import UsageInsights

@Suite struct WaitingLineTests {
    /// Beside an array that does the same the slow way.
    @Test func firstInFirstOut() {
        var line = WaitingLine<Int>()
        var model: [Int] = []
        for step in 0..<2000 {
            // Long runs of one kind, so that it grows, and is emptied to the last.
            if step / 150 % 2 == 0 || step % 7 == 0 {
                line.append(step)
                model.append(step)
            } else {
                line.removeFirst()
                if !model.isEmpty { model.removeFirst() }
            }
            #expect(line.isEmpty == model.isEmpty && line.first == model.first)
            #expect(line.second == model.dropFirst().first)
        }
        line.first = -1
        #expect(model.isEmpty ? line.first == nil : line.first == -1)
    }
}
