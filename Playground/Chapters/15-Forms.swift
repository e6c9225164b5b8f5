import Foundation
import Requests
import RequestsEndpoints

private struct Library: RequestProviding {
    typealias Failure = ProblemDetails

    let baseURL: URL
    var coding: Coding { .snakeCase }
}

private struct SignUp: Codable, Equatable {
    var name: String
    var favouriteShelves: [Int]
}

/// The media type and the size of a body that the server received.
private struct Receipt: Codable, Equatable {
    let type: String
    let bytes: Int
}

extension Chapter {
    static let forms = Chapter("forms", "Forms, and files in them") { tour in
        let library = Library(baseURL: tour.server)
        let session = URLSession.shared
        let film = URL.temporaryDirectory.appending(path: "film-\(UUID()).mp4")
        try Data(count: 2 * 1_024 * 1_024).write(to: film)
        defer { try? FileManager.default.removeItem(at: film) }
        tour.setting()

        tour.say("A form is written by the coding of the API, and so are the fields of a query:")
        await tour.step("A form", sends: "POST /forms", gives: "name=Ada+B&favourite_shelves=1&favourite_shelves=2") {
            let form = SignUp(name: "Ada+B", favouriteShelves: [1, 2])
            return try await session.perform(library.post(.form(form), to: "/forms").receiving(.text))
        }

        tour.say(
            "Values and files go together as parts. The file goes from the disk to the socket, its length known before:"
        )
        await tour.transfer("A form with a file", sends: "POST /parcels", gives: "multipart/form-data") { bar in
            let form = library.post(
                .multipart {
                    Part("title", "Holiday")
                    Part("meta", .json(SignUp(name: "Ada", favouriteShelves: [1])))
                    Part("film", file: film, fileName: "film.mp4")
                },
                to: "/parcels"
            )
            .receiving(.json(Receipt.self))
            .reportingProgress { progress in bar.show(progress) }
            return try await session.perform(form).type
        }

        tour.say(
            "What the server says of a form that it refuses is the failure of the API, here a ProblemDetails (RFC 9457):"
        )
        await tour.failure("A form that is refused", sends: "POST /forms/refused", code: .unacceptableStatus) {
            try await session.perform(library.post(.form(["name": ""]), to: "/forms/refused"))
        }
        await tour.step("The problem in it", sends: "POST /forms/refused", gives: "A reader has a name.") {
            do throws(RequestError<ProblemDetails>) {
                try await session.perform(library.post(.form(["name": ""]), to: "/forms/refused"))
                return ""
            } catch {
                return error.failure?.title ?? ""
            }
        }
    }
}
