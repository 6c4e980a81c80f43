import { divideHalfEven, feeOf, type Currency } from '#contract/kit/money.ts'
import { limits } from '#contract/limits.ts'
import type { KeptBacktest, KeptBacktestCell, KeptBacktestCurrency, KeptSuccess } from '#server/db/kept-backtest.ts'
import { bandOf, bandsOf, type Bands } from './backtest-bands.ts'
import type { Kind } from './backtest-replay.ts'
import { draws, drawTotals, intervalOf, randomOf, wilson, type Expected, type Trials } from './statistics.ts'

/** The fee terms of a channel in a currency. */
export type Terms = Parameters<typeof feeOf>[1]

/** Past payments of one kind that a rule gives to one channel. */
export interface Group {
  kind: Kind
  /** Null where no channel takes them any more. */
  to: string | null
}

/** Takes the decisions about past payments, and says in the end what they come to. */
export interface Tally {
  add(group: Group, amountMinor: number): void
  /** @param pause gives way to other work between steps; what it costs does not change the result. */
  result(
    termsOf: (channelKey: string, currency: Currency) => Terms | null,
    pause: () => Promise<void>,
  ): Promise<KeptBacktest>
}

/** Keeps an amount and the number of a group for each payment, since the bands of amounts are known in the end only. */
export function createTally(): Tally {
  const groups = new Map<Group, number>()
  const listed: Group[] = []
  let amounts = new Float64Array(4_096)
  let places = new Uint32Array(4_096)
  let count = 0
  return {
    add(group, amountMinor) {
      let place = groups.get(group)
      if (place === undefined) {
        place = listed.push(group) - 1
        groups.set(group, place)
      }
      if (count === amounts.length) {
        const [fewerAmounts, fewerPlaces] = [amounts, places]
        amounts = new Float64Array(count * 2)
        amounts.set(fewerAmounts)
        places = new Uint32Array(count * 2)
        places.set(fewerPlaces)
      }
      amounts[count] = amountMinor
      places[count] = place
      count += 1
    },
    async result(termsOf, pause) {
      const looked = { amounts: amounts.subarray(0, count), places: places.subarray(0, count), groups: listed }
      const sums = await sumsOf(looked, termsOf, pause)
      return resultOf(sums, count)
    },
  }
}

interface Looked {
  amounts: Float64Array
  /** The place of each payment's group in `groups`. */
  places: Uint32Array
  groups: readonly Group[]
}

/** The payments of one way to pay, currency and band at one channel. */
type Observed = Trials

/** Those that go from one channel to another. */
interface Moved extends Trials {
  kind: Kind
  band: number
  to: string
  feesBefore: bigint
  /** The fees at the new channel if each of them succeeded. */
  feesAfter: bigint
}

interface Sums {
  observed: ReadonlyMap<string, Observed>
  moved: readonly Moved[]
  bands: ReadonlyMap<Currency, Bands>
  untaken: number
}

const cellOf = ({ method, subType, currency }: Kind, band: number, channelKey: string): string =>
  [method, subType, currency, band, channelKey].join(' ')

async function sumsOf(looked: Looked, termsOf: TermsOf, pause: () => Promise<void>): Promise<Sums> {
  const { amounts, places, groups } = looked
  const bands = await bandsOfCurrencies(looked, pause)
  const observed = new Map<string, Observed>()
  const moves = new Map<string, Moved>()
  const cells = groups.map((group) => cellsOf(group, termsOf, { observed, moves }))
  let untaken = 0
  for (let at = 0; at < amounts.length; at++) {
    if (at % atOnce === atOnce - 1) await pause()
    const place = places[at] as number
    const { kind, to } = groups[place] as Group
    const amount = amounts[at] as number
    cells[place]?.(bandOf(bands.get(kind.currency) ?? [], amount), amount)
    if (to === null) untaken += 1
  }
  return { observed, moved: [...moves.values()], bands, untaken }
}
type TermsOf = Parameters<Tally['result']>[0]
const atOnce = 5_000

async function bandsOfCurrencies({ amounts, places, groups }: Looked, pause: () => Promise<void>) {
  const counts = new Map<Currency, number>()
  const currencyOf = (at: number) => (groups[places[at] as number] as Group).kind.currency
  for (let at = 0; at < amounts.length; at++) counts.set(currencyOf(at), (counts.get(currencyOf(at)) ?? 0) + 1)
  const own = new Map([...counts].map(([currency, size]) => [currency, { all: new Float64Array(size), filled: 0 }]))
  for (let at = 0; at < amounts.length; at++) {
    const of = own.get(currencyOf(at)) as { all: Float64Array; filled: number }
    of.all[of.filled++] = amounts[at] as number
  }
  const bands = new Map<Currency, Bands>()
  for (const [currency, { all }] of own) {
    await pause()
    bands.set(currency, bandsOf(all))
  }
  return bands
}

/** Adds a payment of a group to what is observed, and to what is moved. */
function cellsOf(
  { kind, to }: Group,
  termsOf: TermsOf,
  { observed, moves }: { observed: Map<string, Observed>; moves: Map<string, Moved> },
): (band: number, amount: number) => void {
  const isMoved = to !== null && to !== kind.channelKey
  const before = termsOf(kind.channelKey, kind.currency)
  const after = to === null ? null : termsOf(to, kind.currency)
  const known: { at: Observed; move: Moved | null }[] = []
  const open = (band: number) => {
    const name = cellOf(kind, band, kind.channelKey)
    const at = observed.get(name) ?? { succeeded: 0, of: 0 }
    observed.set(name, at)
    if (!isMoved) return { at, move: null }
    const moveName = `${name} ${to}`
    const move = moves.get(moveName) ?? { kind, band, to, succeeded: 0, of: 0, feesBefore: 0n, feesAfter: 0n }
    moves.set(moveName, move)
    return { at, move }
  }
  return (band, amount) => {
    const { at, move } = (known[band] ??= open(band))
    at.of += 1
    if (kind.succeeded) at.succeeded += 1
    if (!move) return
    move.of += 1
    if (kind.succeeded) move.succeeded += 1
    if (kind.succeeded && before) move.feesBefore += feeWith(before, amount)
    if (after) move.feesAfter += feeWith(after, amount)
  }
}

function feeWith(terms: Terms, amount: number): bigint {
  const { feeMinor, taxMinor } = feeOf(BigInt(amount), terms)
  return feeMinor + taxMinor
}

function resultOf({ observed, moved, bands, untaken }: Sums, payments: number): KeptBacktest {
  const name = (one: Moved) => `${cellOf(one.kind, one.band, one.kind.channelKey)} ${one.to}`
  const judged = moved
    .toSorted((one, other) => (name(one) < name(other) ? -1 : 1))
    .map((move) => {
      const likely = observed.get(cellOf(move.kind, move.band, move.to)) ?? { succeeded: 0, of: 0 }
      return { ...move, likely, isEnough: likely.of >= limits.backtestEnough }
    })
  const enough = judged.filter(({ isEnough }) => isEnough)
  const random = randomOf(seed)
  const totals = new Float64Array(draws)
  const currencies = [...Map.groupBy(enough, ({ kind }) => kind.currency)].map(([currency, ofCurrency]) => {
    const drawn = drawTotals(expectedOf(ofCurrency), random)
    drawn.forEach((total, draw) => (totals[draw] = (totals[draw] as number) + total))
    return shownCurrency(currency, ofCurrency, drawn)
  })
  const count = sum(enough, ({ of }) => of)
  const all = sum(moved, ({ of }) => of)
  return {
    payments,
    moved: all,
    judged: count,
    not_enough: all - count,
    untaken,
    is_capped: false,
    before: observedShare({ succeeded: sum(enough, ({ succeeded }) => succeeded), of: count }),
    after: expectedShare(enough, totals),
    currencies,
    cells: judged
      .toSorted((one, other) => other.of - one.of)
      .slice(0, limits.backtestCells)
      .map((one) => shownCell(one, bands.get(one.kind.currency) ?? [])),
  }
}
/** Fixed, so that the same payments give the same interval. */
const seed = 20_260_101

type Judged = Moved & { likely: Trials; isEnough: boolean }

/** The moved payments by what is known of them: one share is drawn for all that depend on it. */
function expectedOf(judged: readonly Judged[]): Expected[] {
  const kinds = Map.groupBy(judged, ({ likely }) => likely)
  return [...kinds].map(([likely, ones]) => ({ ...likely, payments: sum(ones, ({ of }) => of) }))
}

function shownCurrency(currency: Currency, judged: readonly Judged[], drawn: Float64Array): KeptBacktestCurrency {
  const count = sum(judged, ({ of }) => of)
  const after = judged.map(({ feesAfter, likely }) =>
    divideHalfEven(feesAfter * BigInt(likely.succeeded), BigInt(likely.of)),
  )
  return {
    currency,
    judged: count,
    before: observedShare({ succeeded: sum(judged, ({ succeeded }) => succeeded), of: count }),
    after: expectedShare(judged, drawn),
    fees_before: String(judged.reduce((total, { feesBefore }) => total + feesBefore, 0n)),
    fees_after: String(after.reduce((total, fees) => total + fees, 0n)),
  }
}

function shownCell({ kind, band, to, likely, isEnough, ...moved }: Judged, bands: Bands): KeptBacktestCell {
  const { least, most } = bands[band] ?? { least: 0, most: 0 }
  const { method, subType, currency, channelKey } = kind
  const share = likely.succeeded / likely.of
  return {
    payment_method: method,
    payment_sub_type: subType,
    currency,
    band: band + 1,
    amount_from: String(least),
    amount_to: String(most),
    from_channel: channelKey,
    to_channel: to,
    before: observedShare(moved),
    observed: likely.of,
    is_enough: isEnough,
    after: isEnough
      ? { payments: moved.of, succeeded: rounded(moved.of * share, 1), ...roundedShare(share, wilson(likely)) }
      : null,
  }
}

const observedShare = (trials: Trials): KeptSuccess => ({
  payments: trials.of,
  succeeded: trials.succeeded,
  ...(trials.of === 0 ? { share: 0, low: 0, high: 0 } : roundedShare(trials.succeeded / trials.of, wilson(trials))),
})

function expectedShare(judged: readonly Judged[], drawn: Float64Array): KeptSuccess {
  const payments = sum(judged, ({ of }) => of)
  if (payments === 0) return { payments, succeeded: 0, share: 0, low: 0, high: 0 }
  const expected = sum(judged, ({ of, likely }) => (of * likely.succeeded) / likely.of)
  const { low, high } = intervalOf(drawn, payments)
  const bounds = { low: low / payments, high: high / payments }
  return { payments, succeeded: rounded(expected, 1), ...roundedShare(expected / payments, bounds) }
}

const roundedShare = (share: number, { low, high }: { low: number; high: number }) => ({
  share: rounded(share, 6),
  low: rounded(low, 6),
  high: rounded(high, 6),
})
const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits

const sum = <One>(ones: readonly One[], of: (one: One) => number): number =>
  ones.reduce((total, one) => total + of(one), 0)
