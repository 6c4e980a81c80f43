import { divideHalfAway } from '#contract/kit/money.ts'

/** What a change of price or quantity costs within a period. Amounts in minor units; time in elapsed seconds. */

/** A period up to a change. */
export interface PeriodSoFar {
  start: Date
  end: Date
  /** Price × quantity from the start on, and as each change of this period has left it, in their order. */
  amounts: readonly { from: Date; amount: bigint }[]
  /** What was paid for this period, with credit that was used, by its charge and its changes; less the credit that these gave. */
  paid: bigint
}

/** The lines of a change, and what they come to: one of `toPay` and `toCredit` is zero. */
export interface Proration {
  remainingSeconds: number
  wholeSeconds: number
  /** For the rest of the period as it was. */
  credit: bigint
  /** For the rest of the period as it will be, or for a new one. */
  charge: bigint
  toPay: bigint
  /** For charges to come; never money back by itself. */
  toCredit: bigint
}

/**
 * A change to `amount` for the rest of the period. Each line is rounded half away from zero. Credit is never above what was paid and
 * is not used up yet: however often somebody changes up and down, they pay what the cheapest of it costs.
 * @throws RangeError for a moment outside the period.
 */
export function prorate(period: PeriodSoFar, { at, amount }: { at: Date; amount: bigint }): Proration {
  const { remaining, whole } = secondsOf(period, at)
  return lines(period, at, divideHalfAway(amount * remaining, whole))
}

/** A change to another rhythm: the rest of the period is credited, and a new one of `amount` begins now. */
export const prorateToNewPeriod = (period: PeriodSoFar, { at, amount }: { at: Date; amount: bigint }): Proration =>
  lines(period, at, amount)

function lines(period: PeriodSoFar, at: Date, charge: bigint): Proration {
  const { remaining, whole } = secondsOf(period, at)
  const credit = creditOf(period, at)
  return {
    remainingSeconds: Number(remaining),
    wholeSeconds: Number(whole),
    credit,
    charge,
    toPay: charge > credit ? charge - credit : 0n,
    toCredit: credit > charge ? credit - charge : 0n,
  }
}

function creditOf(period: PeriodSoFar, at: Date): bigint {
  const { remaining, whole } = secondsOf(period, at)
  const amount = period.amounts.at(-1)?.amount ?? 0n
  const credit = divideHalfAway(amount * remaining, whole)
  // Rounding by the line alone could be milked: each change may gain a unit, and nothing limits their number.
  const unused = divideHalfAway(period.paid * whole - usedTimesWhole(period, at), whole)
  const most = unused > 0n ? unused : 0n
  return credit < most ? credit : most
}

/** What of the period was used up, × the seconds of the whole. */
function usedTimesWhole({ amounts }: PeriodSoFar, at: Date): bigint {
  const ends = [...amounts.slice(1).map(({ from }) => from), at]
  return amounts.reduce((used, { from, amount }, place) => {
    return used + amount * (second(ends[place] as Date) - second(from))
  }, 0n)
}

function secondsOf({ start, end }: PeriodSoFar, at: Date): { remaining: bigint; whole: bigint } {
  const [remaining, whole] = [second(end) - second(at), second(end) - second(start)]
  if (remaining > whole || at >= end) throw new RangeError(`${at.toISOString()} is not in the period`)
  return { remaining, whole }
}
/** What happens in one second happens at once. */
const second = (moment: Date): bigint => BigInt(Math.floor(moment.getTime() / 1_000))
