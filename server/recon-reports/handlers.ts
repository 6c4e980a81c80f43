import type * as analytics from '#contract/recon-analytics.ts'
import type * as reports from '#contract/recon-reports.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { analyse } from './analytics.ts'
import { reportChoices } from './choices.ts'
import { createReport } from './create.ts'
import { listReports } from './list.ts'
import { reportOf } from './report.ts'

export const reportHandlers: Handlers<typeof reports> = {
  exportReconReport: reportOf,
  listReconReports: (ctx, { body }) => listReports(ctx, body),
  readReconReportChoices: (ctx, { body }) => reportChoices(ctx, body),
  createReconReport: (ctx, { body }) => createReport(ctx, body),
}

export const analyticsHandlers: Handlers<typeof analytics> = {
  readReconAnalytics: (ctx, { body }) => analyse(ctx, body),
}
