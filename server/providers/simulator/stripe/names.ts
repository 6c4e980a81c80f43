export type StripeObject = { [field: string]: unknown }

/** The key of an operation in the book, by its id at Stripe. */
export const bookKey = (id: string): string => `stripe:${id}`

/** What ids of one payment's objects have in common: `pi_1a2b` has the charge `ch_1a2b`. */
export const tailOf = (id: string): string => id.slice(id.indexOf('_') + 1)
