import EventLog

extension JSONWriter {
    /// The field `damage`: each place with what it costs.
    mutating func field(damage places: [Damage]) {
        key("damage")
        beginArray()
        for damage in places {
            beginObject()
            field("file", damage.file)
            field("offset", damage.offset)
            field("length", damage.length.map { Int64($0) })
            field("lostRecords", damage.lostRecords.map { Int64($0) })
            field("reason", damage.reason)
            endObject()
        }
        endArray()
    }
}
