import { Fault, fieldFault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { MerchantType } from '#contract/invites.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { loginName } from '#server/kit/auth/login.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { sendMessage } from '#server/messages/send.ts'
import { inviteLink, type InviteTerms } from './invite-link.ts'
import { inviteMail } from './mails.ts'
import { countOpenInvites, lockInvite } from './queries.ts'
import { asMaster } from '#server/merchants/sub-merchant.ts'

/**
 * Invites an address, by mail. One whose time is over is invited anew; while one is open it is `duplicateName`.
 * `forMerchant` makes it the first login of an owned merchant.
 */
export async function invite(
  ctx: Ctx,
  {
    email,
    merchantType,
    forMerchantId = null,
  }: { email: string; merchantType: MerchantType; forMerchantId?: string | null },
): Promise<void> {
  const emailLower = loginName(email)
  const known = await lockInvite(ctx, emailLower)
  if (known && !known.is_over)
    throw fieldFault('duplicateName', 'email', 'already_invited', 'This address is invited already.')
  if ((await countOpenInvites(ctx)) >= limits.openInvites) throw new Fault('tooMany')
  const inviteId = known?.invite_id ?? newId()
  const terms = { email, merchant_type: merchantType, for_merchant_id: forMerchantId, ...sentNow(ctx) }
  const row = { ...terms, merchant_id: asMaster(ctx), invite_id: inviteId, round: (known?.round ?? 0) + 1 }
  const written = await ctx.db
    .insertInto('merchant_invites')
    .values({
      ...row,
      email_lower: emailLower,
      language: ctx.client.language,
      created_at: ctx.now,
      ended_at: null,
      accepted_by: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'invite_id']).doUpdateSet({ ...terms, round: row.round, created_at: ctx.now }),
    )
    .executeTakeFirst()
    .catch(alreadyInvited)
  if (written) await send(ctx, row)
  ctx.auditSubject(inviteId, {
    email_address: { before: '', after: email },
    merchant_type: { before: '', after: merchantType },
  })
}

/** Sends an open or expired invite anew, which voids the link before. @throws Fault `tooFast` within a minute. */
export async function inviteAgain(ctx: Ctx, email: string): Promise<void> {
  asMaster(ctx)
  const known = await lockInvite(ctx, loginName(email))
  if (!known) throw new Fault('notFound')
  ctx.auditSubject(known.invite_id)
  if (ctx.now.getTime() - known.sent_at.getTime() < limits.linkAgainSeconds * 1_000) throw new Fault('tooFast')
  const next = { ...sentNow(ctx), round: known.round + 1 }
  await ctx.db
    .updateTable('merchant_invites')
    .set(next)
    .where('merchant_id', '=', known.merchant_id)
    .where('invite_id', '=', known.invite_id)
    .execute()
  await send(ctx, { ...known, ...next })
}

/** Withdraws an open invite. */
export async function withdraw(ctx: Ctx, email: string): Promise<void> {
  asMaster(ctx)
  const known = await lockInvite(ctx, loginName(email))
  if (!known) throw new Fault('notFound')
  ctx.auditSubject(known.invite_id)
  await ctx.db
    .updateTable('merchant_invites')
    .set({ state: 'EXPIRED', ended_at: ctx.now })
    .where('merchant_id', '=', known.merchant_id)
    .where('invite_id', '=', known.invite_id)
    .execute()
}

/** The moment is bound into the link; the database keeps it to the millisecond. */
const sentNow = (ctx: Ctx) => ({
  sent_at: ctx.now,
  expires_at: new Date(ctx.now.getTime() + limits.inviteLinkDays * 86_400_000),
})

async function send(ctx: Ctx, terms: InviteTerms): Promise<void> {
  const { name, brand_name: brand } = await merchantOf(ctx)
  const mail = inviteMail(ctx.client.language, {
    master: brand || name,
    link: inviteLink(ctx.services, terms, 'mail'),
    type: terms.merchant_type,
  })
  const about = { type: 'merchant_invite', ref: terms.invite_id }
  await sendMessage(ctx, { way: 'email', to: terms.email, ...mail, about })
}

function alreadyInvited(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'merchant_invites_open')
    throw fieldFault('duplicateName', 'email', 'already_invited', 'This address is invited already.')
  throw error
}
