/// What `evlog help cron` prints: lines that can be pasted.
enum CronText {
    static let page = """
        # Lines for 'crontab -e'. Each is silent when there is nothing to say, so that cron mails only what
        # matters. Two runs never overlap: the second one gives up with status 5.
        PATH=/usr/local/bin:/usr/bin:/bin
        # m h dom mon dow  command
        40 2 * * *  nice evlog compact
        50 2 * * *  nice evlog prune --older-than 730d --keep-rollups
        15 3 * * *  out=$(evlog verify 2>&1) || echo "$out"
        30 3 * * 0  evlog export --out "$HOME/evlog-backup.jsonl" --force

        # The same for systemd, as ~/.config/systemd/user/evlog.service …
        [Unit]
        Description=Look after the evlog log

        [Service]
        Type=oneshot
        Nice=10
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
