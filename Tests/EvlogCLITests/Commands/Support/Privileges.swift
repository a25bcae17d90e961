import Foundation

/// What this machine lets a test do.
enum Privileges {
    /// Whether a script run by `unshare -m` may mount: its mounts are seen by nobody else and end with it.
    static let canMount = succeeds("unshare -m sh -c 'mount -t tmpfs tmpfs /mnt'")
    /// Whether a command can be run as a user that owns nothing.
    static let canBecomeNobody = succeeds(nobody + " true")

    static let nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups"

    private static func succeeds(_ script: String) -> Bool {
        (try? Scratch().shell(script + " 2>/dev/null").status) == 0
    }
}
