import Foundation

/// Kills writers of a cache on disk at random moments, and measures its costs, on Linux.
///
/// ```text
/// export REQUESTS_EXTRAS=cache-trials
/// swift build -c release --product CacheTrials
/// .build/release/CacheTrials kills 100000 /dev/shm/a /dev/shm/b /tmp/c     # number of kills, directories
/// .build/release/CacheTrials costs /tmp/c
/// ```
@main struct CacheTrials {
    static func main() {
        var arguments = CommandLine.arguments.dropFirst()
        switch arguments.popFirst() {
        case "kills":
            guard let count = arguments.popFirst().flatMap(Int.init), !arguments.isEmpty else { break }
            exit(Kills(count: count, directories: Array(arguments)).run() ? 0 : 1)
        case "costs":
            guard let directory = arguments.popFirst() else { break }
            Task.detached {
                do {
                    try await Costs(directory: directory).run()
                    exit(0)
                } catch {
                    print(error)
                    exit(1)
                }
            }
            while true { pause() }
        default: break
        }
        print("CacheTrials kills COUNT DIRECTORY… | costs DIRECTORY")
        exit(2)
    }
}
