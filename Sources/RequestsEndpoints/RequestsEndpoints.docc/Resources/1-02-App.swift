@main struct App {
    static func main() {
        print("Ready.")
    }
}
