package import Foundation

extension Coding {
    /// A date of a text, by the style.
    ///
    /// - Throws: ``DataProblem``, or what a style of the API's own throws.
    package func date(of text: String) throws -> Date {
        switch dates {
        case .iso8601:
            guard let date = ISO8601.date(of: text) else { throw DataProblem("is \(ISO8601.problem)") }
            return date
        case .secondsSince1970: return Date(timeIntervalSince1970: try number(of: text))
        case .millisecondsSince1970: return Date(timeIntervalSince1970: try number(of: text) / 1_000)
        case .custom(_, let decode): return try decode(text)
        }
    }

    /// Data of a text, by the style.
    ///
    /// - Throws: ``DataProblem``, or what a style of the API's own throws.
    package func data(of text: String) throws -> Data {
        switch data {
        case .base64:
            guard let data = Data(base64Encoded: text) else { throw DataProblem("is not base64") }
            return data
        case .custom(_, let decode): return try decode(text)
        }
    }

    private func number(of text: String) throws -> Double {
        do throws(KeyValueProblem) {
            return try ScalarText.float(text, as: Double.self)
        } catch {
            throw DataProblem("is not a number")
        }
    }
}

/// What is wrong with data, as the underlying error of a `DecodingError`.
///
/// A clause about the value at its path, a sentence where there is no path. It shows no value.
package struct DataProblem: PlacedProblem {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// Returns the description, a sentence if the value is all of the data.
    package func text(at place: String, isWhole: Bool) -> String { isWhole ? description : "\(place) \(description)" }
}
