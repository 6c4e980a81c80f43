import type { KindSpec } from './notifications.ts'

/** What people are told of files that come in by themselves, or should have. */
export const reconIntakeNotices = {
  recon_file_missing: {
    severity: 'warning', audience: 'reconAny', console: true, email: true,
    facts: ['source', 'channel', 'expected'], opens: { to: 'generalSettings' },
  },
  recon_sftp_failing: {
    severity: 'alarm', audience: 'reconConfiguration', console: true, email: true,
    facts: ['channel', 'host'], opens: { to: 'reconConfiguration', fixed: { tab: 'intake' } },
  },
  recon_host_key_changed: {
    severity: 'alarm', audience: 'reconConfiguration', console: true, email: true, fixed: true,
    facts: ['channel', 'host', 'fingerprint'], opens: { to: 'reconConfiguration', fixed: { tab: 'intake' } },
  },
  recon_unknown_sender: {
    severity: 'warning', audience: 'reconConfiguration', console: true, email: true,
    facts: ['channel', 'sender', 'files'], opens: { to: 'reconConfiguration', fixed: { tab: 'intake' } },
  },
} as const satisfies Record<string, KindSpec> // prettier-ignore
