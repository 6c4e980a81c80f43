import type { Currency } from '#contract/kit/money.ts'
import type { PaymentState } from '#contract/payment-states.ts'
import type { AnyDestination } from '#console/kit/routing/screen-link.tsx'
import type { Stretch } from './period.ts'
import type { Dashboard } from './use-dashboard.ts'
import type { ChartWords } from './words.ts'

export interface ChartProps {
  dashboard: Dashboard
  currency: Currency
  words: ChartWords
  /** The destination of the list of payments of a stretch, by default the whole period. */
  list: (filters: Record<string, string>, stretch?: Stretch) => AnyDestination
}

/** The look of each state in all charts. */
export const tones: Record<PaymentState, string> = {
  Success: 'good',
  Failed: 'bad',
  Expired: 'quiet',
  Pending: 'busy',
  Authorized: 'fifth',
  Initiated: 'open',
}
