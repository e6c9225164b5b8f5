import Foundation
import Requests
import Testing

extension ServerCheck {
    /// Queues in two dialects, and a table, of an AWS server.
    static let queues: [ServerCheck] = [
        ServerCheck(.moto, "a queue by forms") { transport, api in
            let name = "queue-\(UUID())"
            let create = api.post(.form(["Action": "CreateQueue", "QueueName": name]), to: "/").receiving(.text)
            try await #expect(transport.perform(create.service("sqs")).contains(name))
        },
        ServerCheck(.moto, "a message in a queue") { transport, api in
            struct Created: Decodable, Sendable {
                let url: String
                enum CodingKeys: String, CodingKey { case url = "QueueUrl" }
            }
            struct Received: Decodable, Sendable {
                struct Message: Decodable, Sendable {
                    let body: String
                    enum CodingKeys: String, CodingKey { case body = "Body" }
                }
                let messages: [Message]
                enum CodingKeys: String, CodingKey { case messages = "Messages" }
            }
            let queue = try await transport.perform(
                api.action("AmazonSQS.CreateQueue", ["QueueName": "queue-\(UUID())"], "1.0")
                    .service("sqs").receiving(.json(Created.self)))
            let text = "Zoë & <friends>\n"
            try await transport.perform(
                api.action("AmazonSQS.SendMessage", ["QueueUrl": queue.url, "MessageBody": text], "1.0").service("sqs"))
            let received = try await transport.perform(
                api.action("AmazonSQS.ReceiveMessage", ["QueueUrl": queue.url], "1.0")
                    .service("sqs").receiving(.json(Received.self)))
            #expect(received.messages.map(\.body) == [text])
        },
        ServerCheck(.moto, "an action that does not exist") { transport, api in
            let request = api.action("DynamoDB_20120810.Nothing", ["TableName": "none"], "1.0").service("dynamodb")
            let error = try await failure(of: request, on: transport)
            #expect(error.code == .unacceptableStatus)
        },
        ServerCheck(.moto, "a table that is missing") { transport, api in
            struct Refusal: Decodable { let message: String? }
            let request = api.action("DynamoDB_20120810.DescribeTable", ["TableName": "missing-\(UUID())"], "1.0")
            let error = try await failure(of: request.service("dynamodb"), on: transport)
            #expect(error.head?.status == 400)
            #expect(String(decoding: error.body, as: UTF8.self).contains("ResourceNotFoundException"))
        },
        ServerCheck(.moto, "a table and its items") { transport, api in
            let table = "table-\(UUID())"
            struct Key: Encodable { var AttributeName = "id", KeyType = "HASH" }
            struct Attribute: Encodable { var AttributeName = "id", AttributeType = "S" }
            struct Create: Encodable {
                var TableName: String
                var KeySchema = [Key()], AttributeDefinitions = [Attribute()], BillingMode = "PAY_PER_REQUEST"
            }
            struct Put: Encodable {
                var TableName: String
                var Item: [String: [String: String]]
            }
            struct Scanned: Decodable, Sendable {
                let items: [[String: [String: String]]]
                enum CodingKeys: String, CodingKey { case items = "Items" }
            }
            let item = ["id": ["S": "1"], "name": ["S": "Zoë \"&\" 日本"]]
            try await transport.perform(
                api.action("DynamoDB_20120810.CreateTable", Create(TableName: table), "1.0").service("dynamodb"))
            try await transport.perform(
                api.action("DynamoDB_20120810.PutItem", Put(TableName: table, Item: item), "1.0").service("dynamodb"))
            let scanned = try await transport.perform(
                api.action("DynamoDB_20120810.Scan", ["TableName": table], "1.0")
                    .service("dynamodb").receiving(.json(Scanned.self)))
            #expect(scanned.items == [item])
        },
    ]
}

extension ServerAPI {
    /// Makes an action of an AWS server, whose JSON has a special media type and unchanged keys.
    fileprivate func action(
        _ name: String, _ input: some Encodable & Sendable, _ version: String
    ) -> Request<ServerAPI, Void> {
        post(.json(input, encoder: JSONEncoder()), to: "/")
            .setting(headerField: .contentType(MediaType("application", "x-amz-json-\(version)")))
            .setting(headerField: "X-Amz-Target", name)
    }
}
