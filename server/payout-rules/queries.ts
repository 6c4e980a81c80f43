import { limits } from '#contract/limits.ts'
import type { KeptPayoutRule } from '#server/db/kept-payout-rule.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { OwnRow } from '#server/kit/db/own.ts'
import { lockMerchant } from '#server/merchant-store/changes.ts'
import type { Approval, Judgeable, PayoutRule, Policy } from './engine.ts'

export const ruleOf = ({ from, ...rule }: KeptPayoutRule): PayoutRule => ({ ...rule, fromMinor: BigInt(from) })
export const keptOf = ({ fromMinor, levels, ...rule }: PayoutRule): KeptPayoutRule => ({
  ...rule,
  from: String(fromMinor),
  levels: levels.map(({ need, roles, users }) => ({ need, roles: [...roles], users: [...users] })),
})

/** The rules in force with the merchant's setting of the verification; without any of its own, the default counts. Index: payout_rules_in_force. */
export async function policyOf(ctx: Ctx): Promise<Policy & { version: number }> {
  const [row] = await ctx.tx.query<{ verification: boolean; version: number | null; rules: KeptPayoutRule[] | null }>(
    `select m.verify_payouts_enabled as verification, r.version, r.rules
     from merchants m left join payout_rules r
       on r.merchant_id = m.merchant_id and r.merchant_id = $1 and r.environment = $2 and r.state = 'in_force'
     where m.merchant_id = $1`,
    [ctx.owner.merchantId, ctx.owner.environment],
  )
  if (!row) throw new Error('no merchant in the scope')
  return { verification: row.verification, version: row.version ?? 0, rules: (row.rules ?? []).map(ruleOf) }
}

export type RuleRow = Awaited<ReturnType<typeof listVersions>>[number]

/** The newest versions, newest first. Index: primary key. */
export const listVersions = (ctx: Ctx, most: number) =>
  ctx.own.select('payout_rules').selectAll().orderBy('version', 'desc').limit(most).execute()

/** Locks the merchant's record and then the rules, so that changes of both happen one after the other. Index: primary keys. */
export async function lockVersions(ctx: Ctx) {
  await lockMerchant(ctx.db, ctx.owner.merchantId)
  return ctx.own.select('payout_rules').selectAll().orderBy('version', 'desc').forUpdate().execute()
}

/** Whether a change of the verification waits for a second administrator. Index: payout_rules_waiting. */
export async function isVerificationWaiting(ctx: Ctx): Promise<boolean> {
  const [row] = await ctx.tx.query(
    `select 1 from payout_rules r join merchants m on m.merchant_id = $1 and m.verify_payouts_enabled <> r.verification
     where r.merchant_id = $1 and r.environment = $2 and r.state = 'waiting'`,
    [ctx.owner.merchantId, ctx.owner.environment],
  )
  return row !== undefined
}

export const insertVersion = (ctx: Ctx, row: OwnRow<'payout_rules'>): void =>
  ctx.write(ctx.own.insert('payout_rules', row))

export const changeVersion = (ctx: Ctx, version: number, set: Partial<OwnRow<'payout_rules'>>): void =>
  ctx.write(
    ctx.own
      .update('payout_rules')
      .set(set as object)
      .where('version', '=', version),
  )

interface JudgedRow {
  txn_ref: string
  revision: number
  status: string
  currency: string
  amount_minor: bigint
  batch_minor: bigint | null
  made_by: string[]
  verified_by: string | null
  approvals: { by: string; payout: number | null; batch: number | null }[]
}
/** A stored payout as the rules see it. */
export interface StoredPayout extends Judgeable {
  txnRef: string
  revision: number
  status: string
}

/**
 * Payouts of the owner as the rules see them, by their references; others are left out. Whoever changed the account lately is a maker.
 * Their batches' totals count every payout of the batch. Index: primary keys, payouts_of_batch.
 */
export async function listJudgeable(ctx: Ctx, txnRefs: readonly string[]): Promise<StoredPayout[]> {
  const rows = await ctx.tx.query<JudgedRow>(
    `with wanted as (
       select p.* from payouts p where p.merchant_id = $1 and p.environment = $2 and p.txn_ref = any ($3)
     ), totals as (
       select b.batch_id, b.currency,
           -- A sheet that is still being made counts as what it comes to in the end.
           greatest(sum(b.amount_minor)::bigint, coalesce((
             select (s.totals ->> b.currency)::bigint from payout_batches s
             where s.merchant_id = $1 and s.environment = $2 and s.batch_id = b.batch_id
           ), 0)) as minor
       from payouts b
       where b.merchant_id = $1 and b.environment = $2 and b.batch_id in (select batch_id from wanted where batch_id is not null)
       group by b.batch_id, b.currency
     ), given as (
       select a.txn_ref,
         max(a.by_user::text) filter (where a.act = 'verify') as verified_by,
         jsonb_agg(jsonb_build_object('by', a.by_user, 'payout', a.payout_level, 'batch', a.batch_level) order by a.at)
           filter (where a.act = 'approve') as approvals
       from payout_acts a join wanted w on w.txn_ref = a.txn_ref and w.revision = a.revision
       where a.merchant_id = $1 and a.environment = $2
       group by a.txn_ref
     ), changers as (
       select c.account_uuid, array_agg(distinct c.sub_user_id) as ids from beneficiary_account_changes c
       where c.merchant_id = $1 and c.environment = $2 and c.account_uuid in (select account_uuid from wanted)
         and c.sub_user_id is not null and c.at > statement_timestamp() - $4 * interval '1 hour'
       group by c.account_uuid
     )
     select w.txn_ref, w.revision, w.status, w.currency, coalesce(w.split_total_minor, w.amount_minor) as amount_minor, t.minor as batch_minor,
       w.made_by || coalesce(c.ids, '{}') as made_by,
       g.verified_by, coalesce(g.approvals, '[]') as approvals
     from wanted w
     left join totals t on t.batch_id = w.batch_id and t.currency = w.currency
     left join given g on g.txn_ref = w.txn_ref
     left join changers c on c.account_uuid = w.account_uuid
     order by w.txn_ref`,
    [ctx.owner.merchantId, ctx.owner.environment, txnRefs, limits.accountChangeHours],
  )
  return rows.map((row) => ({
    txnRef: row.txn_ref,
    revision: row.revision,
    status: row.status,
    currency: row.currency,
    amountMinor: row.amount_minor,
    batchMinor: row.batch_minor,
    makers: row.made_by,
    verifiedBy: row.verified_by,
    approvals: row.approvals.map(({ by, payout, batch }): Approval => ({ by, payoutLevel: payout, batchLevel: batch })),
  }))
}

/** The payouts of the days that a backtest looks at, newest first, and one more than it counts. Index: payouts_newest. */
export const listPast = (ctx: Ctx) =>
  ctx.tx.query<{
    txn_ref: string
    amount_minor: bigint
    currency: string
    beneficiary_name: string
    batch_minor: bigint | null
    made_by: string[]
  }>(
    `with past as (
       select * from payouts where merchant_id = $1 and environment = $2
         and created_at > statement_timestamp() - $3 * interval '1 day'
       order by created_at desc, txn_ref desc limit $4
     ), totals as (
       select b.batch_id, b.currency, sum(b.amount_minor)::bigint as minor from payouts b
       where b.merchant_id = $1 and b.environment = $2 and b.batch_id in (select batch_id from past where batch_id is not null)
       group by b.batch_id, b.currency
     )
     select p.txn_ref, coalesce(p.split_total_minor, p.amount_minor) as amount_minor, p.currency, p.beneficiary_name, t.minor as batch_minor, p.made_by
     from past p left join totals t on t.batch_id = p.batch_id and t.currency = p.currency
     order by p.created_at desc, p.txn_ref desc`,
    [ctx.owner.merchantId, ctx.owner.environment, limits.payoutBacktestDays, limits.payoutBacktest + 1],
  )

/** The payouts that have something of what the rules ask for, and not all. Index: payouts_open. */
export async function listVerified(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.own.select('payouts').select('txn_ref').where('status', '=', 'Verified').execute()
  return rows.map(({ txn_ref }) => txn_ref)
}

/** What payouts that nobody has verified or approved wait for. Index: payouts_open. */
export const setFirstWait = (ctx: Ctx, wait: 'verification' | 'approval'): void =>
  ctx.write(ctx.own.update('payouts').set({ waits_for: wait }).where('status', '=', 'Created'))
