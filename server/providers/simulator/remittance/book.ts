import type { BankReason, BankStatus } from '../bank/manners.ts'
import {
  isRemittanceLine,
  type QuoteRecord,
  type RemittanceRecord,
  type WordFault,
  type WordRecord,
} from './records.ts'

/** Quotes, remittances and what was told of settling, computed from the lines of the simulator's file like everything else there. */
export interface RemittanceBook {
  record(line: { type: string }): void
  /** A quote that may still be used. */
  quote(ref: string, now: Date): QuoteRecord | undefined
  quotes(now: Date): QuoteRecord[]
  remittance(key: string): Remittance | undefined
  remittances(): Iterable<Remittance>
  /** Whether the first request with a key was not taken. */
  isRefused(key: string): boolean
  /** Whether a word has told of an operation. */
  isTold(key: string): boolean
  /** The day whose word has left an operation out. */
  leftOutOn(key: string): string | undefined
  /** What is to be wrong with the next words about an account, in order. */
  faults(account: string): readonly WordFault[]
  /** The words about an account, in order. */
  words(account: string): readonly Told[]
  /** How many words there are of a batch. */
  countOf(account: string, batch: string): number
  /** Accounts that were told of, or for which something is to be wrong. */
  accounts(): Iterable<string>
}
export interface Remittance {
  readonly record: RemittanceRecord
  status: BankStatus
  reason: BankReason | undefined
  returnedMinor: bigint
}
/** What is kept of a word once it is told. */
export interface Told extends Pick<WordRecord, 'ref' | 'currency' | 'settled_on' | 'fault'> {
  lines: number
  netMinor: bigint
}

export function emptyRemittances(): RemittanceBook {
  const quotes = new Map<string, QuoteRecord>()
  const remittances = new Map<string, Remittance>()
  const refused = new Set<string>()
  const told = new Set<string>()
  const leftOut = new Map<string, string>()
  const faults = new Map<string, WordFault[]>()
  const words = new Map<string, Told[]>()
  const counts = new Map<string, number>()

  /** Quotes are kept in the order of their issue, so those that have run out come first. */
  function forget(now: Date): void {
    for (const [ref, { expires_at }] of quotes) {
      if (new Date(expires_at) > now) return
      quotes.delete(ref)
    }
  }

  function enter(word: WordRecord): void {
    const { account, ref, currency, settled_on, lines, fault, left_out } = word
    for (const { key } of lines) told.add(key)
    if (left_out) leftOut.set(left_out, settled_on)
    if (fault) faults.get(account)?.shift()
    const netMinor = lines.reduce((sum, { net_minor }) => sum + BigInt(net_minor), 0n)
    const kept = { ref, currency, settled_on, lines: lines.length, netMinor, ...(fault && { fault }) }
    listIn(words, account).push(kept)
    const batch = `${account} ${batchOf(ref)}`
    counts.set(batch, (counts.get(batch) ?? 0) + 1)
  }

  return {
    record(line) {
      if (!isRemittanceLine(line)) return
      if (line.type === 'remittance_quote') quotes.set(line.ref, line)
      else if (line.type === 'remittance_refusal') refused.add(line.key)
      else if (line.type === 'remittance') {
        const { status, reason } = line
        remittances.set(line.key, { record: line, status, reason, returnedMinor: 0n })
      } else if (line.type === 'remittance_change') {
        const remittance = remittances.get(line.key)
        if (!remittance || line.word) return
        remittance.status = line.status
        remittance.reason = line.reason
        if (line.returned_minor !== undefined) remittance.returnedMinor = BigInt(line.returned_minor)
      } else if (line.type === 'settled_fault') listIn(faults, line.account).push(line.fault)
      else enter(line)
    },
    quote(ref, now) {
      const quote = quotes.get(ref)
      return quote && new Date(quote.expires_at) > now ? quote : undefined
    },
    quotes(now) {
      forget(now)
      return [...quotes.values()]
    },
    remittance: (key) => remittances.get(key),
    remittances: () => remittances.values(),
    isRefused: (key) => refused.has(key),
    isTold: (key) => told.has(key),
    leftOutOn: (key) => leftOut.get(key),
    faults: (account) => faults.get(account) ?? [],
    words: (account) => words.get(account) ?? [],
    countOf: (account, batch) => counts.get(`${account} ${batch}`) ?? 0,
    accounts: () => new Set([...words.keys(), ...faults.keys()]),
  }
}

/** The batch of a word: `2026112701-USD` of `2026112701-USD-2`. */
const batchOf = (ref: string): string => ref.split('-').slice(0, 2).join('-')

function listIn<Item>(lists: Map<string, Item[]>, name: string): Item[] {
  const list = lists.get(name) ?? []
  lists.set(name, list)
  return list
}
