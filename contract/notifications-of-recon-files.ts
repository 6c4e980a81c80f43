import type { KindSpec } from './notifications.ts'

/** What people are told of files that did not go as they should. */
export const reconFileNotices = {
  recon_file_failed: {
    severity: 'warning', audience: 'reconData', console: true, email: true,
    facts: ['recon_id', 'file_name', 'source'], opens: { to: 'reconFile', search: { recon_id: 'recon_id' } },
  },
  recon_file_unproven: {
    severity: 'warning', audience: 'reconData', console: true, email: true,
    facts: ['recon_id', 'file_name', 'source'], opens: { to: 'reconFile', search: { recon_id: 'recon_id' } },
  },
} as const satisfies Record<string, KindSpec> // prettier-ignore
