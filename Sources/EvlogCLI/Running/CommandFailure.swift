import EventLog
import UsageInsights

/// Exit statuses, as scripts rely on them.
enum ExitStatus {
    static let done: Int32 = 0
    static let failed: Int32 = 1
    static let wrongUsage: Int32 = 2
    static let recordsRefused: Int32 = 3
    static let damageFound: Int32 = 4
    static let locked: Int32 = 5
    static let diskFailed: Int32 = 74
}

/// A command that could not be done: one line, and the status to exit with.
struct CommandFailure: Error {
    var message: String
    var status: Int32

    init(_ message: String, status: Int32 = ExitStatus.failed) {
        self.message = message
        self.status = status
    }
}

/// Standard output was closed by its reader: the command ends, and that is no failure.
struct ClosedPipe: Error {}

/// The one place that turns any error into a line and an exit status.
struct FailureReport {
    var message: String?
    var status: Int32

    init(_ error: any Error) {
        switch error {
        case let error as CommandFailure: self.init(error.message, error.status)
        case let error as UsageError: self.init(error.description, ExitStatus.wrongUsage)
        case let error as RefusedExpression: self.init("\(error)", ExitStatus.wrongUsage)
        case let error as ZoneError: self.init("\(error)", ExitStatus.wrongUsage)
        case let error as LogError: self.init(error.description, Self.status(error.code))
        case is ClosedPipe: self.init(nil, ExitStatus.done)
        default: self.init("\(error)", ExitStatus.failed)
        }
    }

    private init(_ message: String?, _ status: Int32) {
        self.message = message
        self.status = status
    }

    private static func status(_ code: LogError.Code) -> Int32 {
        switch code {
        case .notFound, .notPermitted, .unsupportedVersion: ExitStatus.failed
        case .locked: ExitStatus.locked
        case .noSpace, .disk: ExitStatus.diskFailed
        case .damaged: ExitStatus.damageFound
        case .invalid: ExitStatus.wrongUsage
        }
    }
}
