import Foundation
import LogFormat
import Testing

/// Holds `format-spec.md` against the code: every vector decodes to what the specification says it does, and
/// every constant has the value it says.
@Suite struct SpecVectorTests {
    private static let document = Result { try SpecDocument() }

    /// Each needs its block: a specification that lost one would pass otherwise.
    private static let needed: Set<String> = [
        "varints", "zigzag", "crc32c", "packed-5", "packed-13", "int-frame", "int-frame-exception",
        "int-extremes", "int-delta", "int-delta-one", "int-list", "str-plain", "str-packed", "str-list",
        "frame-raw", "frame-lz4", "frame-lz4-payload", "frame-sequences", "frame-optional", "segment-header",
        "segment-end",
    ]

    @Test func allVectorsAreThere() throws {
        let names = try Self.document.get().vectors.map(\.name)
        #expect(Set(names) == Self.needed)
        #expect(names.count == Set(names).count)
    }

    @Test func vectorsMeanWhatTheSpecificationSays() throws {
        let document = try Self.document.get()
        for vector in document.vectors {
            let outcome = Result { try document.holds(vector.bytes, vector.meaning) }
            if case .success(true) = outcome { continue }
            Issue.record("\(vector): \(outcome)")
        }
    }

    /// A vector is worth only as much as it notices: every bit but those named as free.
    @Test func alteredVectorsDoNot() throws {
        let document = try Self.document.get()
        for vector in document.vectors {
            var unnoticed = 0
            for bit in 0..<(vector.bytes.count * 8) {
                var bytes = vector.bytes
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
                if (try? document.holds(bytes, vector.meaning)) == true { unnoticed += 1 }
            }
            #expect(unnoticed == vector.meaning.free ?? 0, "\(vector)")
            for length in 0..<vector.bytes.count {
                let cut = Array(vector.bytes.prefix(length))
                #expect((try? document.holds(cut, vector.meaning)) != true, "\(vector) cut to \(length)")
            }
        }
    }

    // MARK: - Constants

    private static let constants: [String: UInt64] = [
        "majorVersion": UInt64(Format.majorVersion), "minorVersion": UInt64(Format.minorVersion),
        "segmentMagic": Format.segmentMagic, "segmentHeaderLength": UInt64(Format.segmentHeaderLength),
        "openEnd": Format.openEnd, "frameMagic": UInt64(Format.frameMagic),
        "frameHeaderLength": UInt64(Format.frameHeaderLength), "alignment": UInt64(Format.alignment),
        "trailerMagic": Format.trailerMagic, "trailerLength": UInt64(Format.trailerLength),
        "maximumStoredLength": UInt64(Format.maximumStoredLength),
        "maximumRawLength": UInt64(Format.maximumRawLength),
        "maximumRecordCount": UInt64(Format.maximumRecordCount),
        "maximumKeyCount": UInt64(Format.maximumKeyCount),
        "maximumValueCount": UInt64(Format.maximumValueCount),
        "maximumFrameCount": UInt64(Format.maximumFrameCount),
        "maximumNameLength": UInt64(Format.maximumNameLength),
        "maximumKeyLength": UInt64(Format.maximumKeyLength),
        "maximumValueLength": UInt64(Format.maximumValueLength),
        "maximumIDLength": UInt64(Format.maximumIDLength),
        "maximumRecordTextLength": UInt64(Format.maximumRecordTextLength),
        "maximumSequence": Format.maximumSequence,
        "maximumAttributeCount": UInt64(Format.maximumAttributeCount),
        "maximumDuration": UInt64(bitPattern: Format.maximumDuration),
        "minimumTimestamp": UInt64(bitPattern: Format.minimumTimestamp),
        "maximumTimestamp": UInt64(bitPattern: Format.maximumTimestamp),
        "unknownOffset": UInt64(bitPattern: Int64(Format.unknownOffset)),
        "maximumOffset": UInt64(Format.maximumOffset),
        "RecordKind.event": UInt64(RecordKind.event.rawValue),
        "RecordKind.checkIn": UInt64(RecordKind.checkIn.rawValue),
        "RecordKind.dose": UInt64(RecordKind.dose.rawValue),
        "RecordKind.retraction": UInt64(RecordKind.retraction.rawValue),
        "RecordKind.rollup": UInt64(RecordKind.rollup.rawValue),
        "FrameType.records": UInt64(FrameType.records), "FrameType.footer": UInt64(FrameType.footer),
        "FrameType.firstOptional": UInt64(FrameType.firstOptional),
        "FrameFlags.storedRaw": UInt64(FrameFlags.storedRaw), "FrameFlags.hasIDs": UInt64(FrameFlags.hasIDs),
        "FrameFlags.known": UInt64(FrameFlags.known),
    ]

    @Test func constantsAreThoseOfTheSpecification() throws {
        let stated = try Self.document.get().constants
        #expect(Set(stated.keys) == Set(Self.constants.keys))
        for (name, value) in Self.constants {
            #expect(stated[name] == value, "\(name)")
        }
    }

    /// A constant that is added to the code has to be added to the specification too.
    @Test func everyConstantOfTheCodeIsCompared() throws {
        let file = SpecDocument.repository.appending(path: "Sources/LogFormat/Constants.swift")
        var group = ""
        var names: Set<String> = []
        for line in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n") {
            let words = line.split { !$0.isLetter }.map(String.init)
            if let at = words.firstIndex(of: "enum"), at + 1 < words.count, !line.contains("//") {
                group = words[at + 1] == "Format" ? "" : words[at + 1] + "."
            } else if let at = words.firstIndex(of: "let") ?? words.firstIndex(of: "case"),
                at + 1 < words.count, !line.contains("///")
            {
                names.insert(group + words[at + 1])
            }
        }
        #expect(names == Set(Self.constants.keys))
    }
}
