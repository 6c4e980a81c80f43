import { limits } from '#contract/limits.ts'
import type { Language } from '#i18n/languages.ts'
import { newTokenOf } from '#server/kit/auth/merchant-hint.ts'
import { hashToken } from '#server/kit/auth/token.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { payAddress } from '#server/payables/payable.ts'

/** The customer's page of a subscription, which a link opens. */
export const manageAddress = (ctx: Pick<Ctx, 'services'>, orderRef: string, language: Language): string =>
  `${payAddress(ctx, `manage/${orderRef}`)}?lang=${language}`

/**
 * Makes a link by which the customer sees to a subscription: it opens the page once, within seven days. The token stands behind the `#`,
 * which no server, proxy or log is told; only its hash is kept. Those of before that have ended are forgotten.
 */
export function issueManageLink(ctx: Ctx, orderRef: string, language: Language): string {
  ctx.write(ctx.own.delete('subscription_keys').where('order_ref', '=', orderRef).where('expires_at', '<', ctx.now))
  const token = newTokenOf(ctx.owner.merchantId)
  ctx.write(
    ctx.own.insert('subscription_keys', {
      order_ref: orderRef,
      token_hash: hashToken(token),
      kind: 'link',
      created_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + limits.manageLinkDays * 86_400_000),
      used_at: null,
    }),
  )
  return `${manageAddress(ctx, orderRef, language)}#${token}`
}
