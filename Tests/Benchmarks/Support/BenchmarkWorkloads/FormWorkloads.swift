import Foundation
import Requests

/// An order of lines with eight fields each, nested twice.
package struct FormOrder: Codable, Sendable {
    struct Line: Codable, Sendable {
        struct Address: Codable, Sendable {
            var street: String
            var city: String
            var zip: Int
        }

        var name: String
        var quantity: Int
        var price: Double
        var isGift: Bool
        var note: String
        var address: Address
    }

    var id: Int
    var lines: [Line]

    /// The number of fields.
    package var fieldCount: Int { 1 + 8 * lines.count }

    /// Makes an order with about this many fields, in lines of the same size.
    package init(fields: Int) {
        id = 1
        lines = (0..<max(1, fields / 8)).map { index in
            let number = 1_000_000 + index
            return Line(
                name: "Name \(number)", quantity: number, price: Double(index % 100) + 0.25, isGift: true,
                note: "some note & more", address: .init(street: "Main St \(number)", city: "London", zip: number)
            )
        }
    }
}

extension Workload {
    /// A workload that writes a form of about ten fields, nested twice.
    package static let form: Workload = {
        let order = FormOrder(fields: 10)
        return Workload("form10") { try Coding.standard.formData(from: order) }
    }()

    /// A workload that visits the same fields, and writes nothing.
    package static let formVisit: Workload = {
        let order = FormOrder(fields: 10)
        return Workload("formVisit10") { try order.encode(to: FieldVisitor()) }
    }()

    /// A workload that writes a form of ten fields without nesting.
    package static let flatForm = Workload("flatForm10", preparing: { NewRepository() }) { body in
        try Coding.standard.formData(from: body)
    }

    /// A workload that visits the same fields, and writes nothing.
    package static let flatFormVisit = Workload("flatFormVisit10", preparing: { NewRepository() }) { body in
        try body.encode(to: FieldVisitor())
    }

    /// Makes a workload that writes a form of a flat dictionary.
    package static func formDictionary(of count: Int) -> Workload {
        Workload("formDictionary\(count)", preparing: { FlatDictionary.make(count) }) { dictionary in
            try Coding.standard.formData(from: dictionary)
        }
    }

    /// Makes a workload that sorts the keys of the same dictionary, and writes its bytes by hand.
    package static func formDictionaryByHand(of count: Int) -> Workload {
        Workload("formDictionaryByHand\(count)", preparing: { FlatDictionary.make(count) }) { dictionary in
            var data = Data(capacity: 32 * count)
            for (name, value) in dictionary.sorted(by: { $0.key < $1.key }) {
                if !data.isEmpty { data.append(UInt8(ascii: "&")) }
                data.append(contentsOf: name.utf8)
                data.append(UInt8(ascii: "="))
                data.append(contentsOf: value.utf8)
            }
            return data
        }
    }

    static let forms = [
        form, formVisit, flatForm, flatFormVisit, formDictionary(of: 10), formDictionary(of: 1_000),
        formDictionaryByHand(of: 10), formDictionaryByHand(of: 1_000),
    ]
}

/// A dictionary of short texts.
package enum FlatDictionary {
    package static func make(_ count: Int) -> [String: String] {
        Dictionary(uniqueKeysWithValues: (0..<count).map { ("key\(10_000_000 + $0)", "\(100_000_000 + $0)") })
    }
}
