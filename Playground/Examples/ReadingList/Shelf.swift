/// Keeps the books in memory.
actor Shelf {
    private var books: [Book] = []
    private var lastID = 0

    func books(_ filter: Filter) -> [Book] {
        books.filter { filter.isRead == nil || filter.isRead == ($0.stars != nil) }
    }

    func add(_ new: NewBook) throws(Refusal) -> Book {
        guard !new.title.isEmpty else { throw Refusal(reason: .invalid, message: "A book needs a title.") }
        guard !books.contains(where: { $0.title == new.title && $0.author == new.author }) else {
            throw Refusal(reason: .duplicate, message: "\(new.title) is on the list already.")
        }
        lastID += 1
        let book = Book(id: lastID, title: new.title, author: new.author)
        books.append(book)
        return book
    }

    func finish(_ review: Review) throws(Refusal) -> Book {
        guard 1...5 ~= review.stars else { throw Refusal(reason: .invalid, message: "A book has 1 to 5 stars.") }
        let index = try index(of: review.id)
        books[index].stars = review.stars
        return books[index]
    }

    func remove(_ id: Int) throws(Refusal) {
        books.remove(at: try index(of: id))
    }

    private func index(of id: Int) throws(Refusal) -> Int {
        guard let index = books.firstIndex(where: { $0.id == id }) else {
            throw Refusal(reason: .unknownBook, message: "There is no book \(id).")
        }
        return index
    }
}
