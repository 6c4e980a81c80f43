import { z } from 'zod'

/** The kinds of flaw that a day's files can be given. `docs/simulator.md` says what each does. */
export const flawKinds = [
  'row_doubled',
  'row_missing',
  'row_unknown',
  'off_by_one',
  'other_currency',
  'fee_raised',
  'tax_raised',
  'settled_late',
  'refund_next_day',
  'costs_added',
  'references_lost',
  'row_contradicted',
  'payout_missing',
  'footer_wrong',
  'late',
  'truncated',
  'growing',
  'sent_again',
  'restated',
] as const
export type FlawKind = (typeof flawKinds)[number]

export const shapeNames = ['csv', 'adyen', 'paypal', 'camt'] as const
export type ShapeName = (typeof shapeNames)[number]

export const Flaw = z.strictObject({
  kind: z.enum(flawKinds),
  /** The day whose files have it, `YYYY-MM-DD`. */
  day: z.iso.date(),
  /** The merchant's reference of the line; one of the day's by chance unless it is given. */
  reference: z.string().max(255).optional(),
  /** Whether the provider pays by its flawed lines, so that the file proves itself, or pays what is right. */
  payout: z.enum(['follows', 'stays']).default('follows'),
  /** In which shapes. */
  shapes: z
    .array(z.enum(shapeNames))
    .min(1)
    .default([...shapeNames]),
  /** How late, in minutes. */
  minutes: z.number().int().min(1).max(20_160).default(1_440),
})
export type Flaw = z.infer<typeof Flaw>

/** Only this machine's servers: otherwise the simulator would send mail to others for a caller. */
const LocalMailServer = z.union([
  z.literal(''),
  z.string().regex(/^smtp:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/),
])
export const AccountSettings = z.strictObject({
  /** Where the files are mailed to; empty where they are not. */
  mail_to: z.union([z.literal(''), z.email().max(200)]).default(''),
  smtp_url: LocalMailServer.default(''),
  /** A public key with which its user may sign in instead of the password, in OpenSSH's form. */
  public_key: z.string().max(2_000).default(''),
})
export type AccountSettings = z.infer<typeof AccountSettings>

const own = { at: z.string(), account: z.string() }
/** The end of a day before its end, for an account or for all. */
const CutRecord = z.strictObject({
  type: z.literal('settlement_cut'),
  at: z.string(),
  account: z.string().optional(),
})
const FlawRecord = z.strictObject({ type: z.literal('settlement_flaw'), ...own, flaw: Flaw })
const HealRecord = z.strictObject({ type: z.literal('settlement_heal'), ...own })
const AccountRecord = z.strictObject({ type: z.literal('settlement_account'), ...own, settings: AccountSettings })
const MailedRecord = z.strictObject({ type: z.literal('settlement_mailed'), ...own, path: z.string() })
/** A file that the merchant has put into another folder. */
const MovedRecord = z.strictObject({ type: z.literal('settlement_moved'), ...own, path: z.string(), to: z.string() })

/** The lines of settling in the simulator's file. What is settled is computed from the payments and refunds themselves. */
export const settlementLines = [CutRecord, FlawRecord, HealRecord, AccountRecord, MailedRecord, MovedRecord] as const
export type SettlementLine = z.infer<(typeof settlementLines)[number]>
export const isSettlementLine = (line: { type: string }): line is SettlementLine => line.type.startsWith('settlement_')
