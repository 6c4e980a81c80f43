import { createHash } from 'node:crypto'
import { isCurrency, type Currency } from '#contract/kit/money.ts'
import type { Direction, Entry, Statement } from '#server/bank-statements/statement.ts'

/** A payment of a statement, by itself: an entry, or a part of one. */
export interface Line {
  key: Buffer
  /** By which a deposit is told from others. */
  ref: string
  /** Whether the bank gave the reference, which then is the same in each message about the payment. */
  isBankRef: boolean
  endToEndId: string
  minor: bigint
  currency: Currency
  direction: Direction
  bookedAt: Date
  otherSide: string
  text: string
  /** It says that it brings money back; with the code of the reason, where it names one. */
  isReturn: boolean
  returnReason: string
}
export interface Lines {
  lines: Line[]
  notUnderstood: { bank_ref: string; text: string }[]
  /** Announced, and not booked yet. */
  pending: number
}

/** The booked payments of statements. The same file, and another one that tells of the same, has the same keys. */
export function linesOf(statements: readonly Statement[], now: Date): Lines {
  const found: Lines = { lines: [], notUnderstood: [], pending: 0 }
  const seen = new Map<string, number>()
  for (const statement of statements)
    for (const entry of statement.entries) {
      if (!entry.isBooked) found.pending += 1
      else found.lines.push(...partsOf(statement, entry, { found, seen, now }))
    }
  return found
}

interface Reading {
  found: Lines
  seen: Map<string, number>
  now: Date
}
function partsOf(statement: Statement, entry: Entry, { found, seen, now }: Reading): Line[] {
  const { direction, minor, currency } = entry
  const refuse = (text: string): Line[] => {
    found.notUnderstood.push({ bank_ref: entry.bankRef || entry.entryRef, text: text || entry.text })
    return []
  }
  if (!direction || minor === null || !isCurrency(currency)) return refuse(entry.text)
  const parts = entry.details.length === 0 ? [null] : entry.details
  const whole = BigInt(minor)
  // Of one part the entry says what was booked; of several each has to say its own, and together they are the entry.
  const amounts = parts.map((part) =>
    parts.length === 1 ? whole : part?.amount?.currency === currency ? BigInt(part.amount.minor ?? -1) : -1n,
  )
  if (amounts.some((one) => one < 0n) || amounts.reduce((sum, one) => sum + one, 0n) !== whole)
    return refuse(entry.text)
  return parts.map((part, index) => {
    const amount = amounts[index] ?? 0n
    const otherSide = (direction === 'CRDT' ? part?.debtor : part?.creditor) ?? ''
    const text = [part?.text, entry.text].find((one) => one) ?? ''
    const own = part?.bankRef ?? ''
    const bankRef = own || (entry.bankRef && parts.length > 1 ? `${entry.bankRef}/${index + 1}` : entry.bankRef)
    const named = entry.entryRef ? `${statement.id}/${entry.entryRef}/${index + 1}` : ''
    const said = [entry.bookedAt, part?.endToEndId, part?.debtor, part?.creditor, text]
    const facts = JSON.stringify([
      statement.account.toUpperCase(),
      bankRef || named || said,
      direction,
      String(amount),
      currency,
    ])
    const nth = (seen.get(facts) ?? 0) + 1
    seen.set(facts, nth)
    const key = createHash('sha256').update(`${facts}#${nth}`).digest()
    const ref = (bankRef || named).slice(0, 60) || key.toString('hex').slice(0, 32)
    return {
      key,
      ref: nth === 1 ? ref : `${ref}#${nth}`,
      isBankRef: bankRef !== '',
      endToEndId: part?.endToEndId ?? '',
      minor: amount,
      currency,
      direction,
      bookedAt: momentOf(entry.bookedAt, now),
      otherSide: otherSide.slice(0, 140),
      text: text.slice(0, 500),
      isReturn: part?.returned != null || entry.isReversal || returnFamilies.has(entry.family),
      returnReason: part?.returned ?? '',
    }
  })
}

/** Families of bank transactions that bring money back. */
const returnFamilies: ReadonlySet<string> = new Set(['RRTN', 'RPCR', 'ARET', 'RRCT'])

/** A day, or a moment with or without an offset. What is none, or lies ahead, is now. */
function momentOf(text: string, now: Date): Date {
  const zoned = /T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(text) || !text.includes('T') ? text : `${text}Z`
  const at = new Date(zoned.replace(/^(\d{4}-\d{2}-\d{2})[Z+-].*$/, '$1'))
  return Number.isNaN(at.getTime()) || at > now ? now : at
}
