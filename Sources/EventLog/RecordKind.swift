// The one public type of LogFormat, which is no product: whoever imports EventLog has it, too.
@_exported public import enum LogFormat.RecordKind
