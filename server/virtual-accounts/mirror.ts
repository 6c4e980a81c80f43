import type { Currency } from '#contract/kit/money.ts'

/** The number of the virtual account that mirrors the balance of a channel in a currency. */
export const mirrorOf = (channelKey: string, currency: Currency): string => `${channelKey}-${currency}`
