import Requests

extension GitHub {
    func issues(_ query: IssueQuery) -> Request<GitHub, [Issue]> {
        get(.json([Issue].self), from: "/repos/\(query.owner)/\(query.repo)/issues")
            .adding(query: "labels", query.labels)
            .adding(query: "per_page", query.perPage)
    }
}
