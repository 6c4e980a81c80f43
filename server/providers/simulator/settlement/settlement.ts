import type { Book } from '../book.ts'
import type { Line } from '../records.ts'
import type { GivenFlaw } from './book.ts'
import { closingsOf, type Closing } from './closings.ts'
import { filesOf, type SettlementFile } from './files.ts'
import type { AccountSettings, Flaw } from './records.ts'

/** What the simulator settles of what it captured and refunded: a batch per day, currency and merchant account. */
export interface Settlement {
  /** Accounts that have settled anything, or were asked for something, in order. */
  accounts(): string[]
  closings(account: string): readonly Closing[]
  /** Files that are there now, in order of time; a moved one under its new path. */
  files(account: string): SettlementFile[]
  settings(account: string): AccountSettings
  flaws(account: string): readonly GivenFlaw[]
  /** Closes the day so far, of an account or of all, so that its files are there at once. */
  cut(account?: string): Promise<void>
  spoil(account: string, flaw: Flaw): Promise<void>
  /** Takes every flaw of an account back: its files are as they would have been. */
  heal(account: string): Promise<void>
  set(account: string, settings: AccountSettings): Promise<void>
  /** Puts a file into another folder; false where that cannot be. */
  move(account: string, from: string, to: string): Promise<boolean>
}

/** What is left to chance is decided by it, unless another is given. */
export const standardSeed = 'simulator'

export interface SettlementParts {
  book: Book
  append: (line: Line) => Promise<void>
  now: () => Date
  /** What is left to chance is decided by it and the names of things, so that the same history is settled the same. */
  seed: string
  /** How many lines there are: what was computed of fewer is old. */
  lines: () => number
  /** Called after the day was closed. */
  onCut: () => void
}

export function settlement({ book, append, now, seed, lines, onCut }: SettlementParts): Settlement {
  let known: { of: string; closings: Map<string, Closing[]> } = { of: '', closings: new Map() }
  function current(): Map<string, Closing[]> {
    const at = now()
    // Nothing but a new line or a new day changes what is closed; a cut is a line.
    const of = `${lines()} ${at.toISOString().slice(0, 10)} ${book.settlement.version}`
    if (known.of !== of) known = { of, closings: closingsOf(book, { now: at, seed }) }
    return known.closings
  }
  const stamp = () => ({ at: now().toISOString() })

  const settled: Settlement = {
    accounts: () => [...new Set([...current().keys(), ...book.settlement.accounts()])].sort(),
    closings: (account) => current().get(account) ?? [],
    files(account) {
      const moment = now()
      return settled
        .closings(account)
        .flatMap((closing) => filesOf(closing, seed))
        .filter(({ at }) => at <= moment)
        .map((file) => ({ ...file, path: book.settlement.placeOf(account, file.path) }))
        .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.path < b.path ? -1 : 1))
    },
    settings: (account) => book.settlement.settings(account),
    flaws: (account) => book.settlement.flaws(account),
    async cut(account) {
      await append({ type: 'settlement_cut', ...stamp(), ...(account !== undefined && { account }) })
      onCut()
    },
    spoil: (account, flaw) => append({ type: 'settlement_flaw', ...stamp(), account, flaw }),
    heal: (account) => append({ type: 'settlement_heal', ...stamp(), account }),
    set: (account, settings) => append({ type: 'settlement_account', ...stamp(), account, settings }),
    async move(account, from, to) {
      const files = settled.closings(account).flatMap((closing) => filesOf(closing, seed))
      const file = files.find(({ path }) => book.settlement.placeOf(account, path) === from)
      if (!file || settled.files(account).some(({ path }) => path === to)) return false
      await append({ type: 'settlement_moved', ...stamp(), account, path: file.path, to })
      return true
    },
  }
  return settled
}
