/// What `evlog help cron` prints: lines that can be pasted.
enum CronText {
    /// - Parameter home: the home directory; cron expands no variable in `PATH`.
    static func page(home: String) -> String {
        """
        # Lines for 'crontab -e'. All but the week's cards are silent when there is nothing to say, so that cron
        # mails only what matters. Two runs never overlap: the second one gives up with status 5.
        PATH=\(home)/.local/bin:/usr/local/bin:/usr/bin:/bin
        # m h dom mon dow  command
        40 2 * * *  nice evlog compact
        50 2 * * *  nice evlog prune --older-than 730d --keep-rollups
        15 3 * * *  out=$(evlog verify 2>&1) || echo "$out"
        5 0 * * 1   evlog query insights --period week --at yesterday
        30 3 * * 0  evlog export --out "$HOME/evlog-backup.jsonl" --force

        # The same for systemd, as ~/.config/systemd/user/evlog.service …
        [Unit]
        Description=Look after the evlog log

        [Service]
        Type=oneshot
        Nice=10
        ExecSearchPath=%h/.local/bin:/usr/local/bin:/usr/bin
        ExecStart=evlog compact
        ExecStart=evlog prune --older-than 730d --keep-rollups
        ExecStart=evlog verify

        # … and evlog.timer beside it; then: systemctl --user enable --now evlog.timer
        [Timer]
        OnCalendar=*-*-* 02:40
        Persistent=true

        [Install]
        WantedBy=timers.target

        """
    }
}
