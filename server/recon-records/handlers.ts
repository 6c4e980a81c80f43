import type * as lists from '#contract/recon-dashboard-lists.ts'
import type * as records from '#contract/recon-dashboard-records.ts'
import type * as dashboard from '#contract/recon-dashboard.ts'
import type * as evidence from '#contract/recon-evidence.ts'
import type * as summaries from '#contract/recon-summaries.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { choicesOf } from './choices.ts'
import { exportedSide, listSide } from './dashboard-lists.ts'
import { exportedRecords, listRecords } from './dashboard-records.ts'
import { emailRecords } from './email-records.ts'
import { evidenceOf, originalOf } from './evidence.ts'
import { readFlow } from './flow.ts'
import { summaryFile } from './summary-sheet.ts'
import { summarise } from './summary.ts'

export const dashboardHandlers: Handlers<typeof dashboard> = {
  readReconFlow: (ctx, { body }) => readFlow(ctx, body),
  readReconFlowByServer: (ctx, { body }) => readFlow(ctx, body),
  readReconChoices: (ctx) => choicesOf(ctx),
  readReconChoicesWithin: (ctx, { body }) => choicesOf(ctx, body),
}

export const recordHandlers: Handlers<typeof records> = {
  listDashboardRecords: (ctx, { body }) => listRecords(ctx, body),
  listDashboardRecordsByServer: (ctx, { body }) => listRecords(ctx, body),
  exportDashboardRecords: exportedRecords,
  exportDashboardRecordsByServer: exportedRecords,
  emailDashboardRecords: (ctx, { body }) => emailRecords(ctx, body),
}

export const evidenceHandlers: Handlers<typeof evidence> = {
  readReconEvidence: (ctx, { path, query }) => evidenceOf(ctx, path.record_ref, query.run_id),
  readReconOriginal: (ctx, { path, query }) => originalOf(ctx, path.record_ref, query.run_id),
}

export const listHandlers: Handlers<typeof lists> = {
  listReconTransactions: (ctx, { body }) => listSide(ctx, 'a', body),
  listReconSettlements: (ctx, { body }) => listSide(ctx, 'b', body),
  exportReconTransactions: (ctx, { body }) => exportedSide(ctx, 'a', body),
  exportReconSettlements: (ctx, { body }) => exportedSide(ctx, 'b', body),
}

export const summaryHandlers: Handlers<typeof summaries> = {
  summariseRecon: (ctx, { body }) => summarise(ctx, body, 'day'),
  summariseReconByProvider: (ctx, { body }) => summarise(ctx, body, 'provider'),
  downloadReconSummary: { find: (ctx, { body }) => summaryFile(ctx, body, 'day') },
  downloadReconSummaryByProvider: { find: (ctx, { body }) => summaryFile(ctx, body, 'provider') },
}
