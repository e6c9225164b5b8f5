import SwiftSyntax

/// The operators and results that mutants use in place of others, and the code that mutants don't change.
enum Replacements {
    /// The functions of `Copied/Selection.swift` that apply an operator or its replacement.
    ///
    /// The compiler checks a function call faster than two operators, and the operands aren't repeated.
    static let functions = [
        "<": ("_less", "<="), "<=": ("_atMost", "<"), ">": ("_greater", ">="), ">=": ("_atLeast", ">"),
        "&&": ("_and", "||"), "||": ("_or", "&&"), "+": ("_plus", "-"), "-": ("_minus", "+"),
    ]

    static let operators = ["*": "+", "/": "*", "%": "*", "&": "|", "|": "&", "<<": ">>", ">>": "<<"]

    static let assignments = [
        "+=": "-=", "-=": "+=", "*=": "+=", "|=": "&=", "&=": "|=", "<<=": ">>=", ">>=": "<<=",
    ]

    /// The nodes between an `if` or `switch` and the statements of a branch.
    static let layers: [any SyntaxProtocol.Type] = [
        CodeBlockSyntax.self, SwitchCaseSyntax.self, SwitchCaseListSyntax.self,
    ]

    /// Calls that can't be deleted.
    static let initializers: Set = ["self.init", "super.init"]

    /// Calls that no test can reach.
    static let checks: Set = ["precondition", "preconditionFailure", "fatalError", "assert", "assertionFailure"]

    /// Returns the value that a function of a type returns instead of its result.
    static func emptyValue(of type: String) -> String? {
        if type.hasSuffix("?") { return "nil" }
        if type == "String" { return "\"\"" }
        if type == "Int" { return "0" }
        return type.hasPrefix("[") && type.hasSuffix("]") ? type.contains(":") ? "[:]" : "[]" : nil
    }

    /// Returns whether the body may be compiled into other modules, or can't be called.
    static func isSkipped(_ attributes: AttributeListSyntax) -> Bool {
        let text = attributes.trimmedDescription
        return ["@inlinable", "@_alwaysEmitIntoClient", "unavailable", "deprecated"].contains { text.contains($0) }
    }
}
