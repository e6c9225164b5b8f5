extension ChangeRule {
    /// The rules for values that clients send: accepting less breaks clients.
    static let inputs: [ChangeRule] = [
        .clients("input-type-narrowed", "The server rejects values of a type that a client may still send.").drift,
        .compatible("input-type-widened", "The values that a client sends are still accepted."),
        .clients("input-type-changed", "The server rejects values of the old type.").drift,
        .clients("input-null-refused", "The server rejects null."),
        .compatible("input-null-allowed", "A client can still send values other than null."),
        .clients("input-value-removed", "The server rejects requests with this value.").drift,
        .compatible("input-value-added", "A client can still send the existing values."),
        .clients("input-values-limited", "The server rejects values that aren't in the list."),
        .compatible("input-values-unlimited", "The listed values are still accepted."),
        .clients("input-format-narrowed", "The server rejects values that don't have the new format."),
        .compatible("input-format-widened", "Values in the old format are still accepted."),
        .clients("input-format-changed", "The server rejects values in the old format."),
        .clients("input-pattern-added", "The server rejects values that don't match the pattern."),
        .compatible("input-pattern-removed", "Values that match the old pattern are still accepted."),
        .clients("input-pattern-changed", "The server may reject values that match the old pattern."),
        .clients("input-range-narrowed", "The server rejects numbers outside the new range."),
        .compatible("input-range-widened", "The numbers that a client sends are still accepted."),
        .clients("input-multiple-narrowed", "The server rejects numbers that don't match the new `multipleOf`."),
        .compatible("input-multiple-widened", "The numbers that a client sends are still accepted."),
        .clients("input-length-narrowed", "The server rejects strings whose length is outside the new range."),
        .compatible("input-length-widened", "The strings that a client sends are still accepted."),
        .clients("input-count-narrowed", "The server rejects arrays and objects whose size is outside the new range."),
        .compatible("input-count-widened", "The arrays and objects that a client sends are still accepted."),
        .clients("input-uniqueness-required", "The server rejects arrays with duplicate elements."),
        .compatible("input-uniqueness-dropped", "Arrays with unique elements are still accepted."),
        .clients("input-required-property-added", "The server rejects objects without the property.").drift,
        .compatible("input-optional-property-added", "A client can omit the property."),
        .clients("input-property-removed", "The server ignores the property or rejects objects that still contain it.")
            .drift,
        .clients("input-property-required", "The server rejects objects without the property.").drift,
        .compatible("input-property-optional", "A client can still send the property."),
        .clients(
            "input-property-read-only", "The server ignores the property or rejects objects that still contain it."),
        .clients("input-properties-closed", "The server rejects properties that the schema doesn't list."),
        .compatible("input-properties-opened", "The properties that a client sends are still accepted."),
        .clients(
            "input-alternative-removed",
            "The server rejects values that match only the removed `oneOf`/`anyOf` schema."),
        .compatible(
            "input-alternative-added",
            "A client can still send values that match the existing `oneOf`/`anyOf` schemas."),
        .clients(
            "input-discriminator-changed", "The server may choose the wrong `oneOf`/`anyOf` schema for a value."),
        .clients("input-encoding-changed", "A client may encode the string in a way that the server can't decode."),
        .clients("input-default-changed", "The server now treats a missing value differently."),
        .clients("input-exclusion-changed", "The server may reject values that a client sends."),
        .clients("input-keyword-narrowed", "The server rejects values that the new keyword doesn't allow."),
        .compatible("input-keyword-widened", "The values that a client sends are still accepted."),
        .clients("input-keyword-changed", "The server may reject values that a client sends."),
        .clients(
            "input-reference-changed", "The referenced schema is missing, so the effect of the change is unknown."),
    ]

    /// The rules for values that servers send: promising less breaks clients, and promising more breaks servers.
    static let outputs: [ChangeRule] = [
        .servers("output-type-narrowed", "A server may still send values of a type that a client no longer reads."),
        .clients("output-type-widened", "A client may get values of a type that it can't read.").drift,
        .clients("output-type-changed", "A client gets values of a type that it can't read.").drift,
        .servers("output-null-refused", "A server may still send null."),
        .clients("output-null-allowed", "A client may get null instead of a value.").drift,
        .servers("output-value-removed", "A server may still send a value that a client no longer knows."),
        .clients("output-value-added", "A client may get a value that it doesn't know.").drift,
        .servers("output-values-limited", "A server may still send values that aren't in the list."),
        .clients("output-values-unlimited", "A client may get values that it doesn't know."),
        .servers("output-format-narrowed", "A server may still send values that don't have the new format."),
        .clients("output-format-widened", "A client may get values that don't have the old format."),
        .clients("output-format-changed", "A client gets values that don't have the old format."),
        .servers("output-pattern-added", "A server may still send values that don't match the pattern."),
        .clients("output-pattern-removed", "A client may get values that don't match the old pattern."),
        .clients("output-pattern-changed", "A client may get values that don't match the old pattern."),
        .servers("output-range-narrowed", "A server may still send numbers outside the new range."),
        .clients("output-range-widened", "A client may get numbers outside the old range."),
        .servers("output-multiple-narrowed", "A server may still send numbers that don't match the new `multipleOf`."),
        .clients("output-multiple-widened", "A client may get numbers that don't match the old `multipleOf`."),
        .servers("output-length-narrowed", "A server may still send strings whose length is outside the new range."),
        .clients("output-length-widened", "A client may get strings of an unexpected length."),
        .servers(
            "output-count-narrowed", "A server may still send arrays or objects whose size is outside the new range."),
        .clients(
            "output-count-widened", "A client may get arrays or objects of an unexpected size."),
        .servers("output-uniqueness-required", "A server may still send arrays with duplicate elements."),
        .clients("output-uniqueness-dropped", "A client may get arrays with duplicate elements."),
        .servers("output-required-property-added", "A server may still send objects without the property."),
        .compatible("output-optional-property-added", "A client ignores properties that it doesn't know."),
        .clients("output-property-added-to-closed", "A client may reject properties that the old schema doesn't list."),
        .clients("output-property-removed", "A client that reads the property doesn't find it.").drift,
        .servers("output-property-required", "A server may still send objects without the property."),
        .clients("output-property-optional", "A client that relies on the property may get objects without it.").drift,
        .clients("output-property-write-only", "A client that reads the property doesn't find it."),
        .servers("output-properties-closed", "A server may still send properties that the schema doesn't list."),
        .compatible("output-properties-opened", "A client ignores properties that it doesn't know."),
        .servers(
            "output-alternative-removed",
            "A server may still send values that match only the removed `oneOf`/`anyOf` schema."),
        .clients(
            "output-alternative-added", "A client may get values that match only the new `oneOf`/`anyOf` schema."),
        .clients(
            "output-discriminator-changed", "A client may choose the wrong `oneOf`/`anyOf` schema for a value."),
        .clients("output-encoding-changed", "The server may encode the string in a way that a client can't decode."),
        .words("output-default-changed", "A server sends the actual value, so the default has no effect."),
        .clients("output-exclusion-changed", "A client may get values that it doesn't expect."),
        .servers("output-keyword-narrowed", "A server may still send values that the new keyword doesn't allow."),
        .clients("output-keyword-widened", "A client may get values that it doesn't expect."),
        .clients("output-keyword-changed", "A client may get values that it doesn't expect."),
        .clients(
            "output-reference-changed", "The referenced schema is missing, so the effect of the change is unknown."),
    ]

    static let schemas: [ChangeRule] = [
        .words("schema-words-changed", "Titles, descriptions and comments don't affect requests or responses."),
        .words("schema-examples-changed", "Examples don't affect requests or responses."),
        .words("schema-deprecated", "Values of the schema still work as before."),
        .words("schema-restored", "Values of the schema still work as before."),
        .words(
            "schema-access-changed",
            "The effects on requests and responses are listed as separate changes."),
        .clients(
            "xml-form-changed", "The client and the server use different XML elements or attributes for the value."),
        .clients("schema-too-deep", "The effect is unknown, because the schema is nested too deeply."),
    ]
}
