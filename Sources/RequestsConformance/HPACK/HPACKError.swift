/// The reason why a header block can't be read.
enum HPACKError: Error, Equatable {
    /// The block ends within a field.
    case truncated
    /// An integer exceeds 32 bits.
    case integerTooLarge
    /// No entry of the tables has this index.
    case unknownIndex(Int)
    /// A string isn't a sequence of Huffman codes, or its padding is wrong.
    case invalidHuffmanCode
    /// A change of the table's size comes after a field, or exceeds the limit.
    case invalidTableSize(Int)
}
