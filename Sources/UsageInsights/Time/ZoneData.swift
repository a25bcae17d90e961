internal import Foundation

/// Foundation's data about zones and locales.
enum ZoneData {
    /// Whether the process has Foundation's internationalization library, and with it any zone but GMT.
    ///
    /// With `--static-swift-stdlib`, the linker takes from that library only what something refers to, and
    /// Foundation itself doesn't: it finds the data through a dynamic replacement at run time. Without a
    /// reference, `TimeZone(identifier:)` answers nil for every zone, and every locale's week starts on
    /// Monday. Number formatting lives in the object file that holds the replacements, so the call below is
    /// there to be linked; it runs only after a zone wasn't found.
    static var isLinked: Bool {
        TimeZone(identifier: "Europe/London") != nil && !(0.5).formatted().isEmpty
    }
}
