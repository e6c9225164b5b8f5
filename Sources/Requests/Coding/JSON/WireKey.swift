/// A key that a style made.
struct WireKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ stringValue: String, intValue: Int? = nil) {
        self.stringValue = stringValue
        self.intValue = intValue
    }

    init?(stringValue: String) {
        self.init(stringValue)
    }

    init?(intValue: Int) {
        self.init(String(intValue), intValue: intValue)
    }
}
