import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { isDay } from './kit/text-forms.ts'
import { currency, entity, environment, money, record, text, timestamp } from './kit/wire.ts'
import { rhythms } from './remittance-periods.ts'

/** The currency in which settlements are reckoned between what was sold and what arrives. */
export const baseCurrency = 'USD' as const

export const reserveForms = ['none', 'rolling', 'fixed'] as const
export const withheldOn = ['amount', 'fee'] as const

/** A percentage of 0 to 100 with at most eight places, as text. */
export const percent = z
  .string()
  .regex(/^(100(\.0{1,8})?|\d{1,2}(\.\d{1,8})?)$/, { error: 'not_a_percentage' })
  .meta({ examples: ['0.9'] })

/** Tax that is withheld of each sale in a country, of its amount or of its fee. */
export const Withholding = z
  .record(
    z.string().regex(/^[A-Z]{2}$/, { error: 'not_a_country' }),
    z.strictObject({ percent, on: z.enum(withheldOn) }),
  )
  .meta({ examples: [{ KR: { percent: '3.3', on: 'fee' } }] })
export type Withholding = z.output<typeof Withholding>

const agreed = {
  destination_currency: currency,
  /** The channel by which settlements are sent. */
  channel_key: text(64),
  every: z.enum(rhythms),
  /** The day with which a week ends; 1 is Monday. */
  weekday: z.int().min(1).max(7),
  /** The day with which a month ends, 1 to 28; 0 is its last. */
  month_day: z.int().min(0).max(28),
  /** By how much the rate is below the reference. */
  markup_percent: percent,
  /** By how much a rate may fall between the cut and the sending without being asked about. */
  tolerance_percent: percent,
  transfer_fee: money('currency', { min: 'zero' }),
  /** Below which a period goes on. */
  minimum: money('currency', { min: 'zero' }),
  withholding: Withholding,
  reserve_kind: z.enum(reserveForms),
  reserve_percent: percent,
  /** How many days what is held of a day's sales stays. */
  reserve_days: z.int().min(0).max(180),
  /** What a fixed reserve is to have. */
  reserve_target: money('currency', { min: 'zero' }),
  /** The day on which a fixed reserve is released; null while none is agreed. */
  reserve_until: z
    .string()
    .refine(isDay, { error: 'not_a_day' })
    .meta({ examples: ['2027-06-30'] })
    .nullable(),
}
/** What was agreed with a merchant; amounts are in the base currency. */
export const RemittanceTerms = entity({
  version: z.int(),
  currency,
  ...agreed,
  made_by: z.string(),
  created_at: timestamp,
})
export type RemittanceTerms = z.input<typeof RemittanceTerms>

/** What the operator agrees on, or an administrator tries in test mode. */
export const AskedTerms = record({ currency: z.literal(baseCurrency), ...agreed })
export type AskedTerms = z.output<typeof AskedTerms>

/** The terms in force, and the earlier ones, newest first. */
export const readRemittanceTerms = call({
  at: 'GET /api/remittances/terms',
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(z.array(RemittanceTerms)),
  access: 'remittances',
  errorKeys: ['Message'],
})

/** Tries other terms in test mode. They hold for what begins after them; in live mode the operator's word alone counts. */
export const tryRemittanceTerms = call({
  at: 'POST /api/remittances/terms',
  body: record({ environment: z.literal('sandbox'), currency: z.literal(baseCurrency), ...agreed }),
  answer: content(RemittanceTerms),
  access: 'remittances',
  errorKeys: ['Message'],
  faults: ['channelMissing', 'invalidRequest'],
  repeat: 'required',
  audit: 'remittance.try-terms',
  notice: 'Terms changed',
})
