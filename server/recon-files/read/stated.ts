import { isIsoCurrency } from '#contract/iso-currencies.ts'
import type { Column, Reading, Stated } from '../layout.ts'
import { cellText, readAmount } from './amounts.ts'
import { wordOf } from './columns.ts'
import type { Titles } from './columns.ts'
import { exactOf } from './exact.ts'
import type { Exact } from './exact.ts'
import { formOf } from './money.ts'
import type { SourceCell } from './source-rows.ts'

/** A figure that the file states; an empty batch, account or currency is about all of them. A count is in whole units. */
export interface StatedFigure {
  what: Stated['what']
  name: string
  batch: string
  account: string
  currency: string
  amount: Exact
}

/** Reads what lines of a section state. A cell that is empty, or no amount, states nothing: `unknown` for a balance is not zero. */
export function statedReader(
  reading: Reading,
): (word: string, cells: readonly SourceCell[], titles: Titles) => StatedFigure[] {
  const form = formOf(reading)
  const bySection = Map.groupBy(reading.proof?.stated ?? [], ({ section }) => wordOf(section))
  return (word, cells, titles) => (bySection.get(wordOf(word)) ?? []).flatMap((one) => figureOf(one, cells, titles))

  function figureOf(one: Stated, cells: readonly SourceCell[], titles: Titles): StatedFigure[] {
    const textAt = (column: Column | undefined) =>
      column === undefined ? '' : cellText(cells[titles.placeOf(column)] ?? '').trim()
    const currency = textAt(one.currency).toUpperCase() || (one.what === 'count' ? '' : (reading.currency ?? ''))
    if (currency !== '' && !isIsoCurrency(currency)) return []
    const cell = cells[titles.placeOf(one.column)] ?? ''
    const amount = one.what === 'count' ? exactOf(cellText(cell).trim()) : readAmount(cell, form, currency || undefined)
    if (typeof amount !== 'bigint') return []
    const isDebit = (one.debit ?? []).some((debit) => wordOf(debit) === wordOf(textAt(one.direction)))
    return [
      {
        what: one.what,
        name: one.name ?? '',
        batch: textAt(one.batch),
        account: textAt(one.account),
        currency,
        amount: isDebit ? -amount : amount,
      },
    ]
  }
}

/** The words of sections whose lines state something. */
export const statedWords = (reading: Reading): ReadonlySet<string> =>
  new Set((reading.proof?.stated ?? []).map(({ section }) => wordOf(section)))
