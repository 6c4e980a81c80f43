import type * as contract from '#contract/confirmations.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { checkUrl } from '#server/webhooks/check-url.ts'
import { lockMerchant } from '#server/webhooks/queries.ts'
import { signingSecrets } from '#server/webhooks/secret.ts'
import { deleteAddress, findAddress, putAddress } from './queries.ts'

export const handlers: Handlers<typeof contract> = {
  readConfirmation: (ctx) => present(ctx),

  async saveConfirmation(ctx, { body: { url } }) {
    if (url !== '') checkUrl(ctx, url)
    await lockMerchant(ctx)
    const before = await findAddress(ctx)
    ctx.auditSubject(ctx.owner.merchantId, changesFrom({ confirmation_url: before?.url }, { confirmation_url: url }))
    if (url === '') await deleteAddress(ctx)
    else if (url !== before?.url) await putAddress(ctx, url)
    // The secret with which a receiver verifies what it is asked.
    if (url !== '') await signingSecrets(ctx)
    return present(ctx)
  },
}

async function present(ctx: Ctx) {
  const { url, changed_at } = (await findAddress(ctx)) ?? { url: '', changed_at: null }
  return { url, changed_at }
}
