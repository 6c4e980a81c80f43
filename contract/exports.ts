import { z } from 'zod'
import { call, content, page, stored } from './kit/call.ts'
import { exportFormats } from './kit/columns.ts'
import { choice, list, timeRange } from './kit/list.ts'
import { machine } from './kit/machine.ts'
import { ref } from './kit/refs.ts'
import { environment, text, timestamp } from './kit/wire.ts'

/** An export that a job prepares. A worker that dies leaves it `running`; the next one begins it anew. */
export const exportStates = machine({
  states: ['queued', 'running', 'ready', 'failed', 'cancelled', 'expired'],
  actions: {
    begin: { from: ['queued', 'running'], to: 'running' },
    finish: { from: ['running'], to: 'ready' },
    fail: { from: ['queued', 'running'], to: 'failed' },
    cancel: { from: ['queued', 'running'], to: 'cancelled' },
    expire: { from: ['ready'], to: 'expired' },
  },
})
export type ExportState = (typeof exportStates.states)[number]

/** The calls that answer with the export of a list: what can be prepared in the background. */
export const exportCalls = [
  'exportPayments',
  'exportPaymentsOfMerchants',
  'exportPaymentLinks',
  'exportPaymentLinksOfMerchants',
  'exportPaymentPages',
  'exportPaymentPagesOfMerchants',
  'exportPageTransactions',
  'exportInvoices',
  'exportInvoicesOfMerchants',
  'exportPrices',
  'exportPricesOfMerchants',
  'exportSubscriptions',
  'exportSubscriptionsOfMerchants',
  'exportPayouts',
  'exportPayoutsOfMerchants',
  'exportRefundBatchRows',
  'exportFeeMismatches',
  'exportReconFiles',
  'exportReconRecords',
  'exportReconLeftOut',
  'exportThirdParty',
  'exportThirdPartyErrors',
  'exportWebhookLog',
  'exportDashboardRecords',
  'exportReconTransactions',
  'exportReconSettlements',
  'exportReconReport',
  'exportReconExceptions',
  'exportRemittances',
  'exportRemittanceItems',
  'exportAuditLogs',
  'exportAuditLogsOfMerchants',
] as const
export type ExportCall = (typeof exportCalls)[number]

/** Why an export failed. */
export const exportFailures = ['too_large', 'no_room', 'no_right', 'gone', 'internal'] as const
export type ExportFailure = (typeof exportFailures)[number]

const exportRow = {
  export_id: z.string(),
  /** The call that would answer with the same file. */
  of: z.enum(exportCalls),
  status: z.enum(exportStates.states),
  /** Why it failed; empty otherwise. */
  reason: z.enum([...exportFailures, '']),
  format: z.enum(exportFormats),
  /** Rows that are in the file so far, and once it is ready all of them. */
  rows: z.int(),
  /** Of the file so far, and once it is ready all of it. */
  size_bytes: z.int(),
  /** SHA-256 of the file in hexadecimal digits; empty until it is ready. */
  digest: z.string(),
  /** The name of the schedule that it was made by; empty otherwise. */
  schedule: z.string(),
  created_by: z.string(),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
  /** The file can be downloaded until then; null until it is ready. */
  expires_at: timestamp.nullable(),
  /** Whether the asking user has the right to the list that the file is of. */
  downloadable: z.boolean(),
}
export const ExportRow = z.object(exportRow)
export type ExportRow = z.input<typeof ExportRow>

export const preparedExportList = list({
  columns: {
    of: { kind: 'reference', shown: true, words: 'exportOf' },
    status: { kind: 'status', shown: true },
    rows: { kind: 'number', shown: true },
    size_bytes: { kind: 'number', shown: true },
    created_at: { kind: 'time', shown: true },
    expires_at: { kind: 'time', shown: true },
    created_by: { kind: 'text', shown: true },
    format: { kind: 'text', words: 'exportFormats' },
    schedule: { kind: 'text' },
    export_id: { kind: 'text' },
  },
  filters: {
    status: choice(exportStates.states),
    of: choice(exportCalls),
    created_at: timeRange(),
  },
  phone: { head: ['of'], value: 'status', line: ['created_at', 'rows', 'created_by'] },
  sorts: ['created_at'],
})

/** What to export: a call, the values of its path and its body. */
export const exportAsked = {
  of: z.enum(exportCalls),
  /** The values of the names in the call's path. */
  path: z.record(text(40), text(64)).optional(),
  /** The call's body, as the call itself takes it. */
  request: z.record(z.string(), z.unknown()),
  /** The key of the sub-merchant that a master acts for. */
  sub_merchant: text(64).optional(),
}

/** Prepares an export in the background. Whoever asks needs the right to the list. */
export const createExport = call({
  at: 'POST /api/exports',
  body: z.strictObject({ environment: environment.optional(), ...exportAsked }),
  answer: content(ExportRow),
  access: 'anyUser',
  personal: true,
  faults: ['notFound', 'denied', 'exportsWaiting', 'exportsFull'],
  repeat: 'required',
  audit: 'export.prepare',
})

/** Prepared exports, the newest first: the user's own and those that a schedule makes for them; of an administrator all. */
export const listExports = call({
  at: 'POST /api/exports/list',
  follows: ['export'],
  body: preparedExportList.body,
  answer: page(ExportRow),
  access: 'anyUser',
  personal: true,
})

const path = {
  params: { export_id: ref('export') },
  query: z.strictObject({ environment: environment.optional() }),
}

/** How far an export is. */
export const readExport = call({
  at: 'GET /api/exports/{export_id}',
  follows: ['export'],
  ...path,
  answer: content(ExportRow),
  access: 'anyUser',
  personal: true,
  faults: ['notFound'],
})

/** The file itself, for `limits.exportDays`. The right to its list is asked again. */
export const readExportFile = call({
  at: 'GET /api/exports/{export_id}/file',
  ...path,
  answer: stored('export'),
  access: 'anyUser',
  personal: true,
  sensitive: true,
  faults: ['notFound', 'denied', 'wrongState'],
  audit: 'export.download',
})

/** Cancels an export that is not ready yet. */
export const cancelExport = call({
  at: 'POST /api/exports/{export_id}/cancel',
  params: path.params,
  body: z.strictObject({ environment: environment.optional() }),
  answer: content(ExportRow),
  access: 'anyUser',
  personal: true,
  faults: ['notFound', 'wrongState'],
  audit: 'export.cancel',
})
