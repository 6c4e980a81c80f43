/** Limits and times of remittances, as in `limits.ts`, of which they are a part. */
export const remittanceLimits = {
  /** How long a rate of exchange that names no end of its own is good for. */
  quoteMinutes: 30,
  /** Accounts that remittances go to, of one merchant in an environment. */
  remittanceAccounts: 20,
  /** Documents of one settlement. */
  remittanceDocuments: 20,
  /** Buckets of one summary, which fit on one page. */
  summaryBuckets: 400,
  /** Ways of channels that one request sets in a country. */
  countryMethods: 100,
} as const
