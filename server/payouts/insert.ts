import type { PayoutWish } from '#contract/payout-wish.ts'
import { fieldFault } from '#contract/faults.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { newReference } from '#server/kit/auth/token.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { publishPayoutWebhook } from '#server/payout-store/publish-webhook.ts'
import type { PayoutRow } from '#server/payout-store/rows.ts'
import { firstWait } from '#server/payout-store/waits.ts'
import { numberDigest, sealedNumber } from './account-number.ts'
import { tellWhoMustAct } from './notices.ts'
import type { Plan } from './plan.ts'

/** What a payout keeps of a plan, whether it is made or edited: all but its references, its part and its makers. */
export async function keptOf(ctx: Ctx, { wish, channelKey, rail, to, feePayer, arrival }: Plan, txnRef: string) {
  return {
    virtual_account_no: wish.virtual_acc_no,
    channel_key: channelKey,
    rail: rail.key,
    currency: wish.currency,
    fee_payer: feePayer,
    beneficiary_uuid: to.beneficiaryUuid,
    account_uuid: to.accountUuid,
    account_version: to.version,
    beneficiary_name: to.name,
    account_name: to.accountName,
    account_type: to.type,
    account_no_sealed: await sealedNumber(ctx, txnRef, to.number),
    account_digest: to.digest,
    number_digest: await numberDigest(ctx, to.number),
    last_four: to.lastFour,
    bank_code: to.bankCode,
    bank_name: to.bankName,
    account_country: to.country,
    remarks: wish.remarks ?? '',
    user_message: wish.user_message ?? '',
    purpose: wish.purpose ?? '',
    duplicate_reason: wish.reason ?? '',
    send_email: wish.send_email ?? false,
    send_sms: wish.send_sms ?? false,
    recipient_emails: wish.recipient_emails ?? [],
    scheduled_time: wish.trigger_time && wish.trigger_time > ctx.now ? wish.trigger_time : null,
    arrival_estimate: arrival.day,
  }
}

/** The users who make a payout what it is: the caller, and whoever changed its account lately. Servers are named, not counted. */
export const makersOf = ({ actor }: Ctx, { to }: Plan, before: readonly string[] = []): string[] => [
  ...new Set([...before, ...to.changedBy, ...(actor.kind === 'user' && actor.id !== null ? [actor.id] : [])]),
]

export interface Origin {
  batchId?: string | undefined
  paysAgain?: string | undefined
}

/** Inserts a payout for each part of a plan: created, and told to whoever has to act. Returns them in order. */
export async function insertPlan(ctx: Ctx, plan: Plan, origin: Origin = {}): Promise<PayoutRow[]> {
  const whole = plan.parts.length === 1 ? null : plan.wish.amount
  const base = plan.wish.txn_ref ?? `PAYOUT${ctx.now.getTime()}`
  const made: PayoutRow[] = []
  for (const [at, part] of plan.parts.entries()) {
    const txnRef = newReference(ctx.now)
    const merchantRef = await freeReference(ctx, base, whole === null ? '' : `-${at + 1}`, plan.wish)
    const { fields } = plan.to
    const row = await ctx.own
      .insert('payouts', {
        ...(await keptOf(ctx, plan, txnRef)),
        account_fields: JSON.stringify(fields),
        txn_ref: txnRef,
        merchant_txn_ref: merchantRef,
        status: 'Created',
        amount_minor: part.amountMinor,
        fee_minor: part.feeMinor,
        fee_tax_minor: part.taxMinor,
        split_total_minor: whole,
        waits_for: await firstWait(ctx),
        created_by: ctx.actor.name,
        made_by: makersOf(ctx, plan),
        maker_names: [ctx.actor.name],
        batch_id: origin.batchId ?? null,
        pays_again: origin.paysAgain ?? null,
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    addTimelineEntry(ctx, 'payout', txnRef, 'payout_created', origin.paysAgain ? { pays_again: origin.paysAgain } : {})
    await publishPayoutWebhook(ctx, row)
    made.push(row)
  }
  if (origin.batchId === undefined) for (const payout of made) await tellWhoMustAct(ctx, payout)
  return made
}

/** The merchant's reference of a payout. A made one is moved on until it is free. Index: its unique constraint. */
async function freeReference(ctx: Ctx, base: string, suffix: string, wish: PayoutWish): Promise<string> {
  const isGiven = wish.txn_ref !== undefined
  for (let more = 0; ; more += 1) {
    const wanted = isGiven ? `${base}${suffix}` : `PAYOUT${Number(base.slice(6)) + more}${suffix}`
    const used = await ctx.own
      .select('payouts')
      .select('txn_ref')
      .where('merchant_txn_ref', '=', wanted)
      .executeTakeFirst()
    if (!used) return wanted
    if (isGiven) throw fieldFault('payoutReferenceUsed', 'txn_ref', 'already_used')
  }
}
