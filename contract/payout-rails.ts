import type { PayoutRail, RailHours } from './channel-catalogue/entry.ts'
import type { FeePayer } from './payout-states.ts'
import type { AccountType } from './payout-shapes.ts'
import { isHoliday, isWorkingDay, knows, type Calendar } from './holiday-calendar.ts'
import { feeOf, type Currency } from './kit/money.ts'
import { dayAfter, dayAt, momentAt, weekdayOf, type Day } from './kit/zoned-day.ts'

/** What forms say of a payout ahead of it, and what the server does with it: one reckoning for both. */

export interface RailDestination {
  type: AccountType
  /** ISO 3166-1 alpha-2. */
  country: string
}

/** The rail of some that takes a destination: the first that does. */
export const railAmong = (
  rails: readonly PayoutRail[],
  to: RailDestination,
  currency: Currency,
): PayoutRail | undefined => rails.find((rail) => takes(rail, to, currency))

const takes = (rail: PayoutRail, { type, country }: RailDestination, currency: Currency): boolean =>
  rail.to === type &&
  (rail.countries === 'GLOBAL' || rail.countries.includes(country)) &&
  (rail.currencies === null || rail.currencies.includes(currency))

/** The bank of an account: by its code in the country, else by its BIC. */
export interface BankOfAccount {
  bankCode: string
  fields: Readonly<Record<string, string>>
}

/** The provider's code of an account's bank; undefined where the rail doesn't reach it, and empty where it names no banks. */
export function bankOn({ banks }: Pick<PayoutRail, 'banks'>, { bankCode, fields }: BankOfAccount): string | undefined {
  if (banks === undefined) return ''
  const key = bankCode || (fields['swift'] ?? '').slice(0, 8)
  return Object.hasOwn(banks, key) ? banks[key] : undefined
}

/** Whether a rail can express an amount: some take whole units only. */
export const isStepOf = ({ stepMinor = 1 }: Pick<PayoutRail, 'stepMinor'>, amountMinor: bigint): boolean =>
  amountMinor % BigInt(stepMinor) === 0n

/** The bounds of one payout in minor units; null for none. */
export const railBounds = ({ minimum, maximum }: PayoutRail, currency: Currency) => ({
  minimumMinor: minorOf(minimum?.[currency]),
  maximumMinor: minorOf(maximum?.[currency]),
})
const minorOf = (amount: number | undefined): bigint | null => (amount === undefined ? null : BigInt(amount))

export interface PayoutFee {
  feeMinor: bigint
  taxMinor: bigint
  /** What leaves the virtual account. */
  totalMinor: bigint
  /** What the destination gets. It is not positive where the fee eats a receiver's amount, which no payout may have. */
  sentMinor: bigint
}

/** The fee of a payout: on top of the amount where the sender bears it, out of it where the receiver does. */
export function feeOfPayout(
  { fee }: Pick<PayoutRail, 'fee'>,
  { amountMinor, currency, feePayer }: { amountMinor: bigint; currency: Currency; feePayer: FeePayer },
): PayoutFee {
  const { feeMinor, taxMinor } = feeOf(amountMinor, {
    percentFee: fee.percent ?? '0',
    minimumFeeMinor: BigInt(fee.minimum?.[currency] ?? 0),
    flatFeeMinor: BigInt(fee.flat?.[currency] ?? 0),
    taxPercent: fee.tax ?? '0',
  })
  const cost = feeMinor + taxMinor
  return feePayer === 'SENDER'
    ? { feeMinor, taxMinor, totalMinor: amountMinor + cost, sentMinor: amountMinor }
    : { feeMinor, taxMinor, totalMinor: amountMinor, sentMinor: amountMinor - cost }
}

/** The first moment, not before `at`, at which a rail takes payouts: `at` itself while it is open. The cut-off is exclusive. */
export function nextOpening({ hours }: Pick<PayoutRail, 'hours'>, at: Date, calendar: Calendar | null): Date {
  for (let day = dayAt(at, hours.zone); ; day = dayAfter(day, 1)) {
    if (!isOpenOn(hours, day, calendar)) continue
    const opens = momentAt(day, hours.opens, hours.zone)
    if (at < opens) return opens
    if (at < momentAt(day, hours.cutOff, hours.zone)) return at
  }
}

export interface Arrival {
  /** When it leaves: at once, or at the next opening. */
  leavesAt: Date
  day: Day
  /** The calendar that was asked for holidays; null where the rail keeps none. */
  calendar: string | null
  /** Whether that calendar knows the year of every day that was counted. Where it does not, holidays may make it later. */
  isKnown: boolean
}

/** The day on which money sent at a moment arrives, by the clocks of the rail. */
export function arrivalOf({ hours, workingDays }: PayoutRail, at: Date, calendar: Calendar | null): Arrival {
  const leavesAt = nextOpening({ hours }, at, calendar)
  let day = dayAt(leavesAt, hours.zone)
  if (workingDays > 0) {
    while (!isWorkingDay(day, calendar)) day = dayAfter(day, 1)
    for (let left = workingDays; left > 0; left--)
      do day = dayAfter(day, 1)
      while (!isWorkingDay(day, calendar))
  }
  const isKnown = hours.calendar === null || (knows(calendar, dayAt(at, hours.zone)) && knows(calendar, day))
  return { leavesAt, day, calendar: hours.calendar, isKnown }
}

const isOpenOn = ({ days }: RailHours, day: Day, calendar: Calendar | null): boolean =>
  days.includes(weekdayOf(day)) && !isHoliday(day, calendar)
