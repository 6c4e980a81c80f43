import { listPrices, readPrice } from '#contract/prices.ts'
import {
  listPriceSubscriptions,
  listSubscriptionPayments,
  listSubscriptions,
  readSubscription,
  readSubscriptionMetrics,
} from '#contract/subscriptions.ts'

/** The calls whose answers an act on a subscription makes stale. */
export const ofSubscriptions = [
  listSubscriptions,
  listPriceSubscriptions,
  readSubscription,
  listSubscriptionPayments,
  readSubscriptionMetrics,
  listPrices,
  readPrice,
] as const
