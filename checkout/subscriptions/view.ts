/** What a subscription's customer agrees to, in words of the page's language; amounts in minor units of its currency. */
export interface SubscriptionTerms {
  /** What the page is for: to begin it, to pay one charge by hand, or to give another method. */
  act: 'set_up' | 'charge' | 'method'
  /** '30.00 USD every month'; empty of one on demand. */
  recurrence: string
  /** When it is charged: 'every month on the 31st, …'; empty of one on demand. */
  rule: string
  /** The most of one charge on demand; null without a bound, and of what is charged by the period. */
  mostMinor: bigint | null
  /** When its trial ends, where it has one, or when it starts, where that is to come; else empty. */
  trialUntil: string
  startsOn: string
  /** The charges to come after what the set-up takes, twelve at most. */
  upcoming: readonly UpcomingPayment[]
  /** After how many payments it ends: '12 payments'; empty where only a cancel ends it. */
  end: string
  /** What the customer agrees to, as it is kept. */
  consent: string
  /** The page on which the customer sees to it; empty of one that was never set up and is over. */
  manageUrl: string
}

export interface UpcomingPayment {
  on: string
  minor: bigint
}
