import type { Currency } from '#contract/kit/money.ts'
import type { Period } from '#contract/subscription-periods.ts'

/** A price of the demo, with the days ago when it was made. */
export interface DemoPrice {
  name: string
  description: string
  currency: Currency
  /** Minor units; absent of one on demand. */
  amount?: bigint
  frequency?: number
  period?: Period
  madeDaysAgo: number
}

/** By merchant and by the names that stories know them by. */
export const demoPrices = {
  acme: {
    monthly: { name: 'Trail club', description: 'Repairs, rentals at half price, first pick', currency: 'SGD', amount: 2_900n, frequency: 1, period: 'M', madeDaysAgo: 372 },
    yearly: { name: 'Trail club, a year', description: 'Twelve months for ten', currency: 'SGD', amount: 29_000n, frequency: 1, period: 'Y', madeDaysAgo: 371 },
    quarterly: { name: 'Gear locker', description: 'Storage and care, every three months', currency: 'EUR', amount: 14_900n, frequency: 3, period: 'M', madeDaysAgo: 330 },
    weekly: { name: 'Trail snacks', description: 'A box every week', currency: 'USD', amount: 1_450n, frequency: 1, period: 'W', madeDaysAgo: 150 },
    daily: { name: 'Tent by the day', description: 'Charged for each day until it is back', currency: 'SGD', amount: 1_800n, frequency: 1, period: 'D', madeDaysAgo: 60 },
    onDemand: { name: 'Repair account', description: 'Each repair is charged when it is done', currency: 'SGD', madeDaysAgo: 300 },
  },
  delta: {
    monthly: { name: 'Sheet masks, monthly', description: '30 sheet masks', currency: 'KRW', amount: 27_000n, frequency: 1, period: 'M', madeDaysAgo: 300 },
    quarterly: { name: 'Serum set', description: 'Every two months', currency: 'KRW', amount: 42_000n, frequency: 2, period: 'M', madeDaysAgo: 240 },
  },
} as const satisfies Record<string, Record<string, DemoPrice>> // prettier-ignore

export type DemoSeller = keyof typeof demoPrices
export type PriceName = keyof (typeof demoPrices)['acme']
/** Whether a merchant of the demo has subscriptions. */
export const sellsSubscriptions = (slug: string): slug is DemoSeller => slug in demoPrices
