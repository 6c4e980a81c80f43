import type { Language } from '#i18n/languages.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { sendKycLink } from '#server/kyc/link.ts'
import { take } from '#server/master-merchants/accept.ts'
import { findInvite, type OpenInvite } from '#server/master-merchants/invite-link.ts'
import { welcomeMail } from '#server/master-merchants/mails.ts'
import { createLogin } from '#server/merchants/create.ts'
import { sendMessage } from '#server/messages/send.ts'
import { openMerchant, type Registration } from './open-merchant.ts'
import type { RegistrationInvite } from './queries.ts'
import { sendVerifyLink } from './verify-link.ts'

/**
 * Makes the merchant of a registration by an invite, or the first login of the owned merchant of the invite. The invite is
 * consumed with it, so of two registrations by one link the second makes nothing. A link that came by mail has proved the
 * address.
 */
export async function openInvited(
  ctx: Ctx,
  wanted: Registration & { language: Language },
  by: RegistrationInvite,
): Promise<void> {
  const invite = await findInvite(ctx.tx, by.id)
  if (!invite) return
  const emailVerified = by.way === 'mail'
  const opened = await (invite.for_merchant_id
    ? openLogin(ctx, wanted, { merchantId: invite.for_merchant_id, emailVerified })
    : openMerchant(ctx, wanted, {
        kind: 'managed',
        masterId: invite.merchant_id,
        emailVerified,
        ...(invite.merchant_type === 'CROSS_BORDER' && { crossBorder: true, crossBorderModel: 'PARTNERSHIP' }),
      }))
  // Somebody else was a moment quicker with the address: all is undone, and the next try finds it known.
  if (!opened) throw new Error('the address was registered at the same moment')
  const { merchantId } = opened.ctx.owner
  await take(ctx, invite, merchantId)
  const own = await ctx.enter(opened.ctx.owner)
  if (emailVerified) await welcome(own, wanted, invite)
  else await sendVerifyLink(own, { subUserId: opened.subUserId, email: wanted.email }, wanted.language)
  if (!invite.for_merchant_id) await sendKycLink(own)
}

async function openLogin(
  ctx: Ctx,
  { merchantName, email, passwordPhc }: Registration,
  { merchantId, emailVerified }: { merchantId: string; emailVerified: boolean },
): Promise<{ ctx: Ctx; subUserId: string } | null> {
  const own = await ctx.enter({ merchantId, environment: 'sandbox' })
  const login = { name: merchantName, email, roles: ['admin' as const], passwordPhc, emailVerified }
  const subUserId = await createLogin(own, login)
  return subUserId === null ? null : { ctx: own, subUserId }
}

async function welcome(
  own: Ctx,
  { email, language }: { email: string; language: Language },
  { master_name: master }: Omit<OpenInvite, 'way'>,
): Promise<void> {
  const mail = welcomeMail(language, { master, link: `${own.services.publicUrl}/login` })
  const about = { type: 'registration', ref: own.owner.merchantId }
  await sendMessage(own, { way: 'email', to: email, ...mail, about })
}
