import type { Currency } from '../kit/money.ts'
import type { PayoutRail } from './entry.ts'
import { always } from './rail-hours.ts'

/**
 * Xendit's rails for the payouts that every account may make. The most that banks of Indonesia, Malaysia, the Philippines and Thailand
 * take is from its pages of coverage; the other bounds are ours, and Xendit's refusal stands beside them. What a payout costs is agreed
 * with each account, and Xendit takes it from the balance itself.
 */
export const xenditRails: readonly PayoutRail[] = [
  bank('BI-FAST', 'ID', 'IDR', 'Asia/Jakarta', { minimum: { IDR: 1_000_000 }, maximum: { IDR: 25_000_000_000 } }),
  bank('DuitNow', 'MY', 'MYR', 'Asia/Kuala_Lumpur', { minimum: { MYR: 100 }, maximum: { MYR: 1_000_000_000 } }),
  bank('InstaPay', 'PH', 'PHP', 'Asia/Manila', { minimum: { PHP: 100 }, maximum: { PHP: 5_000_000 } }),
  bank('PromptPay', 'TH', 'THB', 'Asia/Bangkok', { minimum: { THB: 100 }, maximum: { THB: 200_000_000 } }),
  bank('NAPAS 247', 'VN', 'VND', 'Asia/Ho_Chi_Minh', { minimum: { VND: 2_000 }, maximum: { VND: 499_999_999 } }),
  wallets('ID', 'IDR', 'Asia/Jakarta', { minimum: { IDR: 1_000_000 }, maximum: { IDR: 2_000_000_000 } }),
  wallets('PH', 'PHP', 'Asia/Manila', { minimum: { PHP: 100 }, maximum: { PHP: 5_000_000 } }),
]

type Bounds = Pick<PayoutRail, 'minimum' | 'maximum'>

function bank(name: string, country: string, currency: Currency, zone: string, bounds: Bounds): PayoutRail {
  return rail(
    { key: `${country}_BANK`, name, to: 'BANK', countries: [country], currencies: [currency], ...bounds },
    zone,
  )
}
function wallets(country: string, currency: Currency, zone: string, bounds: Bounds): PayoutRail {
  const key = `${country}_WALLET`
  return rail({ key, name: 'E-wallets', to: 'MOBILE', countries: [country], currencies: [currency], ...bounds }, zone)
}
function rail(of: Omit<PayoutRail, 'fee' | 'workingDays' | 'hours'>, zone: string): PayoutRail {
  return { ...of, fee: {}, workingDays: 0, hours: always(zone) }
}
