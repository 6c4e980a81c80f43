import type { FileFormat } from '#contract/recon-records.ts'
import type { Layout } from '../layout.ts'

/** What the process that reads a file is told. */
export interface FileAsked {
  reading: Layout['reading']
  fileType: 'transaction' | 'recon'
  /** All that it says, its outcomes alone without records, only whether its titles are as required, or each row as it stands there. */
  want: 'records' | 'outcomes' | 'titles' | 'rows'
}

/** What it says, in this order: rows as they come, then the end; or why the file is refused. */
export type FileFrame = RowsFrame | EndFrame | RefusedFrame

/** Rows, as lines of `copy` in the payload: of records, or of rows that became none. */
export interface RowsFrame {
  kind: 'records' | 'left_out'
  count: number
  /** Rows and bytes of the file that were read so far, and rows that were rejected. */
  rows: number
  read: number
  rejected: number
}
export interface EndFrame {
  kind: 'end'
  format: FileFormat
  titles: string[]
  newTitles: string[]
  digitsLost: string[]
  /** Places of the titles that the layout reads. */
  mapped: number[]
  /** Rows whose identity stood before with another content. */
  twice: number
  rows: number
  records: number
  ignored: Record<string, number>
  rejected: number
  period: { from: string; to: string } | null
  proofs: ProofLine[]
}
export interface RefusedFrame {
  kind: 'refused'
  reason: string
  params: Record<string, string | number>
  /** The headers that are missing, each with the nearest found. */
  missing: { header: string; nearest: string | null }[]
}

/** A proof with its amounts as decimal texts. */
export interface ProofLine {
  kind: 'payout' | 'balance' | 'running' | 'footer'
  batch: string
  account: string
  currency: string
  name: string
  state: 'proven' | 'unproven' | 'not_stated'
  computed: string
  stated: string | null
  difference: string | null
  remainder: string
  lines: number
  brokenAt: number | null
  parts: { what: string; count: number; amount: string }[]
}

/** The columns of a record's line, in its order. */
export const recordColumns = [
  'row_no', 'occurrence', 'identity', 'content', 'type', 'at', 'booked_on', 'at_text', 'zone', 'merchant_ref', 'provider_ref', 'other_ref',
  'parent_ref', 'gross', 'currency', 'fee', 'tax', 'passed_on', 'delivery', 'discount', 'net', 'net_currency', 'rate', 'batch', 'method',
  'account_id', 'country', 'brand_id', 'marketplace_id', 'sku_id', 'quantity', 'status_word', 'marks', 'off_by',
] as const // prettier-ignore
/** The columns of a line about a row that became no record. */
export const leftOutColumns = ['row_no', 'bucket', 'rule', 'faults', 'cells'] as const
