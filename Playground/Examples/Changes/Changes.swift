// Changes: shows changes to Wikipedia and its sister projects as they are made.
//
//     export REQUESTS_EXTRAS=examples
//     swift run Changes
//     swift run Changes --project en.wikipedia.org
//
// A lost connection loses no change: the program connects again, and the server continues after the last event. Control-C
// ends the program, which then prints how to continue later.
//
// Feed.swift describes the stream, Follower.swift survives the disconnects, and Interruption.swift turns Control-C into a
// cancelled task.

import ArgumentParser
import Foundation
import Requests

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@main
struct Changes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "changes", abstract: "Shows changes to Wikipedia and its sister projects as they are made.")

    @Option(help: "The URL of the server.") var server = URL("https://stream.wikimedia.org")
    @Option(help: "The only project to show, such as en.wikipedia.org.") var project: String?
    @Option(help: "The identifier of the event after which to begin.") var after: String?

    func run() async throws {
        let follower = Follower(session: URLSession.shared, position: after)
        try await untilInterrupted { [feed = Feed(baseURL: server), project] in
            try await follower.follow(feed) { change in
                guard !change.isTest, project == nil || change.serverName == project else { return }
                FileHandle.standardOutput.print("\(change.serverName): \(change.title) (\(change.user))")
            }
        }
        guard let position = await follower.position else { return }
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
    /// Writes a line at once, also to a pipe, for which the function `print` would collect lines.
    func print(_ line: String) { write(Data("\(line)\n".utf8)) }
}
