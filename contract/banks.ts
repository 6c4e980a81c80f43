import { z } from 'zod'
import { accountTypes } from './payout-shapes.ts'
import { call, content } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { currency, environment } from './kit/wire.ts'

/** A bank of a country's clearing system. */
export const Bank = z.object({
  code: z.string(),
  name: z.string(),
  /** Empty where it is not known. */
  bic: z.string(),
})
export type Bank = z.infer<typeof Bank>

/** What an account in a country needs, and the banks that it may be at. */
export const SupportedCountry = z.object({
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  /** In which the channel pays to it; empty for any. */
  currencies: z.array(currency),
  /** The ways to name an account, the usual one first. */
  ways: z.array(
    z.object({
      key: z.string(),
      type: z.enum(accountTypes),
      fields: z.array(
        z.object({
          name: z.string(),
          /** `bank` is a code of `banks`, where there are any. */
          kind: z.string(),
          /** The numbers of characters; null where the kind says them. */
          least: z.int().nullable(),
          most: z.int().nullable(),
          /** Of a choice. */
          choices: z.array(z.string()),
          is_optional: z.boolean(),
        }),
      ),
    }),
  ),
  banks: z.array(Bank),
})
export type SupportedCountry = z.input<typeof SupportedCountry>

/** Where payouts can be sent to by a channel, or at all, by country. */
export const listSupportedBanks = call({
  at: 'GET /merchants/payout/supported-banks',
  query: z.strictObject({
    merchantKey: merchantRef().optional(),
    /** A channel for payouts of the merchant; all countries without. */
    channelKey: ref('channel').optional(),
    environment: environment.optional(),
  }),
  answer: content(z.array(SupportedCountry)),
  access: 'payouts',
  faults: ['channelUnknown'],
})
