import type { LimitOf, LimitPeriod } from '#contract/payout-limits.ts'
import type { Currency } from '#contract/kit/money.ts'
import { dayAfter, dayAt, startOfDay } from '#contract/kit/zoned-day.ts'
import type { KeptLimitSubject } from '#server/db/kept-limit-subject.ts'
import type { Limit } from './limit-rows.ts'

/** The parts of a payout that limits are about. */
export interface Limited {
  accountNo: string
  beneficiaryUuid: string
  /** Ids of people. */
  makers: readonly string[]
  approvers: readonly string[]
  currency: Currency
  amountMinor: bigint
}

/** A limit that a payout would go beyond. */
export interface Beyond {
  of: LimitOf
  subject: string
  period: LimitPeriod
  limitMinor: bigint
  /** What the day or the month has left without it. */
  leftMinor: bigint
  /** When the next day or month begins, in which it is possible; null where it never is. */
  until: Date | null
}

export const subjectsOf = ({ accountNo, beneficiaryUuid, makers, approvers }: Limited): KeptLimitSubject[] => {
  const people = (of: 'MAKER' | 'APPROVER', ids: readonly string[]) =>
    [...new Set(ids)].map((subject) => ({ of, subject }))
  return [
    { of: 'ACCOUNT', subject: accountNo },
    { of: 'BENEFICIARY', subject: beneficiaryUuid },
    ...people('MAKER', makers),
    ...people('APPROVER', approvers),
  ]
}

/** The day and the month of a zone that a moment is in. */
export function periodsAt(moment: Date, timeZone: string) {
  const today = dayAt(moment, timeZone)
  const first = `${today.slice(0, 7)}-01`
  // 31 days after the first is always in the next month.
  const next = `${dayAfter(first, 31).slice(0, 7)}-01`
  return {
    day: { startsAt: startOfDay(today, timeZone), endsAt: startOfDay(dayAfter(today, 1), timeZone) },
    month: { startsAt: startOfDay(first, timeZone), endsAt: startOfDay(next, timeZone) },
  }
}
export type Periods = ReturnType<typeof periodsAt>

/** The limit of a subject: its own, else that of each. */
const limitFor = (limits: readonly Limit[], { of, subject }: KeptLimitSubject, currency: Currency): Limit | undefined =>
  [subject, ''].flatMap(
    (wanted) => limits.find((one) => one.limit_of === of && one.subject === wanted && one.currency === currency) ?? [],
  )[0]

/** Those limits that a payout's subjects have, each with its subject. */
export const limitsFor = (limits: readonly Limit[], payout: Limited) =>
  subjectsOf(payout).flatMap((subject) => {
    const limit = limitFor(limits, subject, payout.currency)
    return limit ? [{ ...subject, limit }] : []
  })

/** Every limit that a payout would go beyond, after what was counted in the day and the month. */
export const beyondLimits = (
  found: ReturnType<typeof limitsFor>,
  { amountMinor }: Limited,
  counted: (of: LimitOf, subject: string, period: 'day' | 'month') => bigint,
  periods: Periods,
): Beyond[] =>
  found.flatMap(({ of, subject, limit }) => {
    const { payout_minor: each, day_minor: day, month_minor: month } = limit
    const one = { of, subject }
    const over = (period: 'day' | 'month', limitMinor: bigint | null): Beyond[] => {
      if (limitMinor === null) return []
      const leftMinor = limitMinor - counted(of, subject, period)
      if (amountMinor <= leftMinor) return []
      const until = amountMinor > limitMinor ? null : periods[period].endsAt
      return [{ ...one, period, limitMinor, leftMinor: leftMinor < 0n ? 0n : leftMinor, until }]
    }
    return [
      ...(each !== null && amountMinor > each
        ? [{ ...one, period: 'payout' as const, limitMinor: each, leftMinor: each, until: null }]
        : []),
      ...over('day', day),
      ...over('month', month),
    ]
  })

/** When nothing of it is beyond a limit any more; null for never. */
export const possibleAt = (beyond: readonly Beyond[]): Date | null =>
  beyond.reduce<Date | null>(
    (latest, { until }) => (latest === null || until === null ? null : until > latest ? until : latest),
    new Date(0),
  )
