import { converted, type Rate } from './exchange-rates.ts'
import { percentOf, type Currency } from './kit/money.ts'

/** What was sold in one currency, and what is taken from it, in minor units; what is taken is positive. */
export interface SumsOfSource {
  totalMinor: bigint
  /** The fee and its tax, as they were captured. */
  feeMinor: bigint
  withholdingMinor: bigint
  /** Below zero where more refunds failed than were made. */
  refundMinor: bigint
}
/** The four in the base currency, each rounded by itself; what that loses is a line of its own. */
export interface SumsOfBase extends SumsOfSource {
  /** The net, rounded once. */
  netMinor: bigint
  /** The net less the four: at most two minor units either way. */
  roundingMinor: bigint
}
export interface Conversion {
  source: Currency
  base: Currency
  rate: Rate
}

/** What is left of the sales in their own currency. */
export const netOfSource = ({ totalMinor, feeMinor, withholdingMinor, refundMinor }: SumsOfSource): bigint =>
  totalMinor - feeMinor - withholdingMinor - refundMinor

/** The sums in the base currency. Each is rounded once, half to even, from its own amount in the source's currency; the net is not their sum. */
export function inBase(sums: SumsOfSource, { source, base, rate }: Conversion): SumsOfBase {
  const to = (minor: bigint) => converted(minor, rate, source, base)
  const four: SumsOfSource = {
    totalMinor: to(sums.totalMinor),
    feeMinor: to(sums.feeMinor),
    withholdingMinor: to(sums.withholdingMinor),
    refundMinor: to(sums.refundMinor),
  }
  const netMinor = to(netOfSource(sums))
  return { ...four, netMinor, roundingMinor: netMinor - netOfSource(four) }
}

/** What a settlement does beside its sales, in minor units of the base currency. */
export interface Moves {
  /** Held back, and so not sent. */
  reserveCreditMinor: bigint
  /** Released or used, and so sent. */
  reserveDebitMinor: bigint
  transferFeeMinor: bigint
}
export const netOfBase = (
  netMinor: bigint,
  { reserveCreditMinor, reserveDebitMinor, transferFeeMinor }: Moves,
): bigint => netMinor - reserveCreditMinor + reserveDebitMinor - transferFeeMinor

/** A tranche of the reserve: what is still held of one day's sales, and the day on which it is free. */
export interface Tranche {
  ref: string
  leftMinor: bigint
  /** `YYYY-MM-DD`; null for one that the terms release. */
  releaseOn: string | null
}
interface Taken {
  ref: string
  kind: 'rolling_release' | 'fixed_release' | 'used'
  amountMinor: bigint
}
export interface ReserveMoves extends Moves {
  /** What leaves the reserve, from the oldest tranche on. */
  taken: Taken[]
}
interface Reserve {
  /** What the terms hold back of this settlement where it is not below zero. */
  holdMinor: bigint
  /** What is in the reserve, oldest first. */
  tranches: readonly Tranche[]
  /** What of it is free by the day of the cut. */
  isFree(tranche: Tranche): boolean
  transferFeeMinor: bigint
}

/**
 * What a settlement holds back and takes from the reserve. One that is below zero holds nothing back, takes just what makes it zero from
 * the oldest tranches on, and pays no fee, since nothing is sent; null where the reserve has less than that.
 */
export function reserveMoves(
  netMinor: bigint,
  { holdMinor, tranches, isFree, transferFeeMinor }: Reserve,
): ReserveMoves | null {
  if (netMinor < 0n) {
    const taken = used(tranches, -netMinor)
    if (!taken) return null
    return { reserveCreditMinor: 0n, reserveDebitMinor: -netMinor, transferFeeMinor: 0n, taken }
  }
  const taken = tranches
    .filter((tranche) => isFree(tranche) && tranche.leftMinor > 0n)
    .map(({ ref, leftMinor, releaseOn }): Taken => ({
      ref,
      kind: releaseOn === null ? 'fixed_release' : 'rolling_release',
      amountMinor: leftMinor,
    }))
  return { reserveCreditMinor: holdMinor, reserveDebitMinor: sum(taken), transferFeeMinor, taken }
}

function used(tranches: readonly Tranche[], wantedMinor: bigint): Taken[] | null {
  let left = wantedMinor
  const taken: Taken[] = []
  for (const { ref, leftMinor } of tranches) {
    const amountMinor = leftMinor < left ? leftMinor : left
    if (amountMinor > 0n) taken.push({ ref, kind: 'used', amountMinor })
    left -= amountMinor
  }
  return left === 0n ? taken : null
}
const sum = (taken: readonly Taken[]): bigint => taken.reduce((all, { amountMinor }) => all + amountMinor, 0n)

/**
 * What is held back of one day's sales: the sales of the day in the base currency, rounded once, and the percentage of that, rounded once,
 * so that the two figures that are shown explain each other.
 */
export function heldOfDay(
  soldMinor: bigint,
  percent: string,
  { source, base, rate }: Conversion,
): { soldMinor: bigint; heldMinor: bigint } {
  const inBaseMinor = converted(soldMinor, rate, source, base)
  return { soldMinor: inBaseMinor, heldMinor: percentOf(inBaseMinor, percent) }
}

/** What a fixed reserve takes of a settlement: its share, up to the amount that it is to have. */
export function heldOfFixed(
  netMinor: bigint,
  share: string,
  { targetMinor, balanceMinor }: { targetMinor: bigint; balanceMinor: bigint },
): bigint {
  const lacks = targetMinor > balanceMinor ? targetMinor - balanceMinor : 0n
  const wanted = netMinor > 0n ? percentOf(netMinor, share) : 0n
  return wanted < lacks ? wanted : lacks
}

/** What one currency's changing cost: what the reference rate would have given, less what was given. */
export const costOfChange = (
  netBaseMinor: bigint,
  reference: Rate,
  netMinor: bigint,
  base: Currency,
  to: Currency,
): bigint => converted(netBaseMinor, reference, base, to) - netMinor
