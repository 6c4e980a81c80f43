import type { Book } from '../book.ts'
import type { GivenFlaw } from './book.ts'
import { changedByRestatement, flawedLines } from './flawed-lines.ts'
import { lineOf, movedBy, type SettledLine } from './line.ts'

/** What an account has of one day, or of a part of it that was closed on its own: a batch in each currency, and their payouts. */
export interface Closing {
  account: string
  /** Of its batches: the day and its part, such as 2026112701. */
  number: string
  /** `YYYY-MM-DD`, in UTC. */
  day: string
  part: number
  /** When it is closed; its payouts are made then. */
  at: Date
  batches: Batch[]
  /** What is wrong with its files. */
  flaws: readonly GivenFlaw[]
}
export interface Batch {
  currency: string
  lines: SettledLine[]
  /** What the bank gets; negative where it gives. */
  payoutMinor: bigint
  /** What of it the bank books. */
  bankedMinor: bigint
  /** What all payouts before it have brought to the bank. */
  openingMinor: bigint
}

/** Accounts with what they have settled, in order of time. What is still open at `now` is left out. */
export function closingsOf(book: Book, { now, seed }: { now: Date; seed: string }): Map<string, Closing[]> {
  const accounts = new Map<string, SettledLine[]>()
  for (const operation of book.operations()) {
    const moved = movedBy(book, operation)
    if (!moved) continue
    const lines = accounts.get(moved.account)
    const line = lineOf(moved, { seed })
    if (lines) lines.push(line)
    else accounts.set(moved.account, [line])
  }
  return new Map(
    [...accounts].map(([account, lines]) => [account, closingsOfAccount(account, lines, { book, now, seed })]),
  )
}

function closingsOfAccount(
  account: string,
  lines: SettledLine[],
  { book, now, seed }: { book: Book; now: Date; seed: string },
): Closing[] {
  const cuts = book.settlement.cuts(account)
  const flaws = book.settlement.flaws(account)
  const parts = new Map<string, { part: Part; lines: SettledLine[] }>()
  const open = (at: Date) => {
    const part = partOf(at, cuts)
    const opened = parts.get(part.number) ?? { part, lines: [] }
    parts.set(part.number, opened)
    return opened
  }
  for (const line of lines) open(line.at).lines.push(line)
  const balances = new Map<string, bigint>()
  const closings: Closing[] = []
  for (;;) {
    const next = [...parts.keys()].sort()[0]
    const opened = next === undefined ? undefined : parts.get(next)
    if (!opened || opened.part.endsAt > now) return closings
    const { day, part, number, endsAt } = opened.part
    parts.delete(number)
    const given = flaws.filter((flaw) => flaw.day === day)
    const own = opened.lines.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
    const { shown, paid, later } = flawedLines(own, given, `${seed} ${account} ${number}`)
    for (const { line, days } of later) open(dayAfter(day, days)).lines.push(line)
    const batches = batchesOf(shown, paid, { balances, isPaidOut: !given.some(isWithheld) })
    closings.push({ account, day, part, number, at: endsAt, flaws: given, batches })
  }
}
const dayAfter = (day: string, days: number): Date =>
  new Date(new Date(`${day}T00:00:00Z`).getTime() + days * 86_400_000)
const isWithheld = ({ kind, shapes }: GivenFlaw): boolean => kind === 'payout_missing' && shapes.includes('camt')

function batchesOf(
  shown: readonly SettledLine[],
  paid: readonly SettledLine[],
  { balances, isPaidOut }: { balances: Map<string, bigint>; isPaidOut: boolean },
): Batch[] {
  const currencies = [...new Set([...shown, ...paid].map(({ netCurrency }) => netCurrency))].sort()
  return currencies.map((currency) => {
    const payoutMinor = sumOf(paid.filter(({ netCurrency }) => netCurrency === currency))
    const openingMinor = balances.get(currency) ?? 0n
    const bankedMinor = isPaidOut ? payoutMinor : 0n
    balances.set(currency, openingMinor + bankedMinor)
    const lines = shown.filter(({ netCurrency }) => netCurrency === currency)
    return { currency, lines, payoutMinor, bankedMinor, openingMinor }
  })
}
export const sumOf = (lines: readonly SettledLine[]): bigint => lines.reduce((sum, { netMinor }) => sum + netMinor, 0n)

type Part = Pick<Closing, 'day' | 'part' | 'number'> & { endsAt: Date }
/** The part of a day in which a moment lies: up to the next cut of that day, or its end. */
export function partOf(at: Date, cuts: readonly Date[]): Part {
  const day = at.toISOString().slice(0, 10)
  const start = new Date(`${day}T00:00:00Z`).getTime()
  const end = start + 86_400_000
  let [part, endsAt] = [1, new Date(end)]
  for (const cut of cuts) {
    if (cut.getTime() <= start || cut.getTime() >= end) continue
    if (cut > at) {
      endsAt = cut
      break
    }
    part += 1
  }
  return { day, part, number: `${day.replaceAll('-', '')}${String(part).padStart(2, '0')}`, endsAt }
}

/** The same with one line corrected, as a provider restates it: its fee is a minor unit more, and the payout follows. */
export const restated = (closing: Closing, seed: string): Closing => ({
  ...closing,
  batches: closing.batches.map((batch) => {
    const lines = changedByRestatement(batch.lines, `${seed} ${closing.account} ${closing.number} ${batch.currency}`)
    return { ...batch, lines, payoutMinor: batch.payoutMinor + sumOf(lines) - sumOf(batch.lines) }
  }),
})
