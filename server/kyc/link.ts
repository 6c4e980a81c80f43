import { Fault } from '#contract/faults.ts'
import { kycStates } from '#contract/merchants.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx, Services } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { idOfToken, isSigned, signedToken } from '#server/kit/auth/signed-link.ts'
import { languageOfMerchant } from '#server/merchant-store/languages.ts'
import { sendMessage } from '#server/messages/send.ts'
import { kycLinkMail } from './mails.ts'
import { lockCase } from './queries.ts'

/** The facts that the signature of a KYC link covers. */
interface KycLink {
  merchantId: string
  round: number
  expiresAt: Date | null
}

/** The link by which a merchant's KYC is filled in; empty when there is none or its time is over. */
export function kycLink(services: Services, { merchantId, round, expiresAt }: KycLink, now: Date): string {
  if (!expiresAt || expiresAt <= now) return ''
  const token = signedToken(services.master, 'kyc', merchantId, boundTo(round, expiresAt))
  return `${services.publicUrl}/kyc#token=${token}`
}

/** The merchant that a token is of. @throws Fault `linkInvalid` for one that is forged, replaced or too old. */
export async function merchantOfKycToken(tx: Transaction, services: Services, token: string): Promise<string> {
  const id = idOfToken(token)
  const [row] = id
    ? await tx.query<{ link_round: number; link_expires_at: Date }>('select * from find_kyc_link($1)', [id])
    : []
  if (!id || !row) throw new Fault('linkInvalid')
  const bound = boundTo(row.link_round, row.link_expires_at)
  if (!isSigned(services.master, 'kyc', token, { id, bound })) throw new Fault('linkInvalid')
  return id
}

/** The merchant's link as it is, or a new one where its time is over. */
export async function openLink(ctx: Ctx): Promise<string> {
  const { link_round: round, link_expires_at: expiresAt } = await lockCase(ctx)
  const { merchantId } = ctx.owner
  return kycLink(ctx.services, { merchantId, round, expiresAt }, ctx.now) || newLink(ctx, round + 1)
}

/** Sends the merchant a new link, which voids the one before. @throws Fault `tooFast` within a minute. */
export async function sendKycLink(ctx: Ctx): Promise<void> {
  const found = await lockCase(ctx)
  if (!kycStates.can(found.kyc_status, 'submit')) throw new Fault('wrongState')
  const sentAt = found.link_sent_at?.getTime() ?? 0
  if (ctx.now.getTime() - sentAt < limits.linkAgainSeconds * 1_000) throw new Fault('tooFast')
  const link = await newLink(ctx, found.link_round + 1, { sent: true })
  const { name, email } = await merchantOf(ctx)
  const about = { type: 'kyc', ref: ctx.owner.merchantId }
  await sendMessage(ctx, {
    way: 'email',
    to: email,
    ...kycLinkMail(await languageOfMerchant(ctx), { name, link }),
    about,
  })
}

async function newLink(ctx: Ctx, round: number, { sent = false } = {}): Promise<string> {
  const { merchantId } = ctx.owner
  const expiresAt = new Date(ctx.now.getTime() + limits.kycLinkDays * 86_400_000)
  ctx.write(
    ctx.own
      .update('kyc_cases')
      .set({ link_round: round, link_expires_at: expiresAt, ...(sent && { link_sent_at: ctx.now }) }),
  )
  return kycLink(ctx.services, { merchantId, round, expiresAt }, ctx.now)
}

const boundTo = (round: number, expiresAt: Date): string[] => [String(round), expiresAt.toISOString()]
