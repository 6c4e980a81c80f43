import type {
  FileFormat,
  RecordType,
  furtherHeaders,
  settlementHeaders,
  transactionHeaders,
} from '#contract/recon-records.ts'

/** Where a field stands. */
export type From =
  | string
  /** The first of several columns that is not empty; those that a file does not have count as empty. */
  | readonly string[]
  /** The words of several columns, put together: of types with `|`, of others with a blank. */
  | { joined: readonly string[] }
  /** Two columns of money. What stands under debit counts as taken, whatever its sign. */
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
export interface RowTest {
  column: string
  is?: readonly string[]
  startsWith?: readonly string[]
  empty?: boolean
}

/** A column by its title, or by its number from 1 where lines have no titles of their own. */
export type Column = string | number

/** A figure that a line of the file states about the others. */
export interface Stated {
  /** The section's word. */
  section: string
  what:
    | 'opening'
    | 'closing'
    | 'count'
    | 'credits'
    | 'debits'
    | 'fee_credits'
    | 'fee_debits'
    | 'gross'
    /** A provider's payout of a batch: Σ net. */
    | 'net'
  column: Column
  /** Which of several balances; an opening and a closing of one name belong together. */
  name?: string
  /** A column whose words in `debit` make the figure negative. */
  direction?: Column
  debit?: readonly string[]
  currency?: Column
  batch?: Column
  account?: Column
}

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
  /** Of a bank's messages with the same titles those that it is for: `camt.053`. */
  messages?: readonly string[]
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
  /** Formats of dates; each value has to be read by exactly one: `YYYY-MM-DD HH:mm:ss`, `unix`, `unix_ms`, `excel`. */
  dates: readonly string[]
  /** Rows before the row of titles; without it, the first row that has all `headers`. */
  offset?: number
  sheet?: number
  /** The elements or objects that are rows. */
  rowsAt?: string
  /** No row of titles; the columns have these. */
  titles?: readonly string[]
  /** The first cells of a file whose lines have no titles. */
  beginsWith?: readonly string[]
  /** The titles that must be there; in any order. */
  headers: readonly string[]
  /** All titles that the sample had: others are noted as new. */
  known?: readonly string[]
  /** A column says which lines are header, body and footer. */
  sections?: {
    column: Column
    /** Words of lines that are records; without it, all lines that no other word claims. */
    body?: readonly string[]
    /** Lines that set titles for the body below them, as in PayPal's STL. */
    titles?: readonly string[]
    /** Words of lines that are left out, with the name of the rule. */
    ignored?: Readonly<Record<string, string>>
  }
  /** Where each field stands. */
  columns: Partial<Record<FieldName, From>>
  cuts?: Partial<Record<FieldName, readonly Cut[]>>
  /** Words that stand where there is no reference, such as `0` and `<auto>`; they compare as types do. */
  noReference?: readonly string[]
  /** The currency of files that name none. */
  currency?: string
  /** The settlement currency of files that name none. */
  netCurrency?: string
  /** Fees as several columns, each with its kind and sign. */
  charges?: readonly { column: string; kind: 'fee' | 'tax' | 'passed_on'; sign?: 1 | -1 }[]
  /** Whether fees and taxes are written as what was taken (default) or, negative, as what it does to the balance. */
  chargesAre?: 'positive' | 'negative'
  /** Charges that the column of net still has to pay. */
  netBefore?: readonly ('fee' | 'tax' | 'passed_on')[]
  /** What is written as fee includes the tax, which a record states apart. */
  taxInFee?: true
  /** Words to types; compared without case and blanks. A word that ends with `*` is the beginning of words. */
  types: Readonly<Record<string, RecordType>>
  /** Types that conditions tell and no word, tried first. */
  typesWhen?: readonly { type: RecordType; when: readonly RowTest[] }[]
  /** The type of a row when no column tells it. */
  type?: RecordType
  /** What a type of money coming in is when it goes out, and the other way: a payment that is a debit is money sent. */
  typesReversed?: Partial<Record<RecordType, RecordType>>
  /** Whether gross amounts carry their own sign (default), or are positive and take that of their type. */
  sign?: 'own' | 'of_type'
  /** The same for net amounts; without it as `sign`. */
  netSign?: 'own' | 'of_type'
  /** Rows that are left out, by the name of the rule that its list shows: all conditions hold. */
  skip?: readonly { rule: string; when: readonly RowTest[] }[]
  /** Columns that make a row the same row again; without them, all of it. */
  identity?: readonly string[]
  ratePer?: 'net_per_gross' | 'gross_per_net'
  /** Refunds that stand on a sheet of their own, which is read so; a mapping's, and no layout's. */
  refunds?: Reading & { sheet: number }
  /** What the file proves about itself. */
  proof?: {
    /** Lines of a batch, account and currency make its line of type payout. */
    payout?: true
    /** `balance` runs from line to line, per currency and account, in either direction. */
    running?: true
    stated?: readonly Stated[]
  }
}
