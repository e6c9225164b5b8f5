/// A key whose name a style has converted.
package struct WireKey: CodingKey {
    package let stringValue: String
    package let intValue: Int?

    package init(_ stringValue: String, intValue: Int? = nil) {
        self.stringValue = stringValue
        self.intValue = intValue
    }

    package init?(stringValue: String) {
        self.init(stringValue)
    }

    package init?(intValue: Int) { self.init(String(intValue), intValue: intValue) }
}
