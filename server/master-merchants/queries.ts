import { sql } from 'kysely'
import type { InviteState } from '#contract/invites.ts'
import type { SubMerchant } from '#contract/sub-merchants.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { kycLink } from '#server/kyc/link.ts'
import type { SubMerchantRow } from '#server/merchants/sub-merchant.ts'
import type { InviteTerms } from './invite-link.ts'

/** A merchant as its master sees it. */
export function shownRow(ctx: Ctx, row: SubMerchantRow): Omit<SubMerchant, 'created_at'> & { created_at: Date } {
  const writable = row.kind === 'owned' || row.master_access
  const fillable =
    writable && row.status === 'ACTIVE' && (row.kyc_status === 'PENDING' || row.kyc_status === 'RESUBMIT')
  const link = { merchantId: row.merchant_id, round: row.link_round ?? 0, expiresAt: row.link_expires_at }
  return {
    uuid: row.merchant_id,
    key: row.key,
    name: row.name,
    email_address: row.email,
    ph_number: row.phone,
    status: row.status,
    acc_status: row.onboarded ? 'LIVE' : 'SANDBOX',
    kyc_status: row.kyc_status,
    kyc_link: fillable ? kycLink(ctx.services, link, ctx.now) : '',
    is_invite_merchant: row.kind === 'managed',
    is_login_allowed: row.login_allowed,
    use_master_merchant_creds: row.use_master_creds,
    kind: row.kind,
    country: row.country,
    currency: row.currency,
    cross_border_enabled: row.cross_border,
    writable,
    created_at: row.created_at,
  }
}

/** The number of a master's merchants, active or not. */
export async function countSubMerchants(ctx: Ctx): Promise<number> {
  const [row] = await ctx.tx.query<{ merchants: bigint }>('select count(*) as merchants from sub_merchants($1)', [
    ctx.owner.merchantId,
  ])
  return Number(row?.merchants)
}

/** The invites of a master, newest first; overdue ones are shown as expired. Index: merchant_invites_newest. */
export const listInvites = (ctx: Ctx) =>
  ctx.own
    .select('merchant_invites')
    .select([
      'invite_id',
      'merchant_id',
      'email',
      'merchant_type',
      'for_merchant_id',
      'round',
      'created_at',
      'expires_at',
      sql<InviteState>`case when state = 'INVITED' and expires_at <= statement_timestamp() then 'EXPIRED' else state end`.as(
        'state',
      ),
    ])
    .orderBy('created_at', 'desc')
    .limit(500)
    .execute()

/** The unanswered invite to an address, locked; it may have expired. Index: merchant_invites_open. */
export const lockInvite = (ctx: Ctx, emailLower: string) =>
  ctx.own
    .select('merchant_invites')
    .selectAll()
    .select(sql<boolean>`expires_at <= statement_timestamp()`.as('is_over'))
    .where('email_lower', '=', emailLower)
    .where('state', '=', 'INVITED')
    .forUpdate()
    .executeTakeFirst()

/** The number of a master's open invites. */
export async function countOpenInvites(ctx: Ctx): Promise<number> {
  const { open } = await ctx.own
    .select('merchant_invites')
    .select((row) => row.fn.countAll<bigint>().as('open'))
    .where('state', '=', 'INVITED')
    .where('expires_at', '>', ctx.now)
    .executeTakeFirstOrThrow()
  return Number(open)
}

/**
 * Ends an invite in the scope of its master. Guarantee: of many who try, one does, and none after its time or with the
 * link of another round.
 */
export async function endInvite(
  ctx: Ctx,
  { invite_id, round }: Pick<InviteTerms, 'invite_id' | 'round'>,
  end: { state: 'ACCEPTED' | 'DECLINED'; acceptedBy?: string },
): Promise<boolean> {
  const moved = await ctx.own
    .update('merchant_invites')
    .set({ state: end.state, ended_at: ctx.now, accepted_by: end.acceptedBy ?? null })
    .where('invite_id', '=', invite_id)
    .where('round', '=', round)
    .where('state', '=', 'INVITED')
    .where('expires_at', '>', sql<Date>`statement_timestamp()`)
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}

/** The master of the merchant of `ctx`, or the former one that may take it back; undefined when there is none. */
export async function findMaster(ctx: Ctx): Promise<{ name: string; key: string; is_former: boolean } | undefined> {
  const [master] = await ctx.tx.query<{ name: string; key: string; is_former: boolean }>(
    'select name, key, is_former from master_of($1)',
    [ctx.owner.merchantId],
  )
  return master
}
