import Requests
import RequestsEndpoints

extension CityLibrary {
    struct MembersEndpoints: Sendable {
        /// List members.
        let list = Endpoint<MembersListInput, [Member]>(.get, "/members")

        /// Add a member.
        let add = Endpoint<NewMember, Member>(.post, "/members").status(.created)
    }
}
