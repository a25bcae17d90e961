import UsageInsights

/// `evlog recap`: a period as something to look at and to share.
struct RecapCommand {
    /// What a recap can be made as, by the name of the option's value and of a file's ending.
    enum Form: String, CaseIterable {
        case text, svg, png, html, json

        /// By the ending of a file's name; nil where it says nothing.
        init?(path: String) {
            let name = path.split(separator: "/").last ?? ""
            guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
            switch name[name.index(after: dot)...].lowercased() {
            case "txt", "text": self = .text
            case "svg": self = .svg
            case "png": self = .png
            case "html", "htm": self = .html
            case "json": self = .json
            default: return nil
            }
        }
    }

    private let context: CommandContext
    private var arguments: ParsedArguments { context.arguments }

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> Int32 {
        if context.usesRecordedOffsets {
            throw UsageError(
                "--tz recorded: a recap is about one zone's days", hint: "name a zone, or leave --tz out")
        }
        let path = arguments.value("out").flatMap { $0 == "-" ? nil : $0 }
        if path?.isEmpty == true { throw UsageError("--out is empty") }
        if path == nil && arguments.flag("force") { throw UsageError("--force only goes with --out FILE") }
        let form = try form(path)
        let scale = try scale(form)
        if form == .png && path == nil && context.terminal.outputIsTerminal {
            throw UsageError("a picture is nothing for a terminal", hint: "say --out recap.png")
        }
        let calendar = try context.calendar()
        let reference = try context.referenceLookingBack(calendar)
        let period = arguments.value("period").flatMap(InsightPeriod.init(key:)) ?? .week
        // A file that may not be written is refused before anything is read.
        let file = try path.map { try OutputFile(path: $0, replaces: arguments.flag("force")) }
        let activity = try ActivityReader(
            period, at: reference, calendar: calendar, of: try context.snapshot())
        let recap = Recap(period, at: reference, of: activity.summary, calendar: calendar)
        let bytes = try bytes(of: recap, form, scale: scale, calendar, isForFile: file != nil)
        guard let file else {
            try bytes.withUnsafeBytes { try StandardStreams.write($0) }
            return context.report(activity.damage)
        }
        do {
            try bytes.withUnsafeBytes { try file.write($0) }
            try file.finish()
        } catch {
            file.abandon()
            throw error
        }
        return context.report(activity.damage)
    }

    private func form(_ path: String?) throws -> Form {
        if arguments.isGiven("format"), let form = arguments.value("format").flatMap(Form.init(rawValue:)) {
            return form
        }
        guard let path else { return .text }
        guard let form = Form(path: path) else {
            throw UsageError(
                "--out '\(path)': the name doesn't say what to write",
                hint: "end it in .png, .svg, .html, .txt or .json, or say --format")
        }
        return form
    }

    private func scale(_ form: Form) throws -> Int {
        guard let scale = try context.count("scale", minimum: 1) else { return 2 }
        guard scale <= 8 else { throw UsageError("--scale '\(scale)': not a whole number from 1 to 8") }
        if form != .png && arguments.isGiven("scale") {
            throw UsageError("--scale only goes with PNG", hint: "the other forms have no pixels")
        }
        return scale
    }

    private func bytes(
        of recap: Recap, _ form: Form, scale: Int, _ calendar: LocalCalendar, isForFile: Bool
    ) throws -> [UInt8] {
        switch form {
        case .text:
            let columns = isForFile ? 80 : context.terminal.columns
            return Array(
                RecapText(recap, columns: columns, color: context.usesColor && !isForFile).render().utf8)
        case .svg: return Array(RecapPicture(recap).render().utf8)
        case .html: return Array(RecapPage(recap).render().utf8)
        case .json: return try json(recap, calendar)
        case .png:
            let tool = PictureTool(width: RecapPicture.width, height: RecapPicture.height, scale: scale)
            return try tool.png(of: RecapPicture(recap).render())
        }
    }

    /// One object: which period, and its cards as `query insights` has them; none where there is too little to
    /// tell.
    private func json(_ recap: Recap, _ calendar: LocalCalendar) throws -> [UInt8] {
        let bytes = ByteCollector()
        var json = JSONWriter(OutputBuffer { bytes.bytes += $0 }, style: .lines)
        json.beginRow()
        json.field("period", recap.period.key)
        json.field("title", recap.title)
        json.field("subtitle", recap.subtitle)
        json.field("from", Civil(days: recap.days.lowerBound).isoText)
        json.field("to", Civil(days: recap.days.upperBound).isoText)
        json.key("insights")
        json.beginArray()
        for card in recap.cards {
            json.beginObject()
            json.fields(of: card)
            json.endObject()
        }
        json.endArray()
        try json.endRow()
        try json.finish()
        return bytes.bytes
    }
}

/// Where a small answer is gathered before it goes anywhere.
private final class ByteCollector { var bytes: [UInt8] = [] }
