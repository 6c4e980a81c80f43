import type {
  FileFormat,
  RecordType,
  furtherHeaders,
  settlementHeaders,
  transactionHeaders,
} from '#contract/recon-records.ts'

/** Where a field stands: one column, the first of several that is not empty, or two columns of money. */
export type From =
  | string
  | readonly string[]
  | { credit: string; debit: string }
  /** One column of unsigned amounts, and one that says the direction in these words. */
  | { amount: string; direction: string; credit: readonly string[]; debit: readonly string[] }

/** The fields of a record, as a mapping names them; `txn_ref` is the provider's own reference of the line. */
export type FieldName =
  | (typeof transactionHeaders)[number]
  | (typeof settlementHeaders)[number]
  | (typeof furtherHeaders)[number]

/** A change to a cell's text before it is read. There are no regular expressions. */
export type Cut =
  | { cut: 'trim' | 'lower' | 'upper' | 'digits' }
  | { cut: 'prefix' | 'suffix'; text: string }
  | { cut: 'between'; from: string; to: string }
  | { cut: 'json'; path: string }

/** A condition on a row: the column has one of the words, or `empty` says whether it is empty. */
export type RowTest = { column: string; is?: readonly string[]; startsWith?: readonly string[]; empty?: boolean }

/**
 * How one kind of file is read, as data. A provider's layout is a file of `layouts/`; a merchant's mapping is the same shape
 * with what the merchant has chosen.
 */
export interface Layout {
  /** Such as ADYEN_SETTLEMENT_DETAIL; unique. */
  key: string
  name: string
  /** No real file has proved it so far; it comes from the provider's documentation. */
  unseen?: true
  formats: readonly FileFormat[]
  category: 'PSP' | 'MARKETPLACE' | 'MERCHANT' | 'BANK'
  fileType: 'transaction' | 'recon'
  reading: Reading
}

export interface Reading {
  encoding?: string
  delimiter?: string
  quote?: string
  decimal?: '.' | ','
  group?: '' | ',' | '.' | ' ' | "'"
  /** Groups of two above the thousands, as in 1,00,000. */
  indianGroups?: true
  /** Major units, minor units by ISO 4217, or hundredths whatever the currency. */
  unit?: 'major' | 'minor' | 'hundredths'
  /** The zone of times without one, IANA. Three-letter abbreviations that several zones share stand in `zones`. */
  timeZone?: string
  zones?: Readonly<Record<string, string>>
  /** Formats of dates, tried in this order; each value has to be read by exactly one: `YYYY-MM-DD HH:mm:ss`, `unix`, `unix_ms`, `excel`. */
  dates: readonly string[]
  /** Rows before the row of titles. */
  offset?: number
  sheet?: number
  rowsAt?: string
  /** No row of titles; the columns have these. */
  titles?: readonly string[]
  /** The titles that must be there; in any order. */
  headers: readonly string[]
  /** A column says which lines are header, body and footer; other lines are ignored under these names. */
  sections?: {
    column: string
    body: readonly string[]
    /** Lines that set titles for the body below them, as in PayPal's STL. */
    titles?: readonly string[]
    /** Words of lines that are skipped, with the name of the rule. */
    ignored?: Readonly<Record<string, string>>
  }
  /** Where each field stands. */
  columns: Partial<Record<FieldName, From>>
  cuts?: Partial<Record<FieldName, readonly Cut[]>>
  /** The currency of files that name none. */
  currency?: string
  /** The sum of several columns, each with its kind and sign. */
  charges?: readonly { column: string; kind: 'fee' | 'tax' | 'passed_on'; sign?: 1 | -1 }[]
  /** Whether fee and tax columns hold what was taken as positive (default) or negative amounts. */
  chargesAre?: 'positive' | 'negative'
  /** Words to types; compared without case and blanks. Several words of `txn_type` columns are joined with `|`. */
  types: Readonly<Record<string, RecordType>>
  /** The type of a row when no column tells it. */
  type?: RecordType
  /** Whether amounts carry their own sign (default), or are positive and take that of their type. */
  sign?: 'own' | 'of_type'
  /** Rows that are left out, by the name of the rule that its list shows. */
  skip?: readonly { rule: string; when: readonly RowTest[] }[]
  /** Columns that make a row the same row again; without them, all of it. */
  identity?: readonly string[]
  ratePer?: 'net_per_gross' | 'gross_per_net'
  /** What the file proves about itself. */
  proof?: {
    /** Lines of a batch make its line of type payout. */
    payout?: { batch: readonly string[] }
    /** `balance` runs from line to line, per currency (and account). */
    running?: true
    /** Sections whose rows state balances, counts and sums: the section's word, what it states and in which column. */
    stated?: readonly {
      section: string
      what: 'opening' | 'closing' | 'count' | 'credits' | 'debits' | 'fee_credits' | 'fee_debits'
      column: string
      currency?: string
    }[]
  }
}
