import Foundation
import Requests
import RequestsEndpoints

extension Drift {
    struct NotesEndpoints: Sendable {
        // Not scaffolded: application/xml responses.
        let listNotes = Endpoint<Void, String>(.get, "/notes")

        let addNote = Endpoint<String, String>(.post, "/notes")

        let getNote = Endpoint<String, Note>(.get, "/notes/{id}")

        let setNote = Endpoint<SetNoteInput, Void>(.put, "/notes/{id}")

        let attach = Endpoint<AttachInput, Void>(.post, "/notes/{id}")

        let addScan = Endpoint<Data, Data>(.post, "/scans")
    }
}
