import { z } from 'zod'
import { currency, entity, money, timestamp } from './kit/wire.ts'
import { rhythms } from './remittance-periods.ts'

/** The currency in which settlements are reckoned between what was sold and what arrives. */
export const baseCurrency = 'USD'

export const reserveForms = ['none', 'rolling', 'fixed'] as const
export const withheldOn = ['amount', 'fee'] as const

/** A percentage of 0 to 100 with at most eight places, as text. */
export const percent = z.string().regex(/^(100(\.0{1,8})?|\d{1,2}(\.\d{1,8})?)$/, { error: 'not_a_percentage' })

/** Tax that is withheld of each sale in a country, of its amount or of its fee. */
export const Withholding = z.record(z.string().regex(/^[A-Z]{2}$/), z.strictObject({ percent, on: z.enum(withheldOn) }))
export type Withholding = z.output<typeof Withholding>

/** What was agreed with a merchant; amounts are in the base currency. */
export const RemittanceTerms = entity({
  version: z.int(),
  currency,
  destination_currency: currency,
  /** The channel by which settlements are sent. */
  channel_key: z.string(),
  every: z.enum(rhythms),
  weekday: z.int(),
  month_day: z.int(),
  markup_percent: percent,
  tolerance_percent: percent,
  transfer_fee: money(),
  minimum: money(),
  withholding: Withholding,
  reserve_kind: z.enum(reserveForms),
  reserve_percent: percent,
  reserve_days: z.int(),
  reserve_target: money(),
  /** The day on which a fixed reserve is released; null while none is agreed. */
  reserve_until: z.string().nullable(),
  made_by: z.string(),
  created_at: timestamp,
})
export type RemittanceTerms = z.input<typeof RemittanceTerms>
