import { environments } from '#contract/kit/wire.ts'
import type { KycStatus } from '#contract/merchants.ts'
import type { Signed } from '#contract/signed-names.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import { publishWebhook } from '#server/webhooks/publish.ts'

/**
 * Sends the merchant's servers a webhook of type `onboarding`: its KYC has changed its state. KYC belongs to no
 * environment, so the webhooks of both get it.
 */
export async function publishKycWebhook(ctx: Ctx, change: { from: KycStatus; to: KycStatus; note: string }) {
  for (const environment of environments) {
    const own = await ctx.enter({ ...ctx.owner, environment })
    await publishWebhook(own, { type: 'onboarding', objectRef: ctx.owner.merchantId, body: () => bodyOf(own, change) })
  }
  await ctx.enter(ctx.owner)
}

async function bodyOf(ctx: Ctx, { from, to, note }: { from: KycStatus; to: KycStatus; note: string }) {
  const { key, secret } = await merchantSecret(ctx)
  const signed: Signed<'onboarding'> = {
    channel_key: '',
    merchant_id: key,
    onboarding_status: to,
    onboarding_type: 'kyc',
  }
  return {
    ...signed,
    previous_status: from,
    status_reason: note,
    environment: ctx.owner.environment,
    updated_at: ctx.now.toISOString(),
    signature_hash: sign(signed, secret),
  }
}
