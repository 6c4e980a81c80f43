import { checkCells } from './refusals.ts'
import type { SourceRow } from './source-rows.ts'

/**
 * The titles of statements of banks, whatever their format (camt, MT940, OFX). One row each for
 * - `opening`, `closing`: the balances that prove a statement, in `balance`; `page_opening`, `page_closing` those between its pages;
 *   `opening_available`, `available`, `forward` and `other_balance` others;
 * - `entry`: a movement of the account, in `amount`; it has the references of its only payment;
 * - `batch`: a movement that consists of several payments, each a `detail` above it. Entries and batches together are what moved the
 *   account, entries and details together are the payments; `details_sum` is what a batch's details add up to, where all say it;
 * - `pending`: a movement that is announced and not booked, or a payment of it.
 *
 * Amounts and balances are plain decimals with a point, negative for what leaves the account. Days are `YYYY-MM-DD`, times
 * `YYYY-MM-DDTHH:mm:ss` with an offset if the bank states one. `reference` is the bank's reference of the movement, the same in each
 * message about it; `own_reference` that of the account's owner; `end_to_end_id` that of the payer. `code` is the bank's kind of
 * transaction. `statement` is unique within a file and account, and the pages of one statement share it.
 */
export const bankTitles = [
  'section',
  'statement',
  'account',
  'currency',
  'amount',
  'balance',
  'booked_on',
  'value_date',
  'reference',
  'own_reference',
  'end_to_end_id',
  'counterparty',
  'counterparty_account',
  'code',
  'text',
  'return_reason',
  'details_sum',
  'period_end',
] as const
export type BankTitle = (typeof bankTitles)[number]
export type BankSection =
  | 'opening'
  | 'closing'
  | 'page_opening'
  | 'page_closing'
  | 'opening_available'
  | 'available'
  | 'forward'
  | 'other_balance'
  | 'entry'
  | 'batch'
  | 'detail'
  | 'pending'

/** The cells of a line by their titles; those without are empty. */
export type BankLine = { section: BankSection } & Partial<Record<Exclude<BankTitle, 'section'>, string>>

/** Collects lines as rows below the row of titles. */
export class BankRows {
  private made: SourceRow[] = [{ no: 1, cells: [...bankTitles] }]
  private no = 1

  add(line: BankLine): void {
    this.no += 1
    const cells = bankTitles.map((title) => line[title] ?? '')
    checkCells(this.no, cells)
    this.made.push({ no: this.no, cells })
  }
  /** The rows since the last call. */
  taken(): SourceRow[] {
    const made = this.made
    this.made = []
    return made
  }
}

/** The words of a text with one blank between them. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
