import { z } from 'zod'
import { call, content, page } from './kit/call.ts'
import { choice, exactly, list, timeRange } from './kit/list.ts'
import { machine } from './kit/machine.ts'
import { ref } from './kit/refs.ts'
import { email, environment, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'

/** Overcharges that a provider is asked to give back. */
export const feeClaimStates = machine({
  states: ['open', 'sent', 'recovered', 'accepted'],
  actions: {
    send: { from: ['open'], to: 'sent' },
    recover: { from: ['sent'], to: 'recovered' },
    /** The provider was right, or it is not worth more work. */
    accept: { from: ['open', 'sent'], to: 'accepted' },
  },
})
export type FeeClaimState = (typeof feeClaimStates.states)[number]

const FeeClaim = z.object({
  claim_ref: z.string(),
  state: z.enum(feeClaimStates.states),
  payment_channel_key: z.string(),
  currency: z.string(),
  /** Decimal texts of major units: what was charged too much, and what the named line gave back. */
  amount: z.string(),
  recovered: z.string(),
  rows: z.int(),
  note: z.string(),
  created_by: z.string(),
  created_at: timestamp,
  /** To whom the sheet went. */
  sent_to: z.string(),
  sent_at: timestamp.nullable(),
  /** The line that gave it back; empty where none was named. */
  recovery_ref: z.string(),
  closed_by: z.string(),
  closed_at: timestamp.nullable(),
})
export type FeeClaim = z.input<typeof FeeClaim>

export const feeClaimList = list({
  columns: {
    claim_ref: { kind: 'reference', shown: true },
    state: { kind: 'status', shown: true, words: 'states.feeClaim' },
    payment_channel_key: { kind: 'text', shown: true },
    amount: { kind: 'number', exact: true, shown: true },
    recovered: { kind: 'number', exact: true, shown: true },
    currency: { kind: 'text', shown: true },
    rows: { kind: 'number', shown: true },
    sent_to: { kind: 'text', shown: true },
    created_at: { kind: 'time', shown: true },
  },
  filters: { state: choice(feeClaimStates.states), payment_channel_key: exactly(64), created_at: timeRange() },
  phone: { head: ['claim_ref'], value: 'amount', line: ['currency', 'created_at', 'state'] },
  sorts: ['created_at'],
})

/** Claims, newest first. */
export const listFeeClaims = call({
  at: 'POST /api/recon/fees/claims/list',
  body: feeClaimList.body,
  answer: page(FeeClaim),
  access: 'reconDashboard',
  errorKeys: ['Message'],
})

const ofClaim = { params: { claim_ref: ref('feeClaim') } } as const

/** One claim; its rows are the mismatches with its `claim_ref`. */
export const readFeeClaim = call({
  at: 'GET /api/recon/fees/claims/{claim_ref}',
  ...ofClaim,
  answer: content(FeeClaim),
  access: 'reconDashboard',
  errorKeys: ['Message'],
  faults: ['notFound'],
})

/** The sheet of evidence, as `sendFeeClaim` mails it. */
export const downloadFeeClaim = call({
  at: 'GET /api/recon/fees/claims/{claim_ref}/evidence',
  ...ofClaim,
  answer: content(z.object({ name: z.string(), type: z.string(), data_url: z.string() })),
  access: 'reconDashboard',
  errorKeys: ['Message'],
  sensitive: true,
  faults: ['notFound'],
  audit: 'fee-claim.download',
})

/**
 * Puts overcharges of one channel and currency into a claim. A row is in one claim at most; what is no overcharge, or is in another
 * claim, is refused with all others.
 */
export const createFeeClaim = call({
  at: 'POST /api/recon/fees/claims',
  body: z.strictObject({
    environment: environment.optional(),
    check_refs: z.array(ref('feeCheck')).min(1).max(limits.feeClaimRows, { error: 'too_many' }),
    note: text(500, 0).optional(),
  }),
  answer: content(FeeClaim),
  access: 'reconDashboard',
  errorKeys: ['Message'],
  faults: ['notFound', 'wrongState'],
  audit: 'fee-claim.create',
  notice: 'Claim created',
  onFailure: 'inline',
})

/** Mails the sheet of evidence to the provider, with the user's name and address to answer to. */
export const sendFeeClaim = call({
  at: 'POST /api/recon/fees/claims/{claim_ref}/send',
  ...ofClaim,
  body: z.strictObject({ environment: environment.optional(), to: email, message: text(2_000, 0).optional() }),
  answer: content(FeeClaim),
  access: 'reconDashboard',
  errorKeys: ['Message'],
  faults: ['notFound', 'wrongState'],
  audit: 'fee-claim.send',
  notice: 'Claim sent',
  onFailure: 'inline',
})

/** Closes a claim: recovered, with the line that gave it back where there is one, or accepted as charged. */
export const closeFeeClaim = call({
  at: 'POST /api/recon/fees/claims/{claim_ref}/close',
  ...ofClaim,
  body: z.strictObject({
    environment: environment.optional(),
    as: z.enum(['recovered', 'accepted']),
    /** The provider's reference of a later adjustment or fee line of the channel, in the claim's currency. */
    recovery_ref: text(100, 0).optional(),
  }),
  answer: content(FeeClaim),
  access: 'reconDashboard',
  errorKeys: ['Message'],
  faults: ['notFound', 'wrongState'],
  audit: 'fee-claim.close',
  notice: 'Claim closed',
  onFailure: 'inline',
})
