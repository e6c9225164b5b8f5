// Changes: shows changes to Wikipedia and its sister projects as they are made.
//
//     export REQUESTS_EXTRAS=examples
//     swift run Changes
//     swift run Changes --project en.wikipedia.org
//
// A lost connection loses no change: the stream reconnects, and the server continues after the last event. Control-C ends the
// program, which then prints how to continue later.
//
// Feed.swift describes the stream, and Interruption.swift turns Control-C into a cancelled task.

import ArgumentParser
import Foundation
import Requests

@main
struct Changes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "changes", abstract: "Shows changes to Wikipedia and its sister projects as they are made.")

    @Option(help: "The URL of the server.") var server = URL("https://stream.wikimedia.org")
    @Option(help: "The only project to show, such as en.wikipedia.org.") var project: String?
    @Option(help: "The identifier of the event after which to begin.") var after: String?

    func run() async throws {
        let changes = Feed(baseURL: server).changes(after: after).reconnecting { connection in
            guard case .failure(let error) = connection else { return }
            FileHandle.standardError.print("Connecting again after \(error.code).")
        }
        let position = try await untilInterrupted { [after, project] in
            var position = after
            do throws(RequestError<Feed.Failure>) {
                for try await event in try await URLSession.shared.stream(changes) {
                    position = event.id
                    guard !event.data.isTest, project == nil || event.data.serverName == project else { continue }
                    FileHandle.standardOutput.print(event.data.line)
                }
            } catch {
                if error.code != .cancelled { throw error }
            }
            return position
        }
        guard let position else { return }
        FileHandle.standardError.print("To continue, add --after '\(position)'")
    }
}

extension URL: @retroactive ExpressibleByArgument {
    /// Reads a URL with a host.
    public init?(argument: String) {
        self.init(string: argument)
        guard host() != nil else { return nil }
    }
}

extension FileHandle {
    /// Writes a line at once, even to a pipe; the function `print` would collect lines for a pipe.
    func print(_ line: String) { write(Data("\(line)\n".utf8)) }
}
