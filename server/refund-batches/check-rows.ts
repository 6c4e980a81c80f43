import { createHash } from 'node:crypto'
import { decimalText, isCurrency, toMinor, type Currency } from '#contract/kit/money.ts'
import { limits } from '#contract/limits.ts'
import { refundReasons } from '#contract/refunds.ts'
import { refundSheetColumns, type RefundRowFault } from '#contract/refund-batches.ts'

/** A row of the sheet as it stands there. */
export interface SheetLine {
  rowNo: number
  /** Of the file's content and the row's number. */
  key: Buffer
  reference: string
  amount: string
  currency: string
  reason: string
  note: string
}
/** What a reference of the sheet means: payments that brought money in. */
export interface Target {
  orderRef: string
  currency: Currency
  leftMinor: bigint
}
export interface CheckedLine extends SheetLine {
  /** All of them; empty where it is valid. */
  faults: RefundRowFault[]
  /** What it comes to; null where it is wrong. */
  refund: { orderRef: string; currency: Currency; amountMinor: bigint } | null
}

/** The lines of a sheet by the names in its first row; null where a column is missing. Empty lines are left out. */
export function linesOf(rows: readonly (readonly string[])[], file: Uint8Array): SheetLine[] | null {
  const head = (rows[0] ?? []).map((title) =>
    title
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  )
  const at = Object.fromEntries(refundSheetColumns.map((name) => [name, head.indexOf(name)])) as Record<Name, number>
  if (refundSheetColumns.some((name) => name !== 'note' && at[name] < 0)) return null
  const digest = createHash('sha256').update(file).digest()
  return rows.slice(1).flatMap((row, index) => {
    const cell = (name: Name) => cleaned(row[at[name]] ?? '')
    if (row.every((text) => text.trim() === '')) return []
    const rowNo = index + 2
    const key = createHash('sha256').update(digest).update(`:${rowNo}`).digest()
    const [reference, amount, currency] = [cell('reference'), cell('amount'), cell('currency').toUpperCase()]
    return [{ rowNo, key, reference, amount, currency, reason: cell('reason').toLowerCase(), note: cell('note') }]
  })
}
type Name = (typeof refundSheetColumns)[number]

const cleaned = (text: string) => text.toWellFormed().replaceAll('\0', '').trim().slice(0, 600)

/** What the lines are checked against. */
interface Known {
  targets: ReadonlyMap<string, readonly Target[]>
  /** The keys of rows that were refunded before, as hex. */
  done: ReadonlySet<string>
}

/**
 * What would become of each line, in the order of the sheet: lines above count against what is left for those below, and
 * the same line twice is taken for a mistake. A line tells all of its faults, so that a sheet is mended in one go.
 */
export function checkLines(lines: readonly SheetLine[], known: Known): CheckedLine[] {
  const taken = new Map<string, bigint>()
  const seen = new Map<string, number>()
  return lines.map((line): CheckedLine => {
    const same = JSON.stringify([line.reference, line.amount, line.currency, line.reason, line.note])
    const before = seen.get(same)
    if (before === undefined) seen.set(same, line.rowNo)
    const faults: RefundRowFault[] = []
    const tell: Tell = (column, fault, params = {}) => void faults.push({ column, fault, params })
    if (known.done.has(line.key.toString('hex'))) tell('', 'already_refunded')
    else if (before !== undefined) tell('', 'doubled_row', { row: before })
    if (faults.length > 0) return { ...line, faults, refund: null }
    if (!(refundReasons as readonly string[]).includes(line.reason)) tell('reason', 'not_a_reason')
    if (line.note.length > limits.refundNoteLength) tell('note', 'too_long')
    const target = targetOf(line, known, tell)
    const left = target && target.leftMinor - (taken.get(target.orderRef) ?? 0n)
    const amountMinor = amountOf(line, { target, left }, tell)
    if (!target || amountMinor === null || faults.length > 0) return { ...line, faults, refund: null }
    taken.set(target.orderRef, (taken.get(target.orderRef) ?? 0n) + amountMinor)
    return { ...line, faults, refund: { orderRef: target.orderRef, currency: target.currency, amountMinor } }
  })
}
type Tell = (column: RefundRowFault['column'], fault: string, params?: RefundRowFault['params']) => void

/** The one payment that a line means, in the line's currency. */
function targetOf({ reference, currency }: SheetLine, { targets }: Known, tell: Tell): Target | undefined {
  const found = targets.get(reference) ?? []
  const [target] = found
  if (!reference) tell('reference', 'required')
  else if (!target) tell('reference', 'unknown_reference')
  else if (found.length > 1) tell('reference', 'ambiguous_reference')
  if (!isCurrency(currency)) tell('currency', 'not_a_currency')
  else if (found.length === 1 && target?.currency !== currency) tell('currency', 'other_currency')
  else if (found.length === 1) return target
  return undefined
}

/** The minor units that a line asks for; null where that cannot be said, or is more than is left. */
function amountOf(
  { amount, currency }: SheetLine,
  { target, left = 0n }: { target: Target | undefined; left: bigint | undefined },
  tell: Tell,
): bigint | null {
  const refused = (fault: string, params?: RefundRowFault['params']) => {
    tell('amount', fault, params)
    return null
  }
  const whole = amount === ''
  if (!whole && !/^\d{1,15}(\.\d{1,8})?$/.test(amount)) return refused('not_a_number')
  if (!isCurrency(currency)) return null
  const wished = whole ? left : toMinor(Number(amount), currency)
  if (typeof wished === 'string') return refused(wished)
  if (!whole && wished === 0n) return refused('not_positive')
  if (target && (wished > left || left === 0n))
    return refused('more_than_left', { left: decimalText(left, currency), currency })
  return wished
}
