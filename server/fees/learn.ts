import type { learnings } from '#contract/fee-learning.ts'
import { exponentOf } from '#contract/iso-currencies.ts'
import { absolute, exactOfMinor, percentOf, type Exact, type Factor } from '#server/recon-files/read/exact.ts'

/** One charged fee: the gross without its sign, and the fee in the same currency. */
export interface Fee {
  gross: Exact
  fee: Exact
}
/** Terms, and the places of the fees that they do not reproduce. */
export interface LearnedTerms {
  found: (typeof learnings)[number]
  percent: Factor
  flat: Exact
  rest: number[]
}

const mostDecimals = 3
const leastRows = 3
const leastAmounts = 2
/** Pairs of rows from which terms are guessed where no terms fit all. */
const guessedOf = 30

/**
 * The shortest percent and then the smallest flat that reproduce every fee to the minor unit; else those that most rows share. Under
 * three rows or two amounts anything fits, and nothing is said.
 */
export function learnTerms(fees: readonly Fee[], currency: string): LearnedTerms {
  const exponent = exponentOf(currency) ?? 2
  const every = fees.map((_, place) => place)
  const nothing = (found: LearnedTerms['found']) => ({
    found,
    percent: { digits: 0n, decimals: 0 },
    flat: 0n,
    rest: every,
  })
  if (fees.length < leastRows || new Set(fees.map(({ gross }) => gross)).size < leastAmounts) return nothing('too_few')
  const exact = ofAll(fees, exponent)
  if (exact) return { found: 'all', ...exact, rest: [] }
  const shared = ofMost(fees, exponent)
  if (!shared) return nothing('none')
  const flatFee = ({ gross, fee }: Fee) => fee - percentOf(gross, shared.percent, exponent)
  const rest = every.filter((place) => flatFee(fees[place] as Fee) !== shared.flat)
  return rest.length * 2 < fees.length ? { found: 'most', ...shared, rest } : nothing('none')
}

interface Terms {
  percent: Factor
  flat: Exact
}

/** Tries every percent that the two most distant amounts admit, those with the fewest decimals first. */
function ofAll(fees: readonly Fee[], exponent: number): Terms | null {
  const ordered = fees.toSorted((one, other) => (one.gross < other.gross ? -1 : one.gross > other.gross ? 1 : 0))
  const [low, high] = [ordered[0] as Fee, ordered.at(-1) as Fee]
  for (let decimals = 0; decimals <= mostDecimals; decimals += 1) {
    let best: Terms | null = null
    for (const digits of between(low, high, exponent, decimals)) {
      const percent = { digits, decimals }
      const flat = low.fee - percentOf(low.gross, percent, exponent)
      if (flat < 0n || (best && flat >= best.flat)) continue
      if (ordered.every(({ gross, fee }) => fee - percentOf(gross, percent, exponent) === flat))
        best = { percent, flat }
    }
    if (best) return best
  }
  return null
}

/** The terms that the most rows share, among those that pairs of rows admit. */
function ofMost(fees: readonly Fee[], exponent: number): Terms | null {
  const ordered = fees.toSorted((one, other) => (one.gross < other.gross ? -1 : one.gross > other.gross ? 1 : 0))
  const step = Math.max(1, Math.floor(ordered.length / guessedOf))
  const some = ordered.filter((_, place) => place % step === 0)
  const tried = new Set<string>(['0 0'])
  for (const [place, low] of some.entries())
    for (const high of some.slice(place + 1)) {
      if (high.gross === low.gross) continue
      for (let decimals = 0; decimals <= mostDecimals; decimals += 1) {
        const digits = (high.fee - low.fee) * 100n * 10n ** BigInt(decimals)
        const nearest = digits / (high.gross - low.gross)
        for (const near of [nearest, nearest + 1n]) if (isPercent(near, decimals)) tried.add(`${near} ${decimals}`)
      }
    }
  let best: (Terms & { agreeing: number }) | null = null
  for (const guess of tried) {
    const [digits = '0', decimals = '0'] = guess.split(' ')
    const percent = { digits: BigInt(digits), decimals: Number(decimals) }
    const counts = new Map<Exact, number>()
    for (const { gross, fee } of fees) {
      const flat = fee - percentOf(gross, percent, exponent)
      if (flat >= 0n) counts.set(flat, (counts.get(flat) ?? 0) + 1)
    }
    for (const [flat, agreeing] of counts)
      if (!best || agreeing > best.agreeing || (agreeing === best.agreeing && isSimpler({ percent, flat }, best)))
        best = { percent, flat, agreeing }
  }
  return best
}
const isSimpler = (one: Terms, other: Terms): boolean =>
  one.percent.decimals < other.percent.decimals ||
  (one.percent.decimals === other.percent.decimals && one.flat < other.flat)

/** The percentages with so many decimals that may lie behind two fees, each of which was rounded. */
function* between(low: Fee, high: Fee, exponent: number, decimals: number): Generator<bigint> {
  const unit = exactOfMinor(1, exponent)
  const scale = 100n * 10n ** BigInt(decimals)
  const [rise, run] = [high.fee - low.fee, high.gross - low.gross]
  const from = ((rise - unit) * scale) / run
  const to = ((rise + unit) * scale) / run + 1n
  for (let digits = from < 0n ? 0n : from; digits <= to && isPercent(digits, decimals); digits += 1n) yield digits
}
const isPercent = (digits: bigint, decimals: number): boolean =>
  digits >= 0n && absolute(digits) <= 100n * 10n ** BigInt(decimals)
