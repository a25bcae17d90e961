internal import EventLog
internal import LogFormat

extension Record {
    /// About how much memory it takes while it waits, its text and its place in the columns; nil if it breaks a limit of
    /// the format. One pass, since this is done for each event that is recorded.
    var pendingBytes: Int? {
        var bytes = name.utf8.count
        var isWithin =
            bytes <= Format.maximumNameLength && attributes.count <= Format.maximumAttributeCount
            && timestamp >= Format.minimumTimestamp && timestamp <= Format.maximumTimestamp
        if let duration, duration < 0 || duration > Format.maximumDuration { isWithin = false }
        for (key, value) in attributes {
            let (keyLength, valueLength) = (key.utf8.count, value.utf8.count)
            if keyLength > Format.maximumKeyLength || valueLength > Format.maximumValueLength {
                isWithin = false
            }
            bytes &+= keyLength &+ valueLength
        }
        guard isWithin, bytes <= Format.maximumRecordTextLength else { return nil }
        return bytes &+ 32 &+ 16 &* attributes.count
    }
}
