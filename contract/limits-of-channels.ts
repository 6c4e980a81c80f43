/** Limits and times of channels, routing and what channels offer, as in `limits.ts`, of which they are a part. */
export const channelLimits = {
  /** Routing rules of one merchant, the channels of one rule, and the largest weight of a channel. */
  routingRules: 100,
  routingChannels: 20,
  routingWeight: 1_000,
  /** The last place of a rule. */
  positionMost: 1_000,
  /** Attempts that follow one another by failover without the shopper, and the time in which they begin. */
  failovers: 3,
  failoverSeconds: 20,
  /** Failures by the provider's fault, of the tries of some minutes, after which a channel rests. */
  restTries: 10,
  restTriesMost: 200,
  restMinutes: 5,
  /** The first rest of a channel; each further one is twice as long, up to the most. */
  restSeconds: 60,
  restSecondsMost: 900,
  /** The longest period of a backtest, the payments that it looks at, the latest ones, and the backtests that are kept. */
  backtestDays: 366,
  backtestPayments: 500_000,
  backtests: 20,
  /** The runs after which a backtest has failed. */
  backtestRuns: 5,
  /** Payments of one kind below which their share of success says too little. */
  backtestEnough: 30,
  /** Rows of a backtest's table. */
  backtestCells: 200,
  /**
   * Ended payments of each arm of a roll-out before the arms are compared, the time between two comparisons, and the z beyond
   * which a difference is taken for more than chance: one in a hundred either way by chance alone.
   */
  rolloutEnded: 200,
  rolloutHours: 1,
  rolloutZ: 2.58,
  /** The longest rest that a person begins: a day. */
  handRestMinutes: 1_440,
  restReasonLength: 200,
  /** The latest payments of a day by which the health of channels is told, and the beginnings and ends of rests. */
  healthPayments: 20_000,
  healthEvents: 50,
  /** The time before an authorisation lapses at which people are told. */
  lapseToldHours: 24,
  /** Connected channels of one merchant in an environment, and those of one channel of the catalogue. */
  channels: 50,
  connections: 5,
  /** The characters of one credential, and of all of a channel. */
  credentialLength: 4_096,
  credentialsLength: 16_384,
  /** The time that a provider has to answer about credentials. */
  credentialsTestMs: 7_000,
  /** How often a provider is asked about one onboarding while people look at it, and how long the address of its page is good. */
  onboardingAskSeconds: 10,
  onboardingLinkHours: 24,
  /** Channels that one request imports, the values of one credential to choose from, and what a source has at most. */
  importedAtOnce: 10,
  importValues: 20,
  importSourceBytes: 256 * 1024,
  /** The time that a source of credentials has to answer. */
  importSourceMs: 2_000,
  /** The time after which an address of call-backs that was replaced is taken away at the provider. */
  callbackOverlapHours: 24,
  /** The days for which a payment counts as refundable where its provider names no limit. */
  refundDaysUnknown: 365,
  /** Bounds of one way to pay, and instalment plans of one channel. */
  wayLimits: 60,
  instalmentPlans: 100,
} as const
