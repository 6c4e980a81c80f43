import type { OutcomeStatus } from '#contract/recon-outcomes.ts'
import { signOfType, type RecordMark, type RecordType } from '#contract/recon-records.ts'
import type { Exact } from '#server/recon-files/read/exact.ts'
import { randomOf } from '#server/routing/statistics.ts'

/** A record of either side of a world, with the fields that records have in the database. */
export interface WorldRecord {
  id: string
  side: 'a' | 'b'
  type: RecordType
  at: Date
  /** The provider's own day, `YYYY-MM-DD`; null of our own. */
  bookedOn: string | null
  merchantRef: string
  providerRef: string
  otherRef: string
  parentRef: string
  /** From the merchant's side. */
  gross: Exact
  currency: string
  fee: Exact
  net: Exact
  netCurrency: string
  /** Net per gross; empty where nothing was exchanged. */
  rate: string
  batch: string
  marks: RecordMark[]
}

/** What happened, as only the world knows. */
export const stories = [
  'plain', 'parts', 'sum', 'refund', 'refunds', 'chargeback', 'double', 'conversion', 'late', 'missing', 'unknown', 'raised_fee', 'amount_off',
  'repeated', 'other_currency', 'cut_reference',
] as const // prettier-ignore
export type Story = (typeof stories)[number]
/** Records that belong together, and what is wrong with them; each side may be empty. */
export interface Truth {
  story: Story
  a: readonly string[]
  b: readonly string[]
  /** What a perfect answer says; null where the answer depends on plans and rules of the merchant. */
  status: OutcomeStatus | null
}
export interface World {
  a: WorldRecord[]
  b: WorldRecord[]
  truths: Truth[]
}

/** The first day of every world; all its payments are of the 20 days from it. */
export const worldFrom = Date.UTC(2026, 8, 1)
const dayMs = 86_400_000
const cent = 1_000_000n
/** The tariff of every world: 2 % and 0.30. */
const feeOf = (gross: Exact): Exact => ((gross / 50n + cent / 2n) / cent) * cent + 30n * cent

/** A world of known truth: `size` stories, the same for the same seed. Each story has references of its own. */
export function worldOf(seed: number, size = 40, told: readonly Story[] = stories): World {
  const random = randomOf(seed)
  const below = (most: number): number => Math.floor(random() * most)
  const world: World = { a: [], b: [], truths: [] }
  let made = 0

  /** A day of ours and two of the provider's later, unless said otherwise. */
  const record = (side: 'a' | 'b', said: Partial<WorldRecord> & { gross: Exact; at: Date }): WorldRecord => {
    const { type = 'payment', at, currency = 'EUR' } = said
    made += 1
    const gross = signOfType[type] === -1 ? -said.gross : said.gross
    const fee = side === 'b' && type === 'payment' ? (said.fee ?? feeOf(gross)) : 0n
    const booked = new Date(at.getTime() + 2 * dayMs).toISOString().slice(0, 10)
    const whole = {
      id: `${side}${seed}-${made}`, side, type, bookedOn: side === 'b' ? booked : null, merchantRef: '', providerRef: '', otherRef: '',
      parentRef: '', currency, netCurrency: currency, rate: '', batch: side === 'b' ? `batch-${booked}` : '', marks: [], ...said,
      gross, fee, net: gross - fee,
    } satisfies WorldRecord // prettier-ignore
    world[side].push(whole)
    return whole
  }
  const tell = (story: Story, a: readonly WorldRecord[], b: readonly WorldRecord[], status: OutcomeStatus | null) =>
    world.truths.push({ story, a: a.map(({ id }) => id), b: b.map(({ id }) => id), status })
  const amount = (): Exact => BigInt(1_000 + below(90_000)) * cent
  const someTime = (): Date => new Date(worldFrom + below(20 * 86_400) * 1_000)
  /** A payment of ours that its provider knows by a reference. */
  const payment = (said: Partial<WorldRecord> = {}): WorldRecord => {
    const ref = `${seed}-${made}`
    return record('a', {
      gross: amount(),
      at: someTime(),
      providerRef: `psp-${ref}`,
      merchantRef: `order-${ref}`,
      ...said,
    })
  }
  /** The line of a settlement that is about a record of ours. */
  const lineOf = (of: WorldRecord, said: Partial<WorldRecord> = {}): WorldRecord => {
    const { type, at, currency, merchantRef, providerRef } = of
    const gross = signOfType[type] === -1 ? -of.gross : of.gross
    return record('b', { type, at, currency, merchantRef, providerRef, gross, ...said })
  }
  /** So many amounts that sum to one. */
  const split = (whole: Exact, into: number): Exact[] => {
    const pieces = Array.from(
      { length: into - 1 },
      () => (whole / BigInt(into * 2) / cent) * cent + BigInt(1 + below(99)) * cent,
    )
    return [...pieces, pieces.reduce((rest, piece) => rest - piece, whole)]
  }

  const play: Record<Story, () => void> = {
    plain: () => one('plain', payment(), {}, 'matched'),
    late: () =>
      one('late', payment(), { bookedOn: new Date(worldFrom + 50 * dayMs).toISOString().slice(0, 10) }, 'date_shift'),
    raised_fee: () => {
      const paid = payment()
      one('raised_fee', paid, { fee: feeOf(paid.gross) + BigInt(1 + below(200)) * cent }, 'fee_mismatch')
    },
    amount_off: () => {
      const paid = payment()
      one('amount_off', paid, { gross: paid.gross + BigInt(1 + below(400)) * cent }, 'amount_mismatch')
    },
    missing: () => tell('missing', [payment()], [], 'missing_in_settlement'),
    unknown: () => tell('unknown', [], [record('b', { gross: amount(), at: someTime(), providerRef: `nobody-${seed}-${made}` })], 'missing_in_transactions'), // prettier-ignore
    parts: () => {
      const paid = payment()
      const lines = split(paid.gross, 2 + below(3)).map((gross) => lineOf(paid, { gross }))
      tell('parts', [paid], lines, 'matched')
    },
    sum: () => {
      const [merchantRef, at] = [`run-${seed}-${made}`, someTime()]
      const paid = Array.from({ length: 2 + below(4) }, () => payment({ at }))
      const gross = paid.reduce((sum, next) => sum + next.gross, 0n)
      tell('sum', paid, [record('b', { gross, at, merchantRef })], 'missing_in_settlement')
    },
    refund: () => {
      const paid = payment()
      one('plain', paid, {}, 'matched')
      one('refund', back(paid, paid.gross, `refund-${made}`), {}, 'matched')
    },
    refunds: () => {
      const paid = payment()
      one('plain', paid, {}, 'matched')
      // By the payment's reference, which so repeats.
      const given = split(paid.gross, 2 + below(3)).map((gross) => back(paid, gross, ''))
      for (const [place, refund] of given.entries()) {
        // Of equal amounts in the same second nobody could tell which is which.
        while (
          given.slice(0, place).some(({ gross, at }) => gross === refund.gross && at.getTime() === refund.at.getTime())
        )
          refund.at = new Date(refund.at.getTime() + 1_000)
        one('refunds', refund, {}, 'matched')
      }
    },
    chargeback: () => {
      const paid = payment()
      one('plain', paid, {}, 'matched')
      tell('chargeback', [], [lineOf(paid, { type: 'chargeback', at: later(paid) })], null)
      if (below(2) === 0) tell('chargeback', [], [lineOf(paid, { type: 'chargeback_reversal', at: later(paid) })], null)
    },
    double: () => {
      const paid = payment()
      one('double', paid, {}, 'matched')
      tell('double', [], [lineOf(paid, { bookedOn: new Date(worldFrom + 40 * dayMs).toISOString().slice(0, 10) })], 'duplicate') // prettier-ignore
    },
    conversion: () => {
      const paid = payment({ currency: 'USD' })
      const line = lineOf(paid, { fee: 0n })
      const got = (line.gross * 9n) / 10n
      const [parentRef, at] = [line.providerRef, later(paid)]
      const out = record('b', {
        type: 'conversion',
        gross: -line.gross,
        at,
        currency: 'USD',
        parentRef,
        providerRef: `out-${made}`,
      })
      const into = record('b', { type: 'conversion', gross: got, at, parentRef, providerRef: `in-${made}` })
      tell('conversion', [paid], [line, out, into], null)
    },
    repeated: () => {
      // Orders that are paid again and again: some amounts are equal, some are settled in parts, or a line is missing or nobody's.
      const merchantRef = `again-${seed}-${made}`
      const usual = amount()
      const isOneLost = below(3) === 0
      // Of equal amounts in parts nobody could tell whose parts they are.
      const inParts = isOneLost ? 0 : below(3)
      const paid = Array.from({ length: 2 + below(5) }, (_, at) => payment({ merchantRef, providerRef: '', gross: at >= inParts && below(2) === 0 ? usual : amount() })) // prettier-ignore
      const lost = isOneLost ? paid.pop() : undefined
      for (const [at, one] of paid.entries()) {
        const lines = at < inParts ? split(one.gross, 2 + below(2)) : [one.gross]
        tell('repeated', [one], lines.map((gross) => lineOf(one, { gross })), 'matched') // prettier-ignore
      }
      if (!lost) return
      tell('repeated', [lost], [], 'missing_in_settlement')
      if (below(2) === 0)
        tell('repeated', [], [lineOf(lost, { gross: amount(), at: someTime() })], 'missing_in_transactions')
    },
    other_currency: () => {
      const paid = payment({ currency: 'EUR' })
      tell('other_currency', [paid], [], 'missing_in_settlement')
      tell('other_currency', [], [lineOf(paid, { currency: 'USD', netCurrency: 'USD' })], 'missing_in_transactions')
    },
    cut_reference: () => {
      const paid = payment({ providerRef: `88${seed}${made}4567891234567`, merchantRef: '' })
      const cut = `${paid.providerRef.slice(0, 14)}00000`
      tell('cut_reference', [paid], [], 'missing_in_settlement')
      tell('cut_reference', [], [lineOf(paid, { providerRef: cut, marks: ['digits_lost'] })], 'missing_in_transactions')
    },
  }
  const one = (story: Story, of: WorldRecord, said: Partial<WorldRecord>, status: OutcomeStatus) =>
    tell(story, [of], [lineOf(of, said)], status)
  const later = (of: WorldRecord): Date => new Date(of.at.getTime() + (3 + below(5)) * dayMs)
  const back = (of: WorldRecord, gross: Exact, refundRef: string): WorldRecord =>
    record('a', { type: 'refund', gross, at: later(of), currency: of.currency, merchantRef: of.merchantRef, providerRef: refundRef === '' ? of.providerRef : refundRef, parentRef: of.providerRef }) // prettier-ignore
  const shuffled = <T>(all: readonly T[]): T[] =>
    all.map((item) => [random(), item] as const).toSorted(([x], [y]) => x - y).map(([, item]) => item) // prettier-ignore

  for (let story = 0; story < size; story += 1) play[told[below(told.length)] as Story]()
  return { a: shuffled(world.a), b: shuffled(world.b), truths: world.truths }
}
