import { z } from 'zod'
import { bankReasonNames } from '../bank/manners.ts'
import { change } from '../bank/records.ts'
import { remittanceMannerNames } from './manners.ts'

/** The lines of remittance in the simulator's file. Amounts are minor units as decimal text. */
export type QuoteRecord = z.infer<typeof QuoteRecord>
export type RemittanceRecord = z.infer<typeof RemittanceRecord>
export type RemittanceChangeRecord = z.infer<typeof RemittanceChangeRecord>
export type WordRecord = z.infer<typeof WordRecord>
export type WordLine = WordRecord['lines'][number]
/** What the gateway is told of. */
export type RemittanceEffect = RemittanceRecord | RemittanceChangeRecord | WordRecord

const at = z.string()
/** Part of a generated history: no call-backs are sent. */
const past = z.literal(true).optional()
const Money = z.strictObject({ currency: z.string(), amount_minor: z.string() })

const QuoteRecord = z.strictObject({
  type: z.literal('remittance_quote'),
  at,
  ref: z.string(),
  from: z.string(),
  to: z.string(),
  reference: z.string(),
  expires_at: z.string(),
})
/** A first request that was not taken, so that the next one with its key is. */
const RefusalRecord = z.strictObject({ type: z.literal('remittance_refusal'), at, key: z.string() })
const RemittanceRecord = z.strictObject({
  type: z.literal('remittance'),
  at,
  past,
  key: z.string(),
  digest: z.string(),
  ref: z.string(),
  event: z.string(),
  /** Empty where the rate is the gateway's own. */
  quote_ref: z.string(),
  from: Money,
  /** What the account was to get. */
  to: Money,
  /** What the simulator says that it gets. */
  pays_minor: z.string(),
  account: z.strictObject({
    type: z.enum(['BANK', 'CARD', 'MOBILE']),
    country: z.string(),
    holder: z.string(),
    /** The last four digits of a card. */
    number: z.string(),
    bank_code: z.string(),
  }),
  purpose: z.string(),
  manner: z.enum(remittanceMannerNames),
  status: z.enum(['pending', 'failed']),
  reason: z.enum(bankReasonNames).optional(),
  callback_url: z.string(),
})
/** What became of a remittance. */
const RemittanceChangeRecord = z.strictObject({ type: z.literal('remittance_change'), ...change })

/** What can be wrong with the next word about an account. `docs/simulator.md` says what each does. */
export const wordFaults = ['payment_too_many', 'payment_too_few', 'payment_twice', 'other_amount'] as const
export type WordFault = (typeof wordFaults)[number]
const WordFaultRecord = z.strictObject({
  type: z.literal('settled_fault'),
  at,
  account: z.string(),
  fault: z.enum(wordFaults),
})
/** What the simulator says that it has settled of an account and currency. */
const WordRecord = z.strictObject({
  type: z.literal('settled_word'),
  at,
  past,
  event: z.string(),
  account: z.string(),
  /** Names the word for good; it begins with the batch of the files. */
  ref: z.string(),
  currency: z.string(),
  /** `YYYY-MM-DD`, in UTC. */
  settled_on: z.iso.date(),
  lines: z.array(
    z.strictObject({
      kind: z.enum(['payment', 'refund']),
      /** Of the operation; empty where there is none. */
      key: z.string(),
      /** By which the gateway knows the payment or refund. */
      ref: z.string(),
      gross_minor: z.string(),
      net_minor: z.string(),
    }),
  ),
  fault: z.enum(wordFaults).optional(),
  /** The operation that it should have told. */
  left_out: z.string().optional(),
  callback_url: z.string(),
})

export const remittanceLines = [
  QuoteRecord,
  RefusalRecord,
  RemittanceRecord,
  RemittanceChangeRecord,
  WordFaultRecord,
  WordRecord,
] as const
export type RemittanceLine = z.infer<(typeof remittanceLines)[number]>
const types: ReadonlySet<string> = new Set(remittanceLines.map(({ shape }) => shape.type.value))
export const isRemittanceLine = (line: { type: string }): line is RemittanceLine => types.has(line.type)
export const isRemittanceEffect = (line: { type: string }): line is RemittanceEffect =>
  line.type === 'remittance' || line.type === 'remittance_change' || line.type === 'settled_word'
