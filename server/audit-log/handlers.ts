import type * as contract from '#contract/audit-log.ts'
import { auditFindings } from '#contract/audit-log.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { readHistory } from './history.ts'
import { exportedEntries, listActors, listAuditLogs, readChainState } from './queries.ts'

export const handlers: Handlers<typeof contract> = {
  listAuditLogs: (ctx, { body }) => listAuditLogs(ctx, body),

  exportAuditLogs: exportedEntries,

  listAuditActors: (ctx) => listActors(ctx),

  async readAuditChain(ctx) {
    const { head, check } = await readChainState(ctx)
    const what = auditFindings.find((one) => one === check?.finding)
    return {
      rows: Number(head?.seq ?? 0n),
      verified_rows: Number(check?.verified_seq ?? 0n),
      verified_at: check?.verified_at ?? null,
      finding: what ? { row: Number(check?.found_seq ?? 0n), what } : null,
    }
  },

  readHistory: (ctx, { body }) => readHistory(ctx, body),
}
