/// One option as the command table describes it: what parsing, help and completion need to know.
struct OptionSpec: Sendable {
    /// What an option stands for when it isn't given.
    enum Default: Sendable, Equatable {
        /// The value a command reads when the option isn't given; shown in help as it is.
        case value(String)
        /// Only for help: words for a default that is worked out at run time.
        case described(String)
    }

    /// Long name without the dashes.
    let name: String
    /// One-letter form, if it has one.
    let short: Character?
    /// Stands for the value in help and messages; nil makes the option a flag.
    let placeholder: String?
    let isRepeatable: Bool
    let isRequired: Bool
    /// The only values allowed; empty allows any.
    let choices: [String]
    let defaultValue: Default?
    let help: String

    var takesValue: Bool { placeholder != nil }

    /// An option with a value.
    ///
    /// Without a `placeholder`, help shows the choices joined by `|`.
    static func value(
        _ name: String, short: Character? = nil, _ placeholder: String? = nil, repeatable: Bool = false,
        required: Bool = false, choices: [String] = [], default defaultValue: Default? = nil, help: String
    ) -> OptionSpec {
        OptionSpec(
            name: name, short: short, placeholder: placeholder ?? choices.joined(separator: "|"),
            isRepeatable: repeatable, isRequired: required, choices: choices, defaultValue: defaultValue,
            help: help)
    }

    /// An option without a value, which is on or off.
    static func flag(_ name: String, short: Character? = nil, help: String) -> OptionSpec {
        OptionSpec(
            name: name, short: short, placeholder: nil, isRepeatable: false, isRequired: false, choices: [],
            defaultValue: nil, help: help)
    }
}
