import RequestsEndpoints

extension Drift {
    /// The input of `addMember`.
    struct AddMemberInput: Codable, Hashable, Sendable {
        /// The body.
        @BodyValue var body: Nullable<AddMemberBody>
    }

    struct AddMemberBody: Codable, Hashable, Sendable {
        var email: String?
        var role: String?
    }

    /// The input of `changeMembers`.
    struct ChangeMembersInput: Codable, Hashable, Sendable {
        var member: Nullable<MaybeMember>
        var others: [Member]?
        var owner: ChangeMembersOwner?
    }

    struct ChangeMembersOwner: Codable, Hashable, Sendable {
        var email: String?
        var role: String?
    }
}
