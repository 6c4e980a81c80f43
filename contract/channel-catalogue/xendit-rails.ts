import type { Currency } from '../kit/money.ts'
import type { PayoutRail } from './entry.ts'
import { always } from './rail-hours.ts'
import { xenditBanks } from './xendit-banks.ts'

/**
 * Xendit's rails for the payouts that every account may make. The most that banks of Indonesia, Malaysia, the Philippines and Thailand
 * take is from its pages of coverage; the other bounds are ours, and Xendit's refusal stands beside them. What a payout costs is agreed
 * with each account, and Xendit takes it from the balance itself.
 */
export const xenditRails: readonly PayoutRail[] = [
  bank('BI-FAST', 'ID', 'IDR', 'Asia/Jakarta', {
    minimum: { IDR: 1_000_000 },
    maximum: { IDR: 25_000_000_000 },
    stepMinor: 100,
  }),
  bank('DuitNow', 'MY', 'MYR', 'Asia/Kuala_Lumpur', { minimum: { MYR: 100 }, maximum: { MYR: 1_000_000_000 } }),
  bank('InstaPay', 'PH', 'PHP', 'Asia/Manila', { minimum: { PHP: 100 }, maximum: { PHP: 5_000_000 } }),
  bank('PromptPay', 'TH', 'THB', 'Asia/Bangkok', { minimum: { THB: 100 }, maximum: { THB: 200_000_000 } }),
  bank('NAPAS 247', 'VN', 'VND', 'Asia/Ho_Chi_Minh', { minimum: { VND: 2_000 }, maximum: { VND: 499_999_999 } }),
]

function bank(
  name: string,
  country: keyof typeof xenditBanks,
  currency: Currency,
  zone: string,
  bounds: Pick<PayoutRail, 'minimum' | 'maximum' | 'stepMinor'>,
): PayoutRail {
  return {
    key: `${country}_BANK`,
    name,
    to: 'BANK',
    countries: [country],
    currencies: [currency],
    ...bounds,
    banks: xenditBanks[country],
    fee: {},
    workingDays: 0,
    hours: always(zone),
  }
}
