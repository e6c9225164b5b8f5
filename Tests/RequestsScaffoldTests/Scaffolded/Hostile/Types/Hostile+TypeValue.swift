extension Hostile {
    /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
    struct TypeValue: Codable, Hashable, Sendable {
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var `class`: String
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var selfValue: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var selfValue2: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var type: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var initValue: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var `protocol`: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var aB: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var aB2: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var aB3: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var aB4: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var value1: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var value1a: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var plus1: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var minus1: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var value: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var value2: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var e: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var a: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var value3: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var value4: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var x: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var `default`: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var `in`: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var `where`: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var hashValueValue: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var hash: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var description: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var encode: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var rawValue: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var stringValue: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var codingKeys: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var xY: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var xY2: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var xY3: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var x2: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var evil: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var some: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var none: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var `await`: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var `async`: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var any: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var actor: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var `nil`: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var `true`: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var initFrom: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var value5: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var value6: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var value7: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var streamFormatValue: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var string: String?
        /// "; } func evil() { fatalError("\(x)") } /* */ */ // } } print(1).
        var int: String?

        enum CodingKeys: String, CodingKey {
            case `class`
            case selfValue = "self"
            case selfValue2 = "Self"
            case type = "Type"
            case initValue = "init"
            case `protocol`
            case aB = "a b"
            case aB2 = "a-b"
            case aB3 = "a_b"
            case aB4 = "aB"
            case value1 = "1"
            case value1a = "1a"
            case plus1 = "+1"
            case minus1 = "-1"
            case value = ""
            case value2 = "😀"
            case e = "é"
            case a = "ä"
            case value3 = "名前"
            case value4 = "_"
            case x = "__x"
            case `default`, `in`, `where`
            case hashValueValue = "hashValue"
            case hash, description, encode, rawValue, stringValue
            case codingKeys = "CodingKeys"
            case xY = "x\"y"
            case xY2 = "x\\y"
            case xY3 = "x\u{A}y"
            case x2 = "x\u{0}"
            case evil = "\\(evil)"
            case some, none, `await`, `async`, any, actor, `nil`, `true`
            case initFrom = "init(from:)"
            case value5 = "/*"
            case value6 = "*/"
            case value7 = "//"
            case streamFormatValue = "streamFormat"
            case string = "String"
            case int = "Int"
        }
    }
}
