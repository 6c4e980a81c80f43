import { sql, type RawBuilder } from 'kysely'
import { denial } from '#contract/access.ts'
import { actionsOn, type AuditAction } from '#contract/audit-actions.ts'
import type { PayType } from '#contract/channel-catalogue/entry.ts'
import { historyRules, type HistoryObject } from '#contract/audit-log.ts'
import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { userOf } from '#server/kit/auth/own-user.ts'
import { isUuid } from '#server/kit/db/id.ts'
import { isSeen } from '#server/exports/list.ts'
import { findTicket } from '#server/support/queries.ts'
import { whoseOf } from '#server/support/whose.ts'
import { entryColumns } from './queries.ts'

/**
 * The acts on an object of the owner's, newest first, a hundred at most. `denied` for who may not see the object,
 * `notFound` where there is none. Index: audit_events_by_object.
 */
export async function readHistory(ctx: Ctx, { object, ref }: { object: HistoryObject; ref: string }) {
  const user = userOf(ctx)
  const refs = await refsOf[object](ctx, ref)
  if (refs.length === 0) throw new Fault('notFound')
  const why = denial(historyRules[object], user)
  if (why) throw new Fault('denied', { why })
  const rows = await ctx.own
    .select('audit_events')
    .select([...entryColumns])
    .where('object_ref', 'in', refs)
    .where(sql<boolean>`action = any (${actionsOf(object)})`)
    .orderBy('at', 'desc')
    .orderBy('event_id', 'desc')
    .limit(100)
    .execute()
  if (denial('administration', user) === null) return rows
  return rows.map((row) => ({ ...row, address: '', request_id: '' }))
}

const actionsOf = (object: HistoryObject): AuditAction[] => {
  if (object === 'user') return [...actionsOn('user'), ...actionsOn('session')]
  if (object === 'single-sign-on') return ['sso.save', 'sso.remove']
  if (object === 'payout-channel') return actionsOn('channel')
  return object === 'kyc' ? actionsOn('merchant').filter((action) => action.startsWith('kyc.')) : actionsOn(object)
}

/** The references under which the acts on an object stand: its own, and those of what belongs to it; none, no object. */
const refsOf: Record<HistoryObject, (ctx: Ctx, ref: string) => Promise<string[]>> = {
  payment: (ctx, ref) =>
    found(
      ctx,
      sql`select order_ref as ref from payments where order_ref = ${ref} and ${own(ctx)}
        union all select refund_id from refunds where order_ref = ${ref} and ${own(ctx)}`,
    ),
  'payment-link': (ctx, ref) =>
    found(ctx, sql`select link_ref as ref from payment_links where link_ref = ${ref} and ${own(ctx)}`),
  'payment-page': (ctx, ref) =>
    found(ctx, sql`select page_ref as ref from payment_pages where page_ref = ${ref} and ${own(ctx)}`),
  invoice: (ctx, ref) =>
    found(ctx, sql`select invoice_ref as ref from invoices where invoice_ref = ${ref} and ${own(ctx)}`),
  price: (ctx, ref) => found(ctx, sql`select price_ref as ref from prices where price_ref = ${ref} and ${own(ctx)}`),
  subscription: (ctx, ref) =>
    found(ctx, sql`select order_ref as ref from subscriptions where order_ref = ${ref} and ${own(ctx)}`),
  payout: (ctx, ref) => found(ctx, sql`select txn_ref as ref from payouts where txn_ref = ${ref} and ${own(ctx)}`),
  'refund-batch': async (ctx, ref) =>
    isUuid(ref)
      ? found(ctx, sql`select batch_id::text as ref from refund_batches where batch_id = ${ref} and ${own(ctx)}`)
      : [],
  'third-party': async (ctx, ref) =>
    isUuid(ref)
      ? found(ctx, sql`select upload_id::text as ref from third_party_uploads where upload_id = ${ref} and ${own(ctx)}`)
      : [],
  'recon-file': async (ctx, ref) =>
    isUuid(ref)
      ? found(ctx, sql`select recon_id::text as ref from recon_files where recon_id = ${ref} and ${own(ctx)}`)
      : [],
  'recon-run': async (ctx, ref) =>
    isUuid(ref)
      ? found(ctx, sql`select run_id::text as ref from recon_runs where run_id = ${ref} and ${own(ctx)}`)
      : [],
  settlement: async (ctx, ref) =>
    isUuid(ref)
      ? found(ctx, sql`select settlement_id::text as ref from settlements where settlement_id = ${ref} and ${own(ctx)}`)
      : [],
  'fee-claim': (ctx, ref) =>
    found(ctx, sql`select claim_ref as ref from fee_claims where claim_ref = ${ref} and ${own(ctx)}`),
  beneficiary: async (ctx, ref) =>
    isUuid(ref)
      ? found(
          ctx,
          sql`select beneficiary_uuid::text as ref from beneficiaries where beneficiary_uuid = ${ref} and ${own(ctx)}`,
        )
      : [],
  webhook: async (ctx, ref) =>
    isUuid(ref)
      ? found(ctx, sql`select webhook_id::text as ref from webhooks where webhook_id = ${ref} and ${own(ctx)}`)
      : [],
  'routing-rule': (ctx, ref) =>
    found(ctx, sql`select routing_ref as ref from routing_rules where routing_ref = ${ref} and ${own(ctx)}`),
  channel: (ctx, ref) => channel(ctx, ref, 'PAYIN'),
  'payout-channel': (ctx, ref) => channel(ctx, ref, 'PAYOUT'),
  secret: async (ctx, ref) => (ref === ctx.owner.merchantId ? [ref] : []),
  'single-sign-on': async (ctx, ref) => (ref === ctx.owner.merchantId ? [ref] : []),
  merchant: async (ctx, ref) => (ref === ctx.owner.merchantId ? [ref] : mayManage(ctx) ? managed(ctx, ref) : []),
  kyc: async (ctx, ref) => (ref === ctx.owner.merchantId ? [ref] : []),
  ticket: async (ctx, ref) => ((await findTicket(ctx, whoseOf(ctx), ref)) ? [ref] : []),
  export: async (ctx, ref) => ((await isSeen(ctx, ref)) ? [ref] : []),
  user: async (ctx, ref) =>
    isUuid(ref)
      ? found(
          ctx,
          sql`select sub_user_id::text as ref from sub_users where sub_user_id = ${ref} and merchant_id = ${ctx.owner.merchantId}`,
        )
      : [],
}

const channel = (ctx: Ctx, ref: string, payType: PayType) =>
  found(
    ctx,
    sql`select channel_key as ref from payment_channels where channel_key = ${ref} and pay_type = ${payType} and ${own(ctx)}`,
  )

/** A merchant of a master's own: what the master did to it stands in the master's log. Active or not. */
const managed = (ctx: Ctx, ref: string) =>
  found(ctx, sql`select merchant_id::text as ref from sub_merchants(${ctx.owner.merchantId}, ${ref})`)
const mayManage = ({ user, owner }: Ctx) =>
  user?.merchantId === owner.merchantId && denial('manageMerchants', user) === null

const own = ({ owner }: Ctx) => sql`merchant_id = ${owner.merchantId} and environment = ${owner.environment}`
const found = async (ctx: Ctx, query: RawBuilder<unknown>): Promise<string[]> =>
  (await (query as RawBuilder<{ ref: string }>).execute(ctx.db)).rows.map(({ ref }) => ref)
