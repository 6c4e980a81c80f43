import { z } from 'zod'
import { ExportRow, exportStates } from './exports.ts'
import { ExportSchedule, exportScheduleTimes } from './export-schedules.ts'
import { call, data, dataPage, spreadsheet } from './kit/call.ts'
import { exportColumns, exportFormats } from './kit/columns.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { environment, text, timeZone } from './kit/wire.ts'
import { limits } from './limits.ts'
import { dayOrMoment, reconNarrowing, reconRunId } from './recon-dashboard-shapes.ts'
import { reconReportColumns, reconReportKinds } from './recon-report-kinds.ts'
import { msmId } from './recon-runs.ts'
import { languageTags } from '#i18n/languages.ts'

const columnNames = Object.keys(reconReportColumns)
const some = (max: number, example?: string) =>
  z
    .array(example === undefined ? text(max, 0) : text(max, 0).meta({ examples: [example] }))
    .max(50)
    .optional()

/** Which records a report has. The end of the dates is exclusive. */
const asked = {
  kind: z.enum(reconReportKinds),
  msm_id: msmId,
  /** What the report is called on its sheet 'About'. */
  name: text(80).optional(),
  from: dayOrMoment.optional(),
  to: dayOrMoment.optional(),
  by: reconNarrowing.by,
  /** The zone in which moments are put on days; the merchant's unless said otherwise. */
  time_zone: timeZone.optional(),
  filters: z
    .strictObject({
      data_source: text(40).optional(),
      record_type: reconNarrowing.record_type,
      account_ids: some(200),
      brands: some(100),
      marketplaces: some(100),
      countries: some(2, 'SG'),
      currencies: some(10),
    })
    .optional(),
  /** The answer of a run in place of the one that holds; of a comparison the earlier and the later one. */
  run_id: reconRunId,
  other_run_id: reconRunId,
}
const file = {
  columns: exportColumns(columnNames),
  format: z.enum(exportFormats).optional(),
  language: z.enum(languageTags).optional(),
  right_to_left: z.boolean().optional(),
}

/** A report as a file. Prepared apart it has a sheet 'About'. */
export const exportReconReport = call({
  at: 'POST /api/recon/reports/export',
  body: z.strictObject({ environment: environment.optional(), ...asked, ...file }),
  answer: spreadsheet('recon-report', columnNames),
  access: 'reconReports',
  faults: ['pairUnknown', 'reconInProgress', 'notFound'],
  audit: 'recon-report.export',
})

const {
  status,
  reason,
  format,
  rows,
  size_bytes,
  digest,
  schedule,
  created_by,
  created_at,
  finished_at,
  expires_at,
  downloadable,
} = ExportRow.shape
const Report = z.object({
  /** The prepared export: its file is read by `GET /api/exports/{export_id}/file`. */
  report_id: z.string(),
  kind: z.enum(reconReportKinds),
  name: z.string(),
  msm_id: z.int(),
  /** As they were asked for; empty where an end is open. */
  from: z.string(),
  to: z.string(),
  status, reason, format, rows, size_bytes, digest, schedule, created_by, created_at, finished_at, expires_at, downloadable,
}) // prettier-ignore
export type ReconReport = z.input<typeof Report>
const ScheduledReport = z.object({
  ...ExportSchedule.omit({ of: true, schedule_id: true }).shape,
  /** The schedule: it is changed and deleted as one of exports. */
  report_id: z.string(),
  kind: z.enum(reconReportKinds),
  msm_id: z.int(),
})
export type ScheduledReport = z.input<typeof ScheduledReport>

/** Reports that were made and that are made again and again: the user's own and those that are for them; of an administrator all. */
export const listReconReports = call({
  at: 'POST /merchants/recon/v3/g/reports',
  follows: ['export'],
  body: z.strictObject({
    environment: environment.optional(),
    merchant_key: merchantRef().optional(),
    filters: z
      .strictObject({
        kind: z.array(z.enum(reconReportKinds)).optional(),
        status: z.array(z.enum(exportStates.states)).optional(),
      })
      .optional(),
    page: z.int().min(1).optional(),
    pagesize: z.int().min(1).max(limits.pageSizeMost).optional(),
    cursor: text(400).optional(),
  }),
  /** `content` are those that were made, newest first; `scheduled` those that are made again and again, by name. */
  answer: dataPage(Report, z.object({ scheduled: z.array(ScheduledReport) })),
  access: 'reconReports',
  personal: true,
  repeat: 'safe',
})

const ReportChoices = z.object({
  account_ids: z.array(z.string()),
  brands: z.array(z.string()),
  countries: z.array(z.string()),
  marketplaces: z.array(z.string()),
  currencies: z.array(z.string()),
})
export type ReconReportChoices = z.input<typeof ReportChoices>

/** What reports can be narrowed to: accounts, brands, countries, marketplaces and currencies that records have. */
export const readReconReportChoices = call({
  at: 'POST /merchants/recon/v3/g/reports/filters',
  body: z.strictObject({
    environment: environment.optional(),
    merchant_key: merchantRef().optional(),
    /** A source whose records are meant; all of them without it. */
    request_source: text(40).optional(),
  }),
  answer: data(ReportChoices),
  access: 'reconReports',
  repeat: 'safe',
})

/** Has a report made, now or again and again, and tells those it is for: their link asks them to sign in. */
export const createReconReport = call({
  at: 'POST /merchants/recon/v3/g/reports/create',
  body: z.strictObject({
    environment: environment.optional(),
    merchant_key: merchantRef().optional(),
    ...asked,
    ...file,
    schedule: z.strictObject(exportScheduleTimes).optional(),
    /** Users who may see reports, beside whoever asks. */
    recipients: z.array(ref('user')).max(limits.exportRecipients).optional(),
    /** The key of the sub-merchant that a master acts for. */
    sub_merchant: text(64).optional(),
  }),
  answer: data(z.object({ report_id: z.string(), scheduled: z.boolean() })),
  access: 'reconReports',
  personal: true,
  faults: ['pairUnknown', 'reconInProgress', 'notFound', 'duplicateName', 'tooMany', 'exportsWaiting', 'exportsFull'],
  audit: 'recon-report.create',
  notice: 'Report is being made',
  onFailure: 'inline',
})
