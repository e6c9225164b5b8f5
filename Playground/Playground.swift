import Foundation

/// A guided tour of the library, against a local server: `swift run Playground`.
@main
struct Playground {
    static func main() async {
        switch Arguments(CommandLine.arguments.dropFirst()) {
        case .help:
            print(help)
        case .list:
            print(list)
        case .mistake(let message):
            fail(message + "\n\nThe chapters are:\n" + list)
        case .tour(let chapters, let showsAllFields):
            await tour(chapters, showsAllFields: showsAllFields)
        }
    }

    private static func tour(_ chapters: [Chapter], showsAllFields: Bool) async {
        do {
            let library = try await LibraryServer.start()
            let branch = try await LibraryServer.start()
            let tour = try await Tour(of: library, and: branch, on: Page(), showsAllFields: showsAllFields)
            tour.begin()
            for chapter in chapters { await tour.run(chapter) }
            await library.stop()
            await branch.stop()
            exit(tour.end(after: chapters.count) ? 0 : 1)
        } catch {
            fail("The tour could not begin: \(error)", code: 1)
        }
    }

    private static func fail(_ message: String, code: Int32 = 2) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(code)
    }

    private static var list: String {
        Chapter.all.enumerated().map { index, chapter in
            let number = index < 9 ? " \(index + 1)" : "\(index + 1)"
            return "  \(number)  \(chapter.name.padding(toLength: 12, withPad: " ", startingAt: 0))\(chapter.title)"
        }.joined(separator: "\n")
    }

    private static var help: String {
        """
        A guided tour of Requests: the Swift that a user writes, the request that a server receives, the response.

        usage: swift run Playground [options] [chapter ...]

        Without a chapter the whole tour. A chapter goes by its name or its number:
        \(list)

        options:
          --list        name the chapters
          --all-fields  show the fields, too, that URLSession adds to every request
          --help        this text

        The chapters are files to copy from: Playground/Chapters. Colours are for terminals; NO_COLOR turns them off.
        Exits with 1 where a response is not the one that is expected, and with 2 where there is no such chapter.
        """
    }
}

/// The request of the command line.
private enum Arguments {
    case help
    case list
    case tour([Chapter], showsAllFields: Bool)
    case mistake(String)

    init(_ arguments: some Sequence<String>) {
        var chapters: [Chapter] = []
        var showsAllFields = false
        for argument in arguments {
            switch argument {
            case "--help", "-h":
                self = .help
                return
            case "--list", "-l":
                self = .list
                return
            case "--all-fields":
                showsAllFields = true
            case _ where argument.hasPrefix("-"):
                self = .mistake("There is no option \(argument). See --help.")
                return
            default:
                guard let chapter = Chapter.named(argument) else {
                    self = .mistake("There is no chapter “\(argument)”.")
                    return
                }
                chapters.append(chapter)
            }
        }
        self = .tour(chapters.isEmpty ? Chapter.all : chapters, showsAllFields: showsAllFields)
    }
}
