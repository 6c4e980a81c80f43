import { z } from 'zod'
import { ExportRow } from './exports.ts'
import { call, data, spreadsheet } from './kit/call.ts'
import { exportColumns, exportFormats } from './kit/columns.ts'
import { email, text } from './kit/wire.ts'
import { limits } from './limits.ts'
import {
  mismatchWords,
  recordGroups,
  reconNarrowing,
  reconRunId,
  sourceA,
  type MismatchWord,
} from './recon-dashboard-shapes.ts'
import { outcomeColumns, ReconOutcomeRow } from './recon-outcome-rows.ts'
import { outcomeStatuses } from './recon-outcomes.ts'
import { languageTags } from '#i18n/languages.ts'

export type { ReconOutcomeRow } from './recon-outcome-rows.ts'

const mismatchNames = z.enum(Object.keys(mismatchWords) as [MismatchWord, ...MismatchWord[]])
const oneOrMore = <S extends z.ZodType>(schema: S) => z.union([schema, z.array(schema).min(1).max(20)])
/** The records of a source in a pair: of a box of the flow chart, of outcomes, or with differences. The search matches a reference. */
const asked = {
  ...reconNarrowing,
  data_source: sourceA,
  msm_id: z
    .int()
    .min(1)
    .meta({ examples: [2] }),
  run_id: reconRunId,
  status: z.union([z.enum(recordGroups), oneOrMore(z.enum(outcomeStatuses))]).optional(),
  mismatches: z.union([z.literal(''), oneOrMore(mismatchNames), z.array(mismatchNames).max(0)]).optional(),
  search: text(limits.searchLength, 0).optional(),
}
const paged = {
  page: z.int().min(1).optional(),
  pagesize: z.int().min(1).max(limits.pageSizeMost).optional(),
  cursor: text(400).optional(),
}
const file = {
  columns: exportColumns(Object.keys(outcomeColumns)),
  format: z.enum(exportFormats).optional(),
  language: z.enum(languageTags).optional(),
  right_to_left: z.boolean().optional(),
}
const count = z.int()
const RecordsPage = z.object({
  /** The columns that the rows have, in order. */
  columns: z.array(z.object({ key: z.string(), kind: z.string() })),
  data: z.array(ReconOutcomeRow),
  page: count,
  size: count,
  totalElements: count,
  totalPages: count,
  numberOfElements: count,
  next_cursor: z.string().nullable(),
  previous_cursor: z.string().nullable(),
  total_capped: z.boolean(),
})
export type ReconRecordsPage = z.input<typeof RecordsPage>

const records = {
  body: z.strictObject({ ...asked, ...paged }),
  answer: data(RecordsPage),
  access: 'reconDashboard',
  faults: ['pairUnknown', 'reconInProgress', 'notFound'],
  repeat: 'safe',
} as const
/** What became of the records of a source, newest first. */
export const listDashboardRecords = call({ at: 'POST /merchants/recon/v3/dashboard-records', follows: ['recon_run'], ...records }) // prettier-ignore
/** The same for the merchant's own server. */
export const listDashboardRecordsByServer = call({ at: 'POST /api/recon/v3/dashboard-records', ...records, server: true, keyScope: 'recon' }) // prettier-ignore

const exported = {
  body: z.strictObject({ ...asked, ...file }),
  answer: spreadsheet('recon-dashboard', Object.keys(outcomeColumns)),
  access: 'reconDashboard',
  faults: ['pairUnknown', 'reconInProgress', 'notFound'],
  audit: 'recon-record.export',
} as const
/** All of them as a file. */
export const exportDashboardRecords = call({ at: 'POST /merchants/recon/v3/export-dashboard-records', ...exported })
/** The same for the merchant's own server. */
export const exportDashboardRecordsByServer = call({ at: 'POST /api/recon/v3/export-dashboard-records', ...exported, server: true, keyScope: 'recon' }) // prettier-ignore

/**
 * Has them prepared as a file, and writes to some of the merchant's users when it is ready: the mail has a link that asks them to sign
 * in, and their right to the records is asked again. The state is read by `GET /api/exports/{export_id}`.
 */
export const emailDashboardRecords = call({
  at: 'POST /merchants/recon/v3/g/recon/dashboard/source-records/export-email',
  body: z.strictObject({
    ...asked,
    ...file,
    emails: z.array(email).min(1).max(limits.exportRecipients),
    /** The key of the sub-merchant that a master acts for. */
    sub_merchant: text(64).optional(),
  }),
  answer: data(ExportRow),
  access: 'reconDashboard',
  personal: true,
  faults: ['pairUnknown', 'reconInProgress', 'notFound', 'exportsWaiting', 'exportsFull'],
  audit: 'recon-record.email',
  notice: 'Export is being prepared',
  onFailure: 'inline',
})
