import { z } from 'zod'
import { call, data, page } from './kit/call.ts'
import { choice, exactly, exporting, list, timeRange } from './kit/list.ts'
import { ref } from './kit/refs.ts'
import { environment, text, timestamp } from './kit/wire.ts'
import { recordMarks, recordTypes } from './recon-records.ts'
import { recordStandings } from './recon-file-states.ts'

const exact = z.string()

/** A record that a file brought, from the merchant's side. Amounts are exact decimal texts of major units. */
const record = {
  /** The file and the row, as in `<recon_id>-<reading>-<row>`. */
  record_ref: z.string(),
  recon_id: z.string(),
  row_no: z.int(),
  data_source: z.string(),
  bucket: z.enum(['loaded', 'repeated', 'restated']),
  standing: z.enum(recordStandings),
  record_type: z.enum(recordTypes),
  at: timestamp.nullable(),
  /** The time as it is written, and the zone by which it was read. */
  at_text: z.string(),
  zone: z.string(),
  /** The provider's own day, YYYY-MM-DD; empty where none is stated. */
  booked_on: z.string(),
  merchant_ref: z.string(),
  provider_ref: z.string(),
  other_ref: z.string(),
  parent_ref: z.string(),
  /** Null where the line states only a net. */
  gross: exact.nullable(),
  currency: z.string(),
  fee: exact,
  tax: exact,
  passed_on: exact,
  net: exact.nullable(),
  net_currency: z.string(),
  rate: exact.nullable(),
  batch: z.string(),
  method: z.string(),
  account_id: z.string(),
  country: z.string(),
  brand_id: z.string(),
  marketplace_id: z.string(),
  sku_id: z.string(),
  quantity: z.string(),
  status_word: z.string(),
  marks: z.array(z.enum(recordMarks)),
  /** By how much the row contradicts its own arithmetic; null where it does not. */
  off_by: exact.nullable(),
}
export const ReconRecord = z.object(record)
export type ReconRecord = z.input<typeof ReconRecord>

export const reconRecordList = list({
  columns: {
    row_no: { kind: 'number', shown: true },
    record_type: { kind: 'text', shown: true, words: 'recordTypes' },
    at: { kind: 'time', shown: true },
    booked_on: { kind: 'text', shown: true },
    provider_ref: { kind: 'reference', shown: true },
    merchant_ref: { kind: 'reference', shown: true },
    gross: { kind: 'text', exact: true, shown: true },
    currency: { kind: 'text', shown: true },
    fee: { kind: 'text', exact: true, shown: true },
    tax: { kind: 'text', exact: true, exported: true },
    passed_on: { kind: 'text', exact: true, exported: true },
    net: { kind: 'text', exact: true, shown: true },
    net_currency: { kind: 'text', exported: true },
    batch: { kind: 'text', shown: true },
    bucket: { kind: 'text', exported: true, words: 'reconBuckets' },
    standing: { kind: 'status', exported: true, words: 'states.reconRecord' },
    rate: { kind: 'text', exported: true },
    method: { kind: 'text', exported: true },
    other_ref: { kind: 'reference', exported: true },
    parent_ref: { kind: 'reference', exported: true },
    account_id: { kind: 'text', exported: true },
    country: { kind: 'text', exported: true },
    brand_id: { kind: 'text', exported: true },
    marketplace_id: { kind: 'text', exported: true },
    sku_id: { kind: 'text', exported: true },
    quantity: { kind: 'text', exported: true },
    at_text: { kind: 'text', exported: true },
    zone: { kind: 'text', exported: true },
    off_by: { kind: 'text', exact: true, exported: true },
    data_source: { kind: 'text' },
    status_word: { kind: 'text' },
  },
  filters: {
    bucket: choice(['loaded', 'repeated', 'restated']),
    standing: choice(recordStandings),
    record_type: choice(recordTypes),
    recon_id: exactly(64),
    batch: exactly(200),
    at: timeRange(),
  },
  phone: { head: ['provider_ref', 'merchant_ref'], value: 'gross', line: ['row_no', 'record_type', 'at'] },
  sorts: ['row_no'],
  order: 'asc',
})

/** The records that a file (`filters.recon_id`) brought, in its order: of three buckets. The search matches a reference. */
export const listReconRecords = call({
  at: 'POST /api/recon/records',
  follows: ['recon_file'],
  body: reconRecordList.body,
  answer: page(ReconRecord),
  access: 'reconData',
})

/** All of them as a spreadsheet. */
export const exportReconRecords = call({
  at: 'POST /api/recon/records/export',
  ...exporting(reconRecordList, 'recon-records'),
  access: 'reconData',
  audit: 'recon-file.export',
})

const LeftOutRow = z.object({
  row_ref: z.string(),
  recon_id: z.string(),
  row_no: z.int(),
  bucket: z.enum(['ignored', 'rejected']),
  /** The rule by which it is ignored; empty of a rejected one. */
  rule: z.string(),
  /** Why it is rejected: for each column a reason of the console's, with the value that stands there. */
  faults: z.array(
    z.object({
      column: z.string(),
      value: z.string(),
      reason: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
  /** The first of them, for tables. */
  column: z.string(),
  value: z.string(),
  reason: z.string(),
  /** The row as it stands in the file. Cells that the mapping does not read are hidden from who may not open transactions. */
  cells: z.array(z.string()),
})
export type ReconLeftOutRow = z.input<typeof LeftOutRow>

export const reconLeftOutList = list({
  columns: {
    row_no: { kind: 'number', shown: true },
    bucket: { kind: 'text', shown: true, words: 'reconBuckets' },
    rule: { kind: 'text', shown: true },
    column: { kind: 'text', shown: true },
    value: { kind: 'text', shown: true },
    reason: { kind: 'text', shown: true, words: 'reconReasons' },
    cells: { kind: 'text', exported: true },
  },
  filters: {
    bucket: choice(['ignored', 'rejected']),
    rule: exactly(80),
    recon_id: exactly(64),
  },
  phone: { head: ['column', 'rule'], value: 'row_no', line: ['value', 'reason'] },
  sorts: ['row_no'],
  order: 'asc',
})

/** The rows of a file (`filters.recon_id`) that became no records, in its order: ignored and rejected ones. */
export const listReconLeftOut = call({
  at: 'POST /api/recon/left-out',
  follows: ['recon_file'],
  body: reconLeftOutList.body,
  answer: page(LeftOutRow),
  access: 'reconData',
})

/** All of them as a spreadsheet. */
export const exportReconLeftOut = call({
  at: 'POST /api/recon/left-out/export',
  ...exporting(reconLeftOutList, 'recon-left-out'),
  access: 'reconData',
  audit: 'recon-file.export',
})

/** All versions of one row's record, of any file and reading, the one that counts first. */
export const listReconVersions = call({
  at: 'GET /api/recon/files/{recon_id}/rows/{row_no}/versions',
  follows: ['recon_file'],
  params: { recon_id: ref('reconFile'), row_no: text(10).meta({ examples: ['1'] }) },
  query: z.strictObject({ environment: environment.optional() }),
  answer: data(z.array(z.object({ ...record, file_name: z.string(), file_created_at: timestamp }))),
  access: 'reconData',
  faults: ['notFound'],
})
