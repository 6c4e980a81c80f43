import { defaultLanguage } from '#i18n/languages.ts'
import { feeClaimStates } from '#contract/fee-claims.ts'
import { Fault } from '#contract/faults.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { mailOf, mailTexts, oneLine, quoted } from '#server/messages/mail-text.ts'
import { sendMessage } from '#server/messages/send.ts'
import { claimFileName } from './claim-sheet.ts'
import { findClaim, type FoundClaim } from './claims.ts'
import { amountWithCurrency } from './amounts.ts'

/** Mails the sheet of a claim to the provider; its state and the mail are of one commit. */
export async function sendClaim(ctx: Ctx, claimRef: string, to: string, message: string): Promise<FoundClaim> {
  const claim = await findClaim(ctx, claimRef, { lock: true })
  if (!feeClaimStates.can(claim.state, 'send')) throw new Fault('wrongState', { why: `it is ${claim.state}` })
  const { name } = await merchantOf(ctx)
  await ctx.own
    .update('fee_claims')
    .set({ state: 'sent', sent_to: to, sent_at: ctx.now })
    .where('claim_ref', '=', claimRef)
    .execute()
  await sendMessage(ctx, {
    way: 'email',
    to,
    ...mailOf(defaultLanguage, mailTexts[defaultLanguage].feeClaim, {
      merchant: quoted(name, 100),
      channel: quoted(claim.payment_channel_key, 64),
      amount: amountWithCurrency(claim.amount, claim.currency),
      rows: String(claim.rows),
      claim: claimRef,
      message: oneLine(message),
      person: quoted(ctx.user?.name ?? '', 100),
      address: ctx.user?.email ?? '',
    }),
    about: { type: 'fee_claim', ref: claimRef },
    attachments: [
      {
        name: claimFileName(claimRef),
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        of: { kind: 'fee-claim', ref: claimRef },
      },
    ],
  })
  ctx.auditSubject(claimRef, changesFrom({ status: claim.state }, { status: 'sent', sent_to: to }))
  return findClaim(ctx, claimRef)
}
