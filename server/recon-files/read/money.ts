import type { From, Reading } from '../layout.ts'
import { readAmount } from './amounts.ts'
import type { AmountForm } from './amounts.ts'
import { finderOf, isList, wordOf } from './columns.ts'
import type { Found, Titles } from './columns.ts'
import { exactText } from './exact.ts'
import type { Exact } from './exact.ts'
import type { RowFault, RowReason } from './read-row.ts'
import type { SourceCell } from './source-rows.ts'

/** What a field of money holds: an amount, nothing, a fault, or two amounts of which the net's sign says which is meant. */
export type Money = Exact | null | RowFault | { credit: Exact; debit: Exact; at: RowFault }
export type MoneyReader = (cells: readonly SourceCell[], currency: string) => Money

export const isFault = (of: unknown): of is RowFault => typeof of === 'object' && of !== null && 'reason' in of

/** How the amounts of a layout are written. */
export const formOf = ({ decimal, group, indianGroups, unit }: Reading): AmountForm => ({
  decimal,
  group,
  indianGroups,
  unit,
})

/** Reads a field of money. Null where its cells are empty. */
export function moneyReader(from: From | undefined, titles: Titles, form: AmountForm): MoneyReader {
  if (from === undefined) return () => null
  if (typeof from === 'string' || isList(from)) return single(from, titles, form)
  if ('joined' in from) return () => null
  if ('direction' in from) return directed(from, titles, form)
  const credit = single(from.credit, titles, form)
  const debit = single(from.debit, titles, form)
  return (cells, currency) => {
    const came = credit(cells, currency)
    const went = debit(cells, currency)
    if (isFault(came)) return came
    if (isFault(went)) return went
    // Many files write a zero on the other side.
    if (went === null || (went === 0n && came !== null)) return came
    if (came === null || came === 0n) return taken(went)
    const column = `${from.credit}, ${from.debit}`
    const value = `${exactText(came)}, ${exactText(went)}`
    return { credit: came, debit: taken(went), at: { column, value, reason: 'both_sides_filled', params: {} } }
  }
}
const taken = (amount: Exact): Exact => (amount > 0n ? -amount : amount)

function single(from: string | readonly string[], titles: Titles, form: AmountForm) {
  const find = finderOf(from, titles)
  return (cells: readonly SourceCell[], currency: string): Exact | null | RowFault =>
    amountOf(find(cells), form, currency)
}

function amountOf({ cell, column }: Found, form: AmountForm, currency: string): Exact | null | RowFault {
  if (cell === '') return null
  const amount = readAmount(cell, form, currency === '' ? undefined : currency)
  if (typeof amount === 'bigint') return amount
  return amount === 'empty' ? null : faultOf({ cell, column }, amount, currency === '' ? {} : { currency })
}

/** A fault of a cell. */
export const faultOf = ({ cell, column }: Found, reason: RowReason, params: RowFault['params'] = {}): RowFault => ({
  column,
  value: typeof cell === 'string' ? cell : cell.number,
  reason,
  params,
})

function directed(from: Extract<From, { direction: string }>, titles: Titles, form: AmountForm): MoneyReader {
  const amount = single(from.amount, titles, form)
  const direction = finderOf(from.direction, titles)
  const credit = new Set(from.credit.map(wordOf))
  const debit = new Set(from.debit.map(wordOf))
  return (cells, currency) => {
    const found = amount(cells, currency)
    if (found === null || isFault(found)) return found
    const word = direction(cells)
    const compared = wordOf(typeof word.cell === 'string' ? word.cell : word.cell.number)
    if (debit.has(compared)) return -found
    // A zero goes nowhere.
    return credit.has(compared) || found === 0n ? found : faultOf(word, 'unknown_direction')
  }
}
