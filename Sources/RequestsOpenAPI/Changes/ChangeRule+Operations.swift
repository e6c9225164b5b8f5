extension ChangeRule {
    static let operations: [ChangeRule] = [
        .clients("operation-removed", "A client that calls the operation gets an error.").drift,
        .compatible("operation-added", "Existing clients don't call the operation."),
        .compatible("path-placeholder-renamed", "Placeholder names aren't sent."),
        .words("operation-deprecated", "The operation still works as before."),
        .words("operation-restored", "The operation still works as before."),
        .words(
            "operation-id-changed", "Requests and responses stay the same, but generated code may use a different name."
        ),
        .words("operation-words-changed", "Summaries and descriptions don't affect requests or responses."),
        .words("operation-tags-changed", "Tags only group operations."),
        .words("path-words-changed", "Summaries and descriptions don't affect requests or responses."),
        .clients("webhook-removed", "Clients no longer get requests for the webhook."),
        .compatible("webhook-added", "The server sends the new requests only to clients that register the webhook."),
        .clients("callback-removed", "Clients no longer get requests for the callback."),
        .compatible("callback-added", "The server sends the new requests only to clients that register the callback."),
        .clients("callback-changed", "A client may get requests that it doesn't understand."),
    ]

    static let api: [ChangeRule] = [
        .words("api-words-changed", "The metadata of the API doesn't affect requests or responses."),
        .words("api-version-changed", "The version of the API doesn't affect requests or responses."),
        .words("format-version-changed", "The OpenAPI version only affects tools that read the document."),
        .words("api-tags-changed", "Tags only group operations."),
        .words("external-docs-changed", "Links to documentation don't affect requests or responses."),
        .clients("server-removed", "Requests to the server may fail."),
        .compatible("server-added", "Clients can still call the existing servers."),
        .clients("server-variables-changed", "A client may build a server URL that no longer works."),
        .words("server-words-changed", "The description of a server doesn't affect requests or responses."),
        .words("unused-component-changed", "No operation uses the component."),
        .words("component-words-changed", "Examples and links don't affect requests or responses."),
        .clients(
            "component-changed",
            "Clients may fail: the effect of the component on requests and responses is unknown."),
        .words("ignored-header-changed", "OpenAPI ignores definitions of this header field."),
        .words("extension-changed", "In OpenAPI, extensions (`x-…`) don't affect requests or responses."),
        .clients(
            "keyword-changed", "Clients may fail: the effect of the keyword on requests and responses is unknown."),
    ]

    static let parameters: [ChangeRule] = [
        .clients("required-parameter-added", "The server rejects requests without the parameter.").drift,
        .compatible("optional-parameter-added", "A client can omit the parameter."),
        .clients("parameter-removed", "The server ignores the parameter or rejects requests that still contain it.")
            .drift,
        .clients("parameter-moved", "The server doesn't look for the parameter in the place that a client uses.").drift,
        .clients("parameter-required", "The server rejects requests without the parameter.").drift,
        .compatible("parameter-optional", "A client can still send the parameter."),
        .clients("parameter-style-changed", "A client may serialize the value in a way that the server doesn't expect.")
            .drift,
        .clients(
            "parameter-explode-changed", "A client may serialize the value in a way that the server doesn't expect."
        ).drift,
        .clients(
            "parameter-reserved-changed",
            "A client may percent-encode the value in a way that the server doesn't expect."),
        .clients("parameter-empty-value-refused", "The server rejects requests with an empty value."),
        .compatible("parameter-empty-value-allowed", "A client can still send a value that isn't empty."),
        .clients(
            "parameter-content-changed", "A client may send the value in a format that the server doesn't expect."),
        .words("parameter-deprecated", "The parameter still works as before."),
        .words("parameter-restored", "The parameter still works as before."),
        .words("parameter-words-changed", "Descriptions don't affect requests or responses."),
        .words("parameter-examples-changed", "Examples don't affect requests or responses."),
    ]

    static let bodies: [ChangeRule] = [
        .clients("required-body-added", "The server rejects requests without a body.").drift,
        .compatible("optional-body-added", "A client can omit the body."),
        .clients("body-removed", "The server ignores the body or rejects requests that still contain it.").drift,
        .clients("body-required", "The server rejects requests without a body.").drift,
        .compatible("body-optional", "A client can still send a body."),
        .clients("body-content-type-removed", "The server rejects request bodies with this content type.").drift,
        .compatible("body-content-type-added", "A client can still use the existing content types."),
        .clients(
            "body-encoding-changed",
            "A client may encode the parts of the body in a way that the server doesn't expect."
        ).drift,
        .words("body-words-changed", "Descriptions don't affect requests or responses."),
        .words("body-examples-changed", "Examples don't affect requests or responses."),
    ]

    static let responses: [ChangeRule] = [
        .clients("success-removed", "A client expects a status that the server doesn't send.").drift,
        .clients("success-added", "A client may get a status that it doesn't expect."),
        .servers("success-narrowed", "A server may still send another status in the old range."),
        .compatible("failure-removed", "A client no longer has to handle this failure."),
        .compatible(
            "failure-added",
            "A client treats an unknown 4xx status as 400, and an unknown 5xx status as 500 (RFC 9110, section 15)."),
        .clients("response-body-removed", "A client doesn't get the body that it expects.").drift,
        .compatible("response-body-added", "A client ignores a body that it doesn't need."),
        .clients(
            "response-content-type-removed", "A client doesn't get responses with the content type that it expects."
        ).drift,
        .compatible("response-content-type-added", "A client still gets the content type that it accepts."),
        .clients("response-header-removed", "A client that reads the header field doesn't find it.").drift,
        .clients("response-header-optional", "A client that relies on the header field may get responses without it.")
            .drift,
        .servers("response-header-required", "A server may still send responses without the header field."),
        .servers("required-response-header-added", "A server may still send responses without the header field."),
        .compatible("optional-response-header-added", "A client ignores header fields that it doesn't need."),
        .clients(
            "response-header-style-changed", "The server may serialize the value in a way that a client doesn't expect."
        ),
        .clients(
            "response-encoding-changed",
            "The server may encode the parts of the body in a way that a client doesn't expect."),
        .words("response-header-deprecated", "The header field still works as before."),
        .words("response-words-changed", "Descriptions don't affect requests or responses."),
        .words("response-examples-changed", "Examples don't affect requests or responses."),
        .words("response-links-changed", "Links describe related operations, and aren't sent."),
    ]

    static let security: [ChangeRule] = [
        .clients("security-required", "The server rejects requests without credentials."),
        .compatible("security-dropped", "The server ignores credentials that it doesn't need."),
        .clients("security-alternative-removed", "The server rejects requests with these credentials."),
        .compatible("security-alternative-added", "A client can still use the existing credentials."),
        .clients("security-scope-added", "The server rejects credentials without the scope."),
        .compatible("security-scope-removed", "The server still accepts credentials with the scope."),
        .clients("security-scheme-changed", "The server expects the credentials in a different form or place."),
        .clients("security-flow-changed", "A client's requests for tokens may fail."),
        .words("security-scheme-added", "A security scheme only affects the operations that use it."),
        .words("security-scheme-removed", "A security scheme only affects the operations that use it."),
        .words("security-words-changed", "Descriptions don't affect requests or responses."),
    ]
}
