import { z } from 'zod'
import { call, content, page } from './kit/call.ts'
import { exporting } from './kit/list.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { currency, entity, environment, money, optionalText, record, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { payoutList } from './payout-list.ts'
import { PayoutDetails, PayoutRow } from './payout-shapes.ts'
import { payoutWish } from './payout-wish.ts'

/** The search matches a reference of ours, the merchant's or the provider's, or the beginning of the beneficiary's name. */
export const listPayouts = call({
  at: 'POST /merchants/{key}/payouts',
  follows: ['payout'],
  masterAt: 'POST /master-merchant/{key}/merchants/payouts/transactions',
  params: { key: merchantRef() },
  body: payoutList.body,
  answer: page(PayoutRow),
  access: 'payouts',
})

/** All payouts that match, as a spreadsheet with whole account numbers; those of cards stay masked. */
export const exportPayouts = call({
  at: 'POST /merchants/{key}/export-payouts',
  masterAt: 'POST /master-merchant/{key}/merchants/export-payout-transactions',
  params: { key: merchantRef() },
  ...exporting(payoutList, 'payouts'),
  access: 'payouts',
  audit: 'payout.export',
})

/** One payout by our reference, with what keeps it waiting and who can end that. */
export const readPayout = call({
  at: 'POST /merchants/{key}/payouts/{ref}',
  follows: ['payout'],
  params: { key: merchantRef(), ref: ref('payout') },
  body: z.strictObject({ environment: environment.optional() }),
  answer: content(PayoutDetails),
  access: 'payouts',
  faults: ['notFound'],
  repeat: 'safe',
})

const makers = { access: 'payoutMakers', secondFactor: true } as const
const asked = { key: merchantRef().optional(), environment, channel_key: text(64).optional() }
const refusals = [
  'payoutReferenceUsed',
  'possibleDuplicate',
  'channelUnknown',
  'virtualAccountUnknown',
  'virtualAccountCurrency',
  'belowMinimum',
  'aboveMaximum',
  'invalidSignature',
  'accountInvalid',
  'notFound',
] as const

/** Makes a payout, or up to 100: all or none. Each is signed by itself; the signature of a single one may stand beside it. */
export const createPayout = call({
  at: 'POST /merchants/payout/transaction',
  body: record({
    ...asked,
    txn_details: z.union([payoutWish, z.array(payoutWish).min(1).max(limits.payoutsAtOnce)]),
    /** Cuts an amount above the maximum of the rail into the fewest payouts. */
    split_payouts: z.boolean().optional(),
    signature_hash: optionalText(100),
  }),
  answer: content(z.array(PayoutRow)),
  ...makers,
  server: true,
  keyScope: 'payouts',
  faults: ['invalidAmount', ...refusals],
  repeat: 'required',
  audit: 'payout.create',
  notice: 'Payouts Account Created Successfully',
  onFailure: 'inline',
})

/** Changes a payout that is created or verified. What was verified is asked again, and whoever edits is a maker too. */
export const editPayout = call({
  at: 'POST /merchants/payout/transaction/edit',
  body: record({
    ...asked,
    /** Our reference. */
    txn_ref: ref('payout'),
    /** The one that the caller has seen. */
    revision: z.int().min(1),
    txn_details: payoutWish,
    signature_hash: optionalText(100),
  }),
  answer: content(PayoutDetails),
  ...makers,
  faults: [...refusals, 'wrongState', 'changedMeanwhile'],
  audit: 'payout.update',
  notice: 'Payout Updated Successfully',
  onFailure: 'inline',
})

/** Cancels a payout until it is at the provider. What was set aside for it is available again. */
export const cancelPayout = call({
  at: 'PUT /merchants/payout/{ref}/status/Cancelled',
  params: { ref: ref('payout') },
  body: z.strictObject({
    key: merchantRef().optional(),
    environment: environment.optional(),
    reason: optionalText(limits.payoutReasonLength),
  }),
  answer: content(PayoutDetails),
  ...makers,
  faults: ['notFound', 'wrongState'],
  audit: 'payout.cancel',
  notice: 'Payout Cancelled successfully',
})

/** Pays a failed or returned payout again, once: a new payout to the account as it is now, which names the old one. */
export const payPayoutAgain = call({
  at: 'POST /api/payouts/{ref}/pay-again',
  params: { ref: ref('payout') },
  body: z.strictObject({ key: merchantRef().optional(), environment: environment.optional() }),
  answer: content(PayoutRow),
  ...makers,
  faults: [...refusals, 'wrongState'],
  repeat: 'required',
  audit: 'payout.pay-again',
  notice: 'Payout Created Again successfully',
})

const PayoutQuote = entity({
  currency,
  fee: money('currency', { min: 'zero' }),
  fee_tax: money('currency', { min: 'zero' }),
  /** What leaves the virtual account. */
  total: money(),
  /** What the beneficiary gets. */
  sent: money(),
  /** What the account has available at this moment, less the total; below zero, the payout would be queued. */
  available_after: money('currency', { min: 'any' }),
  /** The amounts of the payouts that it is cut into; one where it is not. */
  pieces: z.array(z.number()),
  /** When the rail takes it; null where it would be at once. */
  leaves_at: timestamp.nullable(),
  /** A day, YYYY-MM-DD; null where it is not known. */
  arrival_estimate: z.string().nullable(),
  /** The calendar that this day trusts; empty where its rail keeps none. */
  arrival_calendar: z.string(),
  /** Whether that calendar knows the years of all days that were counted. Otherwise holidays may make it later. */
  arrival_is_certain: z.boolean(),
  /** Payouts that it may repeat, newest first. */
  duplicates: z.array(z.object({ txn_ref: z.string(), merchant_txn_ref: z.string(), created_at: timestamp })),
})
export type PayoutQuote = z.input<typeof PayoutQuote>

/** What a payout would cost, when it would arrive and what it may repeat. Nothing is made. */
export const quotePayout = call({
  at: 'POST /api/payouts/quote',
  body: record({
    key: merchantRef().optional(),
    environment: environment.optional(),
    virtual_acc_no: ref('virtualAccount'),
    beneficiary_uuid: ref('beneficiary'),
    account_uuid: ref('beneficiaryAccount').optional(),
    amount: money(),
    currency: currency.meta({ examples: ['SGD'] }),
    trigger_time: timestamp.optional(),
    fee_payer: z.enum(['SENDER', 'RECEIVER']).optional(),
    split_payouts: z.boolean().optional(),
  }),
  answer: content(PayoutQuote),
  access: 'payouts',
  faults: ['virtualAccountUnknown', 'virtualAccountCurrency', 'belowMinimum', 'aboveMaximum', 'notFound'],
  repeat: 'safe',
})

const PayoutStop = z.object({
  channel_key: z.string(),
  /** The payout of which the provider contradicted itself. */
  txn_ref: z.string(),
  /** What it said, and what had been known before. */
  evidence: z.string(),
  stopped_at: timestamp,
})
export type PayoutStop = z.input<typeof PayoutStop>

/** The channels by which no payout leaves at this moment, since their providers contradicted themselves. */
export const listPayoutStops = call({
  at: 'POST /api/payouts/stops',
  follows: ['payout'],
  body: z.strictObject({ key: merchantRef().optional(), environment: environment.optional() }),
  answer: content(z.array(PayoutStop)),
  access: 'payouts',
  repeat: 'safe',
})

/** Lets payouts by a channel leave again. */
export const liftPayoutStop = call({
  at: 'POST /api/payouts/stops/{channel_key}/lift',
  params: { channel_key: ref('channel') },
  body: z.strictObject({
    key: merchantRef().optional(),
    environment: environment.optional(),
    reason: text(limits.evidenceLength),
  }),
  answer: content(z.array(PayoutStop)),
  access: 'payoutCustodians',
  secondFactor: true,
  stepUp: true,
  faults: ['channelUnknown', 'notFound'],
  audit: 'payout.lift-stop',
  notice: 'Payouts by this channel leave again',
})
