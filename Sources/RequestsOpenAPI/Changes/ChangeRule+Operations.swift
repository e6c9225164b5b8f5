extension ChangeRule {
    static let operations: [ChangeRule] = [
        .clients("operation-removed", "A client that calls it gets an error.").drift,
        .compatible("operation-added", "Clients don't call it yet."),
        .compatible("path-placeholder-renamed", "The name of a placeholder is in no message."),
        .words("operation-deprecated", "It still works as before."),
        .words("operation-restored", "It works as before."),
        .words("operation-id-changed", "Messages stay the same, but generated code may get another name."),
        .words("operation-words-changed", "Summaries and descriptions are for readers."),
        .words("operation-tags-changed", "Tags only group operations."),
        .words("path-words-changed", "Summaries and descriptions are for readers."),
        .clients("webhook-removed", "A client that waits for it gets no message."),
        .compatible("webhook-added", "Clients that don't register it get no message."),
        .clients("callback-removed", "A client that waits for it gets no message."),
        .compatible("callback-added", "Clients that don't register it get no message."),
        .clients("callback-changed", "A client may not understand the messages that it gets."),
    ]

    static let api: [ChangeRule] = [
        .words("api-words-changed", "The words about the API are for readers."),
        .words("api-version-changed", "The version of the API is for readers."),
        .words("format-version-changed", "The version of OpenAPI is for tools."),
        .words("api-tags-changed", "Tags only group operations."),
        .words("external-docs-changed", "Links to documentation are for readers."),
        .clients("server-removed", "A client that calls this server gets no response."),
        .compatible("server-added", "Clients still call the other servers."),
        .clients("server-variables-changed", "A client may build a URL that no longer exists."),
        .words("server-words-changed", "The description of a server is for readers."),
        .words("unused-component-changed", "No operation uses it."),
        .words("component-words-changed", "Examples and links are for readers."),
        .clients("component-changed", "No rule compares the place that uses it, so the effect is unknown."),
        .words("ignored-header-changed", "OpenAPI ignores definitions of this header field."),
        .words("extension-changed", "OpenAPI gives extensions no meaning."),
        .clients("keyword-changed", "No rule knows this member, so its effect is unknown."),
    ]

    static let parameters: [ChangeRule] = [
        .clients("required-parameter-added", "The server rejects a client that doesn't send it.").drift,
        .compatible("optional-parameter-added", "A client may leave it out."),
        .clients("parameter-removed", "The server ignores or rejects the value that a client sends.").drift,
        .clients("parameter-moved", "The server looks for the value in another place than a client sends it.").drift,
        .clients("parameter-required", "The server rejects a client that doesn't send it.").drift,
        .compatible("parameter-optional", "A client may still send it."),
        .clients("parameter-style-changed", "The server splits the value in another way than a client joins it.").drift,
        .clients("parameter-explode-changed", "The server splits the value in another way than a client joins it.")
            .drift,
        .clients("parameter-reserved-changed", "Client and server escape other characters."),
        .clients("parameter-empty-value-refused", "The server rejects a client that sends no value."),
        .compatible("parameter-empty-value-allowed", "A client may still send a value."),
        .clients("parameter-content-changed", "The server reads another format than a client writes."),
        .words("parameter-deprecated", "It still works as before."),
        .words("parameter-restored", "It works as before."),
        .words("parameter-words-changed", "Descriptions are for readers."),
        .words("parameter-examples-changed", "Examples are for readers."),
    ]

    static let bodies: [ChangeRule] = [
        .clients("required-body-added", "The server rejects a client that sends no body.").drift,
        .compatible("optional-body-added", "A client may leave it out."),
        .clients("body-removed", "The server ignores or rejects the body that a client sends.").drift,
        .clients("body-required", "The server rejects a client that sends no body.").drift,
        .compatible("body-optional", "A client may still send a body."),
        .clients("body-content-type-removed", "The server rejects a client that sends this format.").drift,
        .compatible("body-content-type-added", "A client may still send the other formats."),
        .clients(
            "body-encoding-changed", "The server reads the parts of a form in another way than a client writes them."
        ).drift,
        .words("body-words-changed", "Descriptions are for readers."),
        .words("body-examples-changed", "Examples are for readers."),
    ]

    static let responses: [ChangeRule] = [
        .clients("success-removed", "A client expects a status that the server doesn't send.").drift,
        .clients("success-added", "A client may not know what the status and its body mean."),
        .servers("success-narrowed", "A server may still send another status of the range."),
        .compatible("failure-removed", "A client no longer gets a failure that it handles."),
        .compatible("failure-added", "A client handles unknown failures by their class (RFC 9110, section 15)."),
        .clients("response-body-removed", "A client finds no body.").drift,
        .compatible("response-body-added", "A client ignores a body that it doesn't need."),
        .clients("response-content-type-removed", "A client gets no response in the format that it reads.").drift,
        .compatible("response-content-type-added", "A client gets the format that it accepts."),
        .clients("response-header-removed", "A client that reads the header field finds none.").drift,
        .clients("response-header-optional", "A client that relies on the header field may find none.").drift,
        .servers("response-header-required", "A server may send responses without the header field."),
        .servers("required-response-header-added", "A server may send responses without the header field."),
        .compatible("optional-response-header-added", "A client ignores header fields that it doesn't need."),
        .clients("response-header-style-changed", "A client splits the value in another way than the server joins it."),
        .clients("response-encoding-changed", "A client reads the parts of the body differently."),
        .words("response-header-deprecated", "It still works as before."),
        .words("response-words-changed", "Descriptions are for readers."),
        .words("response-examples-changed", "Examples are for readers."),
        .words("response-links-changed", "Links describe other operations, and are in no message."),
    ]

    static let security: [ChangeRule] = [
        .clients("security-required", "The server rejects a client without credentials."),
        .compatible("security-dropped", "The server ignores credentials that it doesn't need."),
        .clients("security-alternative-removed", "The server rejects a client with these credentials."),
        .compatible("security-alternative-added", "A client may still use the other credentials."),
        .clients("security-scope-added", "The server rejects credentials without the scope."),
        .compatible("security-scope-removed", "Credentials with more scopes are still accepted."),
        .clients("security-scheme-changed", "The server expects the credentials in another form or place."),
        .clients("security-flow-changed", "A client may get no token at the old address."),
        .words("security-scheme-added", "Each operation says if it needs the scheme."),
        .words("security-scheme-removed", "Each operation says if it needs the scheme."),
        .words("security-words-changed", "Descriptions are for readers."),
    ]
}
