/// Smooth lines through points, as SVG paths.
enum ReportCurve {
    struct Point: Equatable {
        var x: Double
        var y: Double
    }

    /// A Catmull-Rom spline through the points, in cubic Bézier pieces. Control points stay within `bounds`, so that the
    /// line never swings below nothing.
    static func path(through points: [Point], within bounds: ClosedRange<Double>) -> Markup {
        guard let first = points.first else { return Markup() }
        var path: Markup = "M\(first.x) \(first.y)"
        for index in points.indices.dropLast() {
            let (from, to) = (points[index], points[index + 1])
            let before = index > 0 ? points[index - 1] : from
            let after = index + 2 < points.count ? points[index + 2] : to
            let out = Point(x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6)
            let into = Point(x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6)
            path += "C\(out.x) \(clamped(out.y, bounds)) \(into.x) \(clamped(into.y, bounds)) \(to.x) \(to.y)"
        }
        return path
    }

    /// Straight pieces, with a gap wherever a point is missing. A point between two gaps is a dot.
    static func brokenPath(through points: [Point?]) -> Markup {
        var path = Markup()
        var isDrawing = false
        for (index, point) in points.enumerated() {
            guard let point else {
                isDrawing = false
                continue
            }
            let isAlone = !isDrawing && (index + 1 >= points.count || points[index + 1] == nil)
            path += "\(isDrawing ? "L" : "M")\(point.x) \(point.y)"
            if isAlone { path += "h0" }
            isDrawing = true
        }
        return path
    }

    private static func clamped(_ value: Double, _ bounds: ClosedRange<Double>) -> Double {
        min(bounds.upperBound, max(bounds.lowerBound, value))
    }
}
