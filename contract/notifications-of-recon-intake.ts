import type { KindSpec } from './notifications.ts'

/** The ways in of the channel. */
const intake = { to: 'reconConfiguration', fixed: { tab: 'intake' }, search: { channel: 'channel_key' } } as const

/** What people are told of files that come in by themselves, or should have. */
export const reconIntakeNotices = {
  recon_file_missing: {
    severity: 'warning', audience: 'reconAny', console: true, email: true,
    facts: ['source', 'channel', 'channel_key', 'expected'], opens: { to: 'reconData', search: { channel: 'channel_key' } },
  },
  recon_sftp_failing: {
    severity: 'alarm', audience: 'reconConfiguration', console: true, email: true,
    facts: ['channel', 'channel_key', 'host'], opens: intake,
  },
  recon_host_key_changed: {
    severity: 'alarm', audience: 'reconConfiguration', console: true, email: true, fixed: true,
    facts: ['channel', 'channel_key', 'host', 'fingerprint'], opens: intake,
  },
  recon_unknown_sender: {
    severity: 'warning', audience: 'reconConfiguration', console: true, email: true,
    facts: ['channel', 'channel_key', 'sender', 'files'], opens: intake,
  },
} as const satisfies Record<string, KindSpec> // prettier-ignore
