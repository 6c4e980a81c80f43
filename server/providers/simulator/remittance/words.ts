import type { Day } from '#contract/kit/zoned-day.ts'
import { dayAfter } from '#contract/kit/zoned-day.ts'
import type { Alarms } from '../alarms.ts'
import type { Book } from '../book.ts'
import { newEventId } from '../once.ts'
import type { Line } from '../records.ts'
import { partOf } from '../settlement/closings.ts'
import { lineOf, movedBy, type Moved } from '../settlement/line.ts'
import type { Settlement } from '../settlement/settlement.ts'
import { termsOf } from '../settlement/tariff.ts'
import { faultyWord } from './faulty-word.ts'
import type { WordFault, WordLine, WordRecord } from './records.ts'
import { workingDayAfter } from './working-days.ts'

/**
 * What the simulator says that it has settled: each payment and refund of its own interface once, some working days after its day, by its
 * method. Words go to where the call-backs of the payments go. What is told is computed by the arithmetic of the files, in the currency of
 * the payment.
 */
export interface SettledWords {
  /** Accounts with anything settled, under way or to be wrong, in order. */
  accounts(): string[]
  /** What is captured and refunded of an account and not told yet. */
  underWay(account: string): UnderWay[]
  /** Settles what is under way of an account at once; the words about it. */
  settleNow(account: string): Promise<WordRecord[]>
  /** Makes the next word about an account wrong that has a payment. */
  spoil(account: string, fault: WordFault): Promise<void>
  /** Settles what is due, and from then on each day. */
  start(): void
}
export interface UnderWay {
  currency: string
  /** When it is due. */
  day: Day
  payments: number
  refunds: number
  /** Captured less refunded. */
  grossMinor: bigint
}
interface Unsettled extends Moved {
  url: string
  day: Day
}

export interface SettledWordsParts {
  book: Book
  append: (line: Line) => Promise<void>
  alarms: Alarms
  now: () => Date
  seed: string
  settlement: Settlement
  onEffect: (word: WordRecord) => void
}

export function settledWords({
  book,
  append,
  alarms,
  now,
  seed,
  settlement,
  onEffect,
}: SettledWordsParts): SettledWords {
  const today = (): Day => now().toISOString().slice(0, 10)

  /** What no word has told of; of a generated history only what has an address of call-backs. */
  function* unsettled(): Generator<Unsettled> {
    for (const operation of book.operations()) {
      if (operation.doneAt === undefined || book.remittances.isTold(operation.record.key)) continue
      const moved = movedBy(book, operation)
      const url = moved?.payment.callback_url
      if (moved && url) yield { ...moved, url, day: dueOn(moved) }
    }
  }

  function dueOn(moved: Moved): Day {
    const leftOut = book.remittances.leftOutOn(moved.record.key)
    return leftOut ? workingDayAfter(leftOut, 1) : settledOn(moved)
  }

  /** Writes the words about some of what is not settled, in order of time. `on` is their day, unless it is when each is due. */
  async function tell(due: Unsettled[], on?: Day): Promise<WordRecord[]> {
    const groups = Map.groupBy(due, ({ account, record, at, url, day }) => {
      const { number } = partOf(at, book.settlement.cuts(account))
      return JSON.stringify([account, `${number}-${record.currency}`, url, on ?? day])
    })
    const written: { word: WordRecord; done: Promise<void> }[] = []
    for (const name of [...groups.keys()].sort()) {
      const [account = '', batch = '', url = '', day = ''] = JSON.parse(name) as string[]
      const moved = (groups.get(name) ?? []).sort((a, b) => a.at.getTime() - b.at.getTime())
      for (let from = 0; from < moved.length; from += linesOfWord) {
        const lines = moved.slice(from, from + linesOfWord).map((one) => lineOfWord(one, seed))
        const word = wordOf({ account, batch, url, day, lines })
        // In the book at once, so that nothing is told twice and the next word has the next number.
        written.push({ word, done: append(word) })
      }
    }
    await Promise.all(written.map(({ done }) => done))
    for (const { word } of written) onEffect(word)
    return written.map(({ word }) => word)
  }

  function wordOf(told: { account: string; batch: string; url: string; day: Day; lines: WordLine[] }): WordRecord {
    const { account, batch, url, day, lines } = told
    const ref = refAfter(batch, book.remittances.countOf(account, batch))
    const fault = lines.some(({ kind }) => kind === 'payment') ? book.remittances.faults(account)[0] : undefined
    return {
      type: 'settled_word',
      at: now().toISOString(),
      event: newEventId(),
      account,
      ref,
      currency: batch.slice(batch.indexOf('-') + 1),
      settled_on: day,
      ...(fault ? faultyWord(lines, fault, `${seed} ${account} ${ref}`) : { lines }),
      callback_url: url,
    }
  }

  const settleDue = (): Promise<WordRecord[]> => tell([...unsettled()].filter(({ day }) => day <= today()))

  function settleDaily(): void {
    alarms.at(new Date(`${dayAfter(today(), 1)}T00:00:00Z`), async () => {
      await settleDue()
      settleDaily()
    })
  }

  return {
    accounts: () =>
      [...new Set([...[...unsettled()].map(({ account }) => account), ...book.remittances.accounts()])].sort(),
    underWay(account) {
      const own = [...unsettled()].filter((each) => each.account === account)
      const groups = Map.groupBy(own, ({ record, day }) => `${day} ${record.currency}`)
      return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, of]) => sumOf(of))
    },
    async settleNow(account) {
      const own = () => [...unsettled()].filter((each) => each.account === account)
      if (own().length === 0) return []
      await settlement.cut(account)
      const isClosed = ({ at }: Moved) => partOf(at, book.settlement.cuts(account)).endsAt <= now()
      return tell(own().filter(isClosed), today())
    },
    spoil: (account, fault) => append({ type: 'settled_fault', at: now().toISOString(), account, fault }),
    start() {
      alarms.at(now(), async () => void (await settleDue()))
      settleDaily()
    },
  }
}

function sumOf(of: readonly Unsettled[]): UnderWay {
  const { record, day } = of[0] as Unsettled
  const refunds = of.filter(({ record: { type } }) => type === 'refund').length
  const grossMinor = of.reduce(
    (sum, { record: { type, amount_minor } }) => sum + (type === 'refund' ? -1n : 1n) * BigInt(amount_minor),
    0n,
  )
  return { currency: record.currency, day, payments: of.length - refunds, refunds, grossMinor }
}

/** So many working days after its day, by its method. */
export function settledOn({ record, at, method }: Moved): Day {
  const { days } = termsOf('payment', { method, currency: record.currency })
  return workingDayAfter(at.toISOString().slice(0, 10), days)
}

export function lineOfWord(moved: Moved, seed: string): WordLine {
  const { type, merchantRef, paymentKey, grossMinor, netMinor } = lineOf(moved, { seed, ownCurrency: true })
  const kind = type === 'refund' ? 'refund' : 'payment'
  return {
    kind,
    key: merchantRef,
    ref: kind === 'refund' ? merchantRef : paymentKey,
    gross_minor: String(grossMinor < 0n ? -grossMinor : grossMinor),
    net_minor: String(netMinor),
  }
}

/** The reference of the next word about a batch, after so many. */
export const refAfter = (batch: string, words: number): string => (words === 0 ? batch : `${batch}-${words + 1}`)

/** A call-back has a bounded length. */
export const linesOfWord = 500
