import Foundation
import PackagePlugin

/// Runs `requests-scaffold` in the folder of the package, with the arguments of the command.
@main struct RequestsScaffoldPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let process = Process()
        process.executableURL = try context.tool(named: "requests-scaffold").url
        process.currentDirectoryURL = context.package.directoryURL
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        // The tool has printed the reason.
        if process.terminationStatus != 0 { Diagnostics.error("Nothing was scaffolded.") }
    }
}
