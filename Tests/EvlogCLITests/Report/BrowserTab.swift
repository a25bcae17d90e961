import Foundation

/// A page in Chromium, with what went wrong in it.
final class BrowserTab {
    private let browser: Chromium
    private let session: String

    init(_ browser: Chromium) throws {
        self.browser = browser
        let target = try browser.call("Target.createTarget", ["url": "about:blank"])
        let attached = try browser.call(
            "Target.attachToTarget", ["targetId": target["targetId"] as? String ?? "", "flatten": true])
        session = attached["sessionId"] as? String ?? ""
        for domain in ["Page", "Runtime", "Log", "Network", "Security"] { try call("\(domain).enable") }
    }

    @discardableResult
    func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        try browser.call(method, parameters, session: session)
    }

    /// Opens a file, with what is to follow its name in the address, and waits until it is loaded.
    func open(_ path: String, fragment: String = "") throws {
        // Only the fragment changes otherwise, and then nothing is loaded.
        try load("about:blank")
        try load("file://\(path)\(fragment)")
    }

    private func load(_ address: String) throws {
        let before = browser.events.count
        try call("Page.navigate", ["url": address])
        try browser.wait(for: "Page.loadEventFired", after: before)
    }

    func reload() throws {
        let before = browser.events.count
        try call("Page.reload")
        try browser.wait(for: "Page.loadEventFired", after: before)
    }

    func show(width: Int, height: Int = 900, isDark: Bool = false) throws {
        try call(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
        try call(
            "Emulation.setEmulatedMedia",
            ["features": [["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]]])
    }

    // MARK: - Asking

    /// The value of an expression.
    func evaluate<T>(_ expression: String, as type: T.Type = T.self) throws -> T {
        let answer = try call(
            "Runtime.evaluate", ["expression": expression, "returnByValue": true, "awaitPromise": true])
        let result = answer["result"] as? [String: Any] ?? [:]
        guard answer["exceptionDetails"] == nil, let value = result["value"] as? T else {
            throw Chromium.Failure(description: "\(expression.prefix(200)): \(answer)")
        }
        return value
    }

    /// Dialogs, errors on the console, violations of the policy, and requests for anything but the page: none of it
    /// should be.
    var problems: [String] {
        browser.events.compactMap { method, parameters in
            switch method {
            case "Page.javascriptDialogOpening": return "dialog: \(parameters["message"] ?? "")"
            case "Runtime.exceptionThrown": return "exception: \(parameters)"
            case "Runtime.consoleAPICalled": return "console: \(parameters["args"] ?? "")"
            case "Log.entryAdded": return "log: \(parameters["entry"] ?? "")"
            case "Network.requestWillBeSent":
                let request = parameters["request"] as? [String: Any]
                let address = request?["url"] as? String ?? ""
                let isPage = parameters["type"] as? String == "Document"
                return isPage && (address.hasPrefix("file://") || address == "about:blank")
                    ? nil : "request: \(address)"
            default: return nil
            }
        }
    }

    // MARK: - Hands

    /// Clicks the middle of what a selector finds, with a mouse.
    func click(_ selector: String) throws {
        let place = try evaluate(
            """
            (() => { const e = document.querySelector('\(selector)'); e.scrollIntoView({ block: "center" });
              const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()
            """, as: [Double].self)
        for kind in ["mousePressed", "mouseReleased"] {
            try call(
                "Input.dispatchMouseEvent",
                ["type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1])
        }
    }

    func moveMouse(to selector: String) throws {
        let place = try evaluate(
            """
            (() => { const e = document.querySelector('\(selector)'); e.scrollIntoView({ block: "center" });
              const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()
            """, as: [Double].self)
        try call("Input.dispatchMouseEvent", ["type": "mouseMoved", "x": place[0], "y": place[1]])
    }

    func press(_ key: String, code: Int) throws {
        for kind in ["rawKeyDown", "keyUp"] {
            try call(
                "Input.dispatchKeyEvent",
                ["type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code])
        }
    }
}
