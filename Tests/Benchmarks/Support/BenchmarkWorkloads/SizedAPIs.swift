import Foundation
import Requests
import RequestsEndpoints

/// APIs that differ only in the number of their endpoints.
enum SizedAPIs {
    /// An API with two endpoints.
    struct Two: RequestProviding {
        let baseURL: URL

        @GET("/users/{id}") var user: Endpoint<Int, Repository>
        @POST("/users") var add: Endpoint<Repository, Repository>
    }

    /// An API with 30 endpoints.
    struct Thirty: RequestProviding {
        let baseURL: URL

        @GET("/items0/{id}") var item0: Endpoint<Int, Repository>
        @POST("/items0") var add0: Endpoint<Repository, Repository>
        @DELETE("/items0/{id}") var delete0: Endpoint<Int, Void>
        @GET("/items1/{id}") var item1: Endpoint<Int, Repository>
        @POST("/items1") var add1: Endpoint<Repository, Repository>
        @DELETE("/items1/{id}") var delete1: Endpoint<Int, Void>
        @GET("/items2/{id}") var item2: Endpoint<Int, Repository>
        @POST("/items2") var add2: Endpoint<Repository, Repository>
        @DELETE("/items2/{id}") var delete2: Endpoint<Int, Void>
        @GET("/items3/{id}") var item3: Endpoint<Int, Repository>
        @POST("/items3") var add3: Endpoint<Repository, Repository>
        @DELETE("/items3/{id}") var delete3: Endpoint<Int, Void>
        @GET("/items4/{id}") var item4: Endpoint<Int, Repository>
        @POST("/items4") var add4: Endpoint<Repository, Repository>
        @DELETE("/items4/{id}") var delete4: Endpoint<Int, Void>
        @GET("/items5/{id}") var item5: Endpoint<Int, Repository>
        @POST("/items5") var add5: Endpoint<Repository, Repository>
        @DELETE("/items5/{id}") var delete5: Endpoint<Int, Void>
        @GET("/items6/{id}") var item6: Endpoint<Int, Repository>
        @POST("/items6") var add6: Endpoint<Repository, Repository>
        @DELETE("/items6/{id}") var delete6: Endpoint<Int, Void>
        @GET("/items7/{id}") var item7: Endpoint<Int, Repository>
        @POST("/items7") var add7: Endpoint<Repository, Repository>
        @DELETE("/items7/{id}") var delete7: Endpoint<Int, Void>
        @GET("/items8/{id}") var item8: Endpoint<Int, Repository>
        @POST("/items8") var add8: Endpoint<Repository, Repository>
        @DELETE("/items8/{id}") var delete8: Endpoint<Int, Void>
        @GET("/items9/{id}") var item9: Endpoint<Int, Repository>
        @POST("/items9") var add9: Endpoint<Repository, Repository>
        @DELETE("/items9/{id}") var delete9: Endpoint<Int, Void>
    }

    static let two = Two(baseURL: Example.base)
    static let thirty = Thirty(baseURL: Example.base)
}

extension Workload {
    /// The GET of an API with two endpoints.
    package static let allOfTwo = Workload("allOfTwo") { try Example.chain(of: SizedAPIs.two).toURLRequest() }

    /// The GET of an API with 30 endpoints.
    package static let allOfThirty = Workload("allOfThirty") { try Example.chain(of: SizedAPIs.thirty).toURLRequest() }

    /// The message of an API with two endpoints.
    package static let outgoingOfTwo = Workload("outgoingOfTwo") { try Example.chain(of: SizedAPIs.two).resolve() }
}
