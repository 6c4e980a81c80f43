import type { OnboardingState } from '#contract/onboarding-states.ts'
import type { Signed } from '#contract/signed-names.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { sign } from '#server/kit/auth/signature.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import { publishWebhook } from '#server/webhooks/publish.ts'

interface Change {
  /** The key of the catalogue. */
  channelKey: string
  channelName: string
  state: OnboardingState
  reason: string
}

/** Publishes the webhook of type `onboarding` about a channel: the flat body, signed with the merchant's secret. */
export async function publishOnboardingWebhook(ctx: Ctx, change: Change): Promise<void> {
  await publishWebhook(ctx, { type: 'onboarding', objectRef: change.channelKey, body: () => bodyOf(ctx, change) })
}

async function bodyOf(ctx: Ctx, { channelKey, channelName, state, reason }: Change): Promise<Record<string, unknown>> {
  const [{ key, secret }, { name }] = await Promise.all([merchantSecret(ctx), merchantOf(ctx)])
  const signed: Signed<'channelOnboarding'> = { channel_key: channelKey, merchant_key: key, status: state }
  return {
    ...signed,
    merchant_name: name,
    channel_name: channelName,
    status_channel_reason: reason,
    environment: ctx.owner.environment,
    created_at: ctx.now.toISOString(),
    signature_hash: sign(signed, secret),
  }
}
