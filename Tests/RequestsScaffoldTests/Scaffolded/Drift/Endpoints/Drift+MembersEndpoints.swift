import Requests
import RequestsEndpoints

extension Drift {
    struct MembersEndpoints: Sendable {
        let replaceMember = Endpoint<Member, MaybeMember?>(.put, "/members")

        let addMember = Endpoint<AddMemberInput, Member>(.post, "/members")

        let changeMembers = Endpoint<ChangeMembersInput, [Member]>(.patch, "/members")
    }
}
