/// First in, first out: what waits for the disk may be thousands of small batches, and taking one must not move the
/// others. All operations take O(1) on average.
struct WaitingLine<Element> {
    /// The taken ones before `head` are nil, so that their memory is free at once.
    private var elements: [Element?] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }

    /// The one that came first. Setting it replaces it, where there is one.
    var first: Element? {
        get { isEmpty ? nil : elements[head] }
        set { if !isEmpty, let newValue { elements[head] = newValue } }
    }

    var second: Element? { head + 1 < elements.count ? elements[head + 1] : nil }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func removeFirst() {
        guard !isEmpty else { return }
        elements[head] = nil
        head += 1
        // Moved only once most of the array is empty, so each element is moved about once.
        if head > 32, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
    }
}
