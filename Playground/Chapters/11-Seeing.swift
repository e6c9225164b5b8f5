import Foundation
import Requests
import RequestsEndpoints

private struct Library: RequestProviding {
    let baseURL: URL
}

private struct NewBook: Codable {
    var title: String
}

extension Chapter {
    static let seeing = Chapter("seeing", "Seeing a request") { tour in
        let library = Library(baseURL: tour.server)
        let request = library.post(.json(NewBook(title: "L'Étranger")), to: "/books")
            .adding(query: "notify", true)
            .authenticated(with: .bearerToken("swordfish"))
        tour.setting()

        tour.say("A request can be looked at before it is sent, and when something went wrong. Nothing is sent here.")
        await tour.text("In a line", gives: "POST \(tour.server)/books?notify=true") {
            "\(request)"
        }
        await tour.text(
            "As it goes over the wire, credentials and content left out",
            gives: """
                POST /books?notify=true HTTP/1.1
                Host: \(tour.host)
                Content-Type: application/json
                Authorization: <redacted>
                Content-Length: 23

                (23 bytes)
                """
        ) {
            try request.resolve().wireFormat()
        }
        await tour.text(
            "With everything, where you ask for it",
            gives: """
                POST /books?notify=true HTTP/1.1
                Host: \(tour.host)
                Content-Type: application/json
                Authorization: Bearer swordfish
                Content-Length: 23

                {"title":"L'Étranger"}
                """
        ) {
            try request.resolve().wireFormat(revealingSecrets: true, showingBody: true)
        }
        await tour.text(
            "As a command for a shell",
            gives: """
                curl -X 'POST' --globoff '\(tour.server)/books?notify=true' -H 'Content-Type: application/json' \
                -H 'Authorization: <redacted>' --data-raw '{"title":"L'\\''Étranger"}'
                """
        ) {
            try request.resolve().cURL(showingBody: true)
        }
        await tour.step("As Foundation's URLRequest", gives: "POST, 23 bytes") {
            let urlRequest = try request.toURLRequest()
            return "\(urlRequest.httpMethod ?? ""), \(urlRequest.httpBody?.count ?? 0) bytes"
        }
    }
}
