/// The arguments of the command.
struct Arguments {
    var document = ""
    var isList = false
    var selectors: [String] = []
    var isAll = false
    var isHelp = false
    var name: String?
    var folder: String?

    static let usage = """
        Writes Swift declarations for an OpenAPI document. The code is yours: later runs don't change it.

        requests-scaffold openapi.yaml --list
        requests-scaffold openapi.yaml --only 'GET /repos/*' --into Sources/GitHub

        --list        Lists the operations without writing files.
        --only WHICH  Selects operations: 'GET /books', a pattern with *, a tag or an operation ID. Repeatable.
        --all         Selects all operations.
        --into FOLDER The folder for the new files. Existing files aren't overwritten.
        --name NAME   The name of the API's type; by default, the title of the document.
        """

    /// Reads arguments.
    ///
    /// - Throws: ``ToolError`` if an argument is unknown or missing.
    init(_ arguments: some Sequence<String>) throws(ToolError) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--list": isList = true
            case "--all": isAll = true
            case "--only": selectors.append(try Self.value(of: argument, &rest))
            case "--into": folder = try Self.value(of: argument, &rest)
            case "--name": name = try Self.value(of: argument, &rest)
            case "--help", "-h": isHelp = true
            default:
                guard !argument.hasPrefix("-") else { throw ToolError("\(argument) isn't an option. Try --help.") }
                guard document.isEmpty else {
                    throw ToolError("\(argument) is a second document. Pass only one document.")
                }
                document = argument
            }
        }
        if isHelp { return }
        guard !document.isEmpty else { throw ToolError(Self.usage) }
        guard !isList else { return }
        guard isAll != !selectors.isEmpty else {
            throw ToolError("Pass either --only or --all, or list the operations with --list.")
        }
        guard folder != nil else { throw ToolError("Pass the folder for the files, such as --into Sources/GitHub.") }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(ToolError) -> String {
        guard let value = rest.popFirst() else { throw ToolError("\(option) needs a value.") }
        return value
    }
}

/// A reason why the command can't run.
struct ToolError: Error {
    let message: String

    init(_ message: String) { self.message = message }
}
