import Requests
import RequestsEndpoints

extension Drift {
    struct SearchesEndpoints: Sendable {
        let search = Endpoint<SearchInput, Void>(.get, "/searches")
            .arrays(.brackets, of: "marks")
            .arrays(.commaSeparated, of: "codes")

        let importSearches = Endpoint<ImportSearchesInput, Void>(.put, "/searches").body(.multipart)

        let startSearch = Endpoint<StartSearchInput, Void>(.post, "/searches").body(.form)

        let dropSearches = Endpoint<DropSearchesInput, Void>(.delete, "/searches").input(in: .body)

        let changeSearch = Endpoint<ChangeSearchInput, Void>(.patch, "/searches").body(.form)
    }
}
