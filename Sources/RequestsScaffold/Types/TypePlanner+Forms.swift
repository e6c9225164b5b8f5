import Requests
import RequestsOpenAPI

extension TypePlanner {
    /// Returns the content of a form's property; `nil` if the property is text.
    func content(of schema: JSONValue, named name: String, at site: Site) -> FormContent? {
        guard let form = site.form else { return nil }
        let label = SwiftText.line(name)
        let part = FormPart(schema, encoding: form.encoding?[name], document.references)
        if form.isMultipart, form.encoding?[name]?["headers"]?.object?.isEmpty == false {
            omit("the header fields of the part `\(label)`")
        }
        if part.form == .nested, form.encoding?[name]?["style"] != "deepObject" {
            omit("the style of \(label), because its values are sent as \(label)[name]")
        }
        let isJSON = MediaType(part.contentType)?.isJSON == true
        guard part.form == .content, form.isMultipart || isJSON else { return nil }
        let merged = MergedSchema(schema, document)
        let one: SwiftType = form.isMultipart ? .named("FileValue") : .string
        let type = part.isList ? .array(one) : one
        var content = FormContent(type: merged.isNullable ? type.orNil : type)
        if isJSON, !part.isList || merged.items != nil {
            var site = site.part(Words(name).typeName)
            (site.isForm, site.hasFiles) = (false, false)
            let value = self.type(of: part.isList ? merged.items ?? [:] : schema, at: site).wrapped
            content.value = value
            let cure = form.isMultipart ? ": create the file with `FileValue.encoded` and the API's coding" : ""
            content.words = "The JSON of `\(value.text)`\(cure)."
        } else if part.isExplicit {
            content.words = "The media type is \(SwiftText.line(part.contentType))."
        }
        return content
    }

    /// Returns the name of a list in a form, without the brackets that the coding adds; `nil` if the list's style isn't
    /// possible.
    func listName(_ name: String, in form: FormSite) -> String? {
        let style = ArrayStyle(ofFormList: name, form.encoding?[name])
        // In the default style, the brackets are a part of the name.
        if style == form.arrays { return style == .brackets ? String(name.dropLast(2)) : name }
        if style == .brackets, form.arrays == .repeated { return name }
        omit("the list \(SwiftText.line(name)), because its style differs from the style of the other lists")
        return nil
    }
}
