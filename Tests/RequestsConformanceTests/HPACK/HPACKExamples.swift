import Testing

@testable import RequestsConformance

/// The examples of RFC 7541, appendix C.
struct HPACKExample: Sendable, CustomTestStringConvertible {
    let section: String
    let usesHuffman: Bool
    let tableSize: Int
    let blocks: [(hex: String, fields: [HPACKField], size: Int)]

    var testDescription: String { section }

    static let all = [
        HPACKExample(
            section: "C.3", usesHuffman: false, tableSize: 4_096,
            blocks: requests([
                "828684410f7777772e6578616d706c652e636f6d", "828684be58086e6f2d6361636865",
                "828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565",
            ])),
        HPACKExample(
            section: "C.4", usesHuffman: true, tableSize: 4_096,
            blocks: requests([
                "828684418cf1e3c2e5f23a6ba0ab90f4ff", "828684be5886a8eb10649cbf",
                "828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf",
            ])),
        HPACKExample(
            section: "C.5", usesHuffman: false, tableSize: 256,
            blocks: responses([
                "4803333032580770726976617465611d4d6f6e2c203231204f637420323031332032303a31333a323120474d546e1768"
                    + "747470733a2f2f7777772e6578616d706c652e636f6d",
                "4803333037c1c0bf",
                "88c1611d4d6f6e2c203231204f637420323031332032303a31333a323220474d54c05a04677a69707738666f6f3d4153"
                    + "444a4b48514b425a584f5157454f50495541585157454f49553b206d61782d6167653d333630303b2076657273696f6e"
                    + "3d31",
            ])),
        HPACKExample(
            section: "C.6", usesHuffman: true, tableSize: 256,
            blocks: responses([
                "488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f0b97c8"
                    + "e9ae82ae43d3",
                "4883640effc1c0bf",
                "88c16196d07abe941054d444a8200595040b8166e084a62d1bffc05a839bd9ab77ad94e7821dd7f2e6c7b335dfdfcd5b"
                    + "3960d5af27087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007",
            ])),
    ]

    private static func requests(_ hex: [String]) -> [(String, [HPACKField], Int)] {
        let common = [
            HPACKField(":method", "GET"), HPACKField(":scheme", "http"), HPACKField(":path", "/"),
            HPACKField(":authority", "www.example.com"),
        ]
        let last = [
            common[0], HPACKField(":scheme", "https"), HPACKField(":path", "/index.html"), common[3],
            HPACKField("custom-key", "custom-value"),
        ]
        return [
            (hex[0], common, 57), (hex[1], common + [HPACKField("cache-control", "no-cache")], 110),
            (hex[2], last, 164),
        ]
    }

    private static func responses(_ hex: [String]) -> [(String, [HPACKField], Int)] {
        let common = [
            HPACKField("cache-control", "private"), HPACKField("date", "Mon, 21 Oct 2013 20:13:21 GMT"),
            HPACKField("location", "https://www.example.com"),
        ]
        let last = [
            HPACKField(":status", "200"), common[0], HPACKField("date", "Mon, 21 Oct 2013 20:13:22 GMT"), common[2],
            HPACKField("content-encoding", "gzip"),
            HPACKField("set-cookie", "foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1"),
        ]
        return [
            (hex[0], [HPACKField(":status", "302")] + common, 222),
            (hex[1], [HPACKField(":status", "307")] + common, 222), (hex[2], last, 215),
        ]
    }
}

extension [UInt8] {
    /// Returns the bytes of hexadecimal digits.
    init(hex: String) {
        let digits = hex.compactMap(\.hexDigitValue)
        self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
