import { createHash } from 'node:crypto'
import { isCurrency, majorText, toMinor, type Currency } from '#contract/kit/money.ts'
import { limits } from '#contract/limits.ts'
import { refundReasons } from '#contract/refunds.ts'
import { refundSheetColumns } from '#contract/refund-batches.ts'

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
  wrong: { fault: string; params: Record<string, string | number> } | null
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

/**
 * What would become of each line, in the order of the sheet: lines above count against what is left for those below, and
 * the same line twice is taken for a mistake.
 */
export function checkLines(
  lines: readonly SheetLine[],
  { targets, done }: { targets: ReadonlyMap<string, readonly Target[]>; done: ReadonlySet<string> },
): CheckedLine[] {
  const taken = new Map<string, bigint>()
  const seen = new Map<string, number>()
  return lines.map((line): CheckedLine => {
    const wrong = (fault: string, params: Record<string, string | number> = {}) => ({
      ...line,
      wrong: { fault, params },
      refund: null,
    })
    const same = JSON.stringify([line.reference, line.amount, line.currency, line.reason, line.note])
    const before = seen.get(same)
    if (before === undefined) seen.set(same, line.rowNo)
    if (!line.reference) return wrong('required')
    if (done.has(line.key.toString('hex'))) return wrong('already_refunded')
    if (before !== undefined) return wrong('doubled_row', { row: before })
    if (!(refundReasons as readonly string[]).includes(line.reason)) return wrong('not_a_reason')
    if (line.note.length > limits.refundNoteLength) return wrong('too_long')
    if (!isCurrency(line.currency)) return wrong('not_a_currency')
    const found = targets.get(line.reference) ?? []
    const [target] = found
    if (!target) return wrong('unknown_reference')
    if (found.length > 1) return wrong('ambiguous_reference')
    if (target.currency !== line.currency) return wrong('other_currency')
    const left = target.leftMinor - (taken.get(target.orderRef) ?? 0n)
    const whole = line.amount === ''
    if (!whole && !/^\d{1,15}(\.\d{1,8})?$/.test(line.amount)) return wrong('not_a_number')
    const amountMinor = whole ? left : toMinor(Number(line.amount), target.currency)
    if (typeof amountMinor === 'string') return wrong(amountMinor)
    if (amountMinor > left || left === 0n)
      return wrong('more_than_left', { left: majorText(left, target.currency), currency: target.currency })
    if (amountMinor === 0n) return wrong('not_positive')
    taken.set(target.orderRef, (taken.get(target.orderRef) ?? 0n) + amountMinor)
    return { ...line, wrong: null, refund: { orderRef: target.orderRef, currency: target.currency, amountMinor } }
  })
}
