/// A sparkline as bars, with the names of the first, the last and some points between below them.
struct RecapBars {
    let points: [Int]
    let labels: [String]
    let color: String

    func draw(left: Double, right: Double, top: Double, bottom: Double) -> String {
        guard let largest = points.max(), largest > 0 else { return "" }
        let step = (right - left) / Double(points.count)
        let width = min(step * 0.68, 26)
        let floor = bottom - 18
        var shapes = "<g fill=\"\(color)\">"
        for (index, point) in points.enumerated() {
            let share = Double(max(0, point)) / Double(largest)
            // What is little must differ from what is nothing.
            let height = point > 0 ? max(4, share * (floor - top)) : 2
            let x = left + (Double(index) + 0.5) * step - width / 2
            let opacity = point == largest ? "" : " fill-opacity=\"\(point > 0 ? ".45" : ".2")\""
            shapes +=
                "<rect x=\"\(x.short)\" y=\"\((floor - height).short)\" width=\"\(width.short)\""
                + " height=\"\(height.short)\" rx=\"\(min(width / 2, height / 2, 4).short)\"\(opacity)/>"
        }
        shapes += "</g><g fill=\"#5c5c68\" font-size=\"11\" text-anchor=\"middle\">"
        for index in shownLabels() {
            let label = MeasuredText.fitted(shortened(labels[index]), size: 11, minimum: 8, width: step * 6)
            // Those at the ends stay inside, and so under the first and the last bar.
            let half = MeasuredText.ems(of: label.text) * label.size * 0.42
            let x = min(max(left + (Double(index) + 0.5) * step, left + half), right - half)
            shapes +=
                "<text x=\"\(x.short)\" y=\"\((bottom - 2).short)\">\(MarkupText.escaped(label.text))</text>"
        }
        return shapes + "</g>\n"
    }

    /// All of up to 12; of more the first, the last and about every sixth.
    private func shownLabels() -> [Int] {
        guard labels.count == points.count else { return [] }
        if points.count <= 12 { return Array(points.indices) }
        let every = points.count / 5 + 1
        return points.indices.filter { $0 % every == 0 || $0 == points.count - 1 }
            .filter { $0 == points.count - 1 || points.count - 1 - $0 >= every / 2 + 1 }
    }

    /// Twelve months have room for a letter each.
    private func shortened(_ label: String) -> String {
        points.count == 12 ? String(label.prefix(1)) : label
    }
}
