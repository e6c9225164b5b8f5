package import RequestsOpenAPI

/// The operations of a document, as a table for readers.
package struct OperationList {
    /// One line per operation: its method, path, operation ID, tags and summary.
    package let lines: [String]

    /// - Parameters:
    ///   - document: The document.
    ///   - selectors: Patterns, tags and operation IDs; empty for all operations.
    package init(_ document: OpenAPI, selecting selectors: [String] = []) {
        let selected = Document(document).operations.filter { operation in
            selectors.isEmpty || selectors.contains(where: operation.matches)
        }
        let rows = selected.map { operation in
            [
                SwiftText.line(operation.name), SwiftText.line(operation.id ?? "-"),
                operation.tags.isEmpty ? "-" : SwiftText.line(operation.tags.joined(separator: ", ")),
                operation.summary,
            ]
        }
        let widths = (0..<3).map { column in min(60, rows.map { $0[column].count }.max() ?? 0) }
        lines = rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: max(0, width - cell.count))
            }
            return (cells + [row[3]]).joined(separator: "  ").trimmedAtEnd
        }
    }
}

extension String {
    /// The text without spaces at its end.
    fileprivate var trimmedAtEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
