import Foundation
import RequestsOpenAPI
import RequestsScaffold
import RequestsYAML

/// Writes Swift declarations for an OpenAPI document.
@main struct Tool {
    static func main() {
        do {
            try run(Arguments(CommandLine.arguments.dropFirst()))
        } catch let error as ToolError {
            fail(error.message)
        } catch let error as ScaffoldError {
            fail(error.message)
        } catch {
            fail("\(error)")
        }
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(1)
    }

    private static func run(_ arguments: Arguments) throws {
        if arguments.isHelp { return print(Arguments.usage) }
        let document = try document(at: URL(filePath: arguments.document))
        if arguments.isList {
            for line in OperationList(document, selecting: arguments.selectors).lines { print(line) }
            return
        }
        let folder = URL(filePath: arguments.folder ?? "", directoryHint: .isDirectory)
        let run = ScaffoldRun(document: document, name: arguments.name, selectors: arguments.selectors, folder: folder)
        for line in try run.write() { print(line) }
    }

    private static func document(at file: URL) throws -> OpenAPI {
        guard FileManager.default.fileExists(atPath: file.path) else {
            throw ToolError("The file \(file.path) doesn't exist.")
        }
        guard ["yaml", "yml"].contains(file.pathExtension.lowercased()) else { return try OpenAPI(contentsOf: file) }
        #if YAML
        return try OpenAPI(yaml: Data(contentsOf: file))
        #else
        throw ToolError(
            """
            Reading YAML requires the YAML trait of Requests. Enable the trait in the dependency in your Package.swift:
                .package(url: …, from: …, traits: ["YAML"])
            """)
        #endif
    }
}
