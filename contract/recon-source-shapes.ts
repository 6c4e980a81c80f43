import { isIsoCurrency } from './iso-currencies.ts'
import { text } from './kit/wire.ts'

/**
 * What a stream of records is: our own transactions of a channel (`PAYMENT_GATEWAY`), a provider's or a marketplace's settlements,
 * transactions that the merchant has from elsewhere, or a bank's statements.
 */
export const sourceCategories = ['PAYMENT_GATEWAY', 'PSP', 'MARKETPLACE', 'MERCHANT', 'BANK'] as const
export type SourceCategory = (typeof sourceCategories)[number]

/** The name of a source, such as STRIPE_SETTLEMENT; unique within a merchant and environment. */
export const sourceName = text(40)
  .regex(/^[A-Z0-9_]{3,40}$/, { error: 'not_a_source_name' })
  .meta({ examples: ['SAMPLE_SETTLEMENT'] })
/** A currency of ISO 4217; empty where records of several may stand. */
export const currencyCodeOrNone = text(3, 0).refine((code) => code === '' || isIsoCurrency(code), {
  error: 'not_a_currency',
})
