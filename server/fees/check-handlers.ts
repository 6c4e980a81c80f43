import type * as contract from '#contract/fee-checks.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { exportedChecks, listChecks } from './check-list.ts'
import { learnOfRecords } from './learn-records.ts'
import { summarise } from './summary.ts'

export const checkHandlers: Handlers<typeof contract> = {
  learnFeePlans: (ctx, { body }) => learnOfRecords(ctx, body),
  listFeeMismatches: (ctx, { body }) => listChecks(ctx, body),
  exportFeeMismatches: exportedChecks,
  summariseFees: (ctx, { body }) => summarise(ctx, body),
}
