// Forge: the issues and releases of a repository on GitHub, on the command line.
//
//     export REQUESTS_EXTRAS=examples
//     swift run Forge issues swiftlang/swift --limit 5
//     swift run Forge show swiftlang/swift 1
//     swift run Forge download ada/engine engine.zip
//     GITHUB_TOKEN=… swift run Forge create ada/engine --title "It crashes"
//
// GitHub.swift describes the API, and Models.swift describes its values. Options.swift chooses how requests are sent,
// and the commands are in Issues.swift and Download.swift.

import ArgumentParser
import Foundation
import Requests

@main
struct Forge: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forge", abstract: "Reads and writes the issues and releases of a repository.",
        subcommands: [Issues.self, Show.self, Create.self, Download.self])

    // Without this function, every failed request would end with the status 1. The status should tell a script whether
    // trying again can help.
    static func main() async {
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let error as any AnyRequestError {
            FileHandle.standardError.write(Data("Error: \(error.localizedDescription)\n".utf8))
            exit(withError: error.exitCode)
        } catch {
            exit(withError: error)
        }
    }
}

extension AnyRequestError {
    /// The status of the process, by the convention of `sysexits.h`.
    fileprivate var exitCode: ExitCode {
        switch (code, head?.status) {
        case (.credentialsMissing, _), (_, .unauthorized?), (_, .forbidden?): ExitCode(77)  // EX_NOPERM
        case _ where RetryPolicy.default.isTemporary(self): ExitCode(75)  // EX_TEMPFAIL
        default: .failure
        }
    }
}
