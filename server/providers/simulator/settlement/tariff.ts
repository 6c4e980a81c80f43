import type { OfferedMethod } from '#contract/methods.ts'

export interface Terms extends Rates {
  /** After how many working days what was paid so is settled. */
  days: number
}
/** What the simulator takes for a payment or refund. Amounts are minor units of the currency in which it settles. */
interface Rates {
  /** With at most four decimals. */
  percent: string
  minimumMinor: bigint
  flatMinor: bigint
  /** On the fee. */
  taxPercent: string
  /** What networks and issuers take, passed on: one of these by the payment. */
  passedOn: readonly string[]
}

/**
 * The simulator's own tariff, by method and currency. It knows nothing of what a merchant has agreed in the console: that the two are
 * the same, or not, is what a check of fees finds out. `docs/simulator.md` prints it.
 */
const tariff: Readonly<Record<string, Terms>> = {
  CARD: terms('2.9', 30n, { passedOn: ['0.2', '0.3', '1.15'] }),
  'CARD INR': terms('2', 0n, { taxPercent: '18', passedOn: ['0'] }),
  'CARD JPY': terms('3.25', 0n, { taxPercent: '10', passedOn: ['0.2', '0.8'] }),
  INSTALLMENT: terms('3.9', 30n, { passedOn: ['0.2', '0.3'] }),
  WALLET: terms('1.8', 0n, { minimumMinor: 10n, days: 1 }),
  QR_CODE: terms('0.8', 0n, { minimumMinor: 5n, days: 1 }),
  UPI: terms('0', 0n, { days: 1 }),
  NET_BANKING: terms('1.5', 20n, { days: 1 }),
  BNPL: terms('5', 30n, { days: 3 }),
  DIRECT_DEBIT: terms('0.75', 20n, { days: 3 }),
  BANK_TRANSFER: terms('0', 50n, { days: 1 }),
  VA_BANK_TRANSFER: terms('0', 50n, { days: 1 }),
  'VA_BANK_TRANSFER IDR': terms('0', 400_000n, { taxPercent: '11', days: 1 }),
  'VA_BANK_TRANSFER VND': terms('0', 5_000n, { taxPercent: '10', days: 1 }),
  OTC: terms('1.2', 100n),
}
const others = terms('2.5', 20n)
const refunds = terms('0', 10n)

function terms(percent: string, flatMinor: bigint, more: Partial<Terms> = {}): Terms {
  return { percent, flatMinor, minimumMinor: 0n, taxPercent: '8', passedOn: ['0'], days: 2, ...more }
}

export const termsOf = (
  type: 'payment' | 'refund' | 'fee',
  { method, currency }: { method: OfferedMethod; currency: string },
): Terms =>
  type === 'refund'
    ? refunds
    : (tariff[`${method} ${currency}`] ?? tariff[method.replace('SUBSCRIPTION_', '')] ?? others)

/** Currencies in which the simulator keeps no accounts: settled in another, at a fixed rate of so much of it for one. */
const converted: Readonly<Record<string, { into: string; rate: string }>> = {
  KES: { into: 'USD', rate: '0.0077' },
  KHR: { into: 'USD', rate: '0.00024691' },
  NGN: { into: 'USD', rate: '0.00065' },
  TZS: { into: 'USD', rate: '0.00039' },
  UGX: { into: 'USD', rate: '0.00027' },
  WST: { into: 'NZD', rate: '0.605' },
}
export const settledIn = (currency: string): { into: string; rate: string } =>
  converted[currency] ?? { into: currency, rate: '1' }

export interface Charges {
  feeMinor: bigint
  taxMinor: bigint
  passedOnMinor: bigint
}

/** What is taken of an amount that is not negative; `chance` from 0 to below 1 chooses among what is passed on. */
export function chargesOf(amountMinor: bigint, of: Rates, chance: number): Charges {
  const share = percentOf(amountMinor, of.percent)
  const feeMinor = (share > of.minimumMinor ? share : of.minimumMinor) + of.flatMinor
  const passed = of.passedOn[Math.floor(chance * of.passedOn.length)] ?? '0'
  return {
    feeMinor,
    taxMinor: percentOf(feeMinor, of.taxPercent),
    passedOnMinor: percentOf(amountMinor, passed),
  }
}

/** A percentage with at most four decimals, rounded half to even. */
export function percentOf(minor: bigint, percent: string): bigint {
  const [whole = '0', fraction = ''] = percent.split('.')
  return halfEven(minor * BigInt(whole + fraction.padEnd(4, '0')), 1_000_000n)
}

/** An amount in another currency at a rate of at most eight decimals; the exponents are those of the two currencies. */
export function convert(minor: bigint, rate: string, [from, to]: readonly [number, number]): bigint {
  const [whole = '0', fraction = ''] = rate.split('.')
  const scaled = minor * BigInt(whole + fraction.padEnd(8, '0')) * 10n ** BigInt(to)
  return halfEven(scaled, 10n ** BigInt(8 + from))
}

function halfEven(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend
  const whole = size / divisor
  const twice = (size % divisor) * 2n
  const rounded = twice > divisor || (twice === divisor && whole % 2n === 1n) ? whole + 1n : whole
  return dividend < 0n ? -rounded : rounded
}
