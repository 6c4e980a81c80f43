import type * as contract from '#contract/integration.ts'
import { signatureFaults } from '#contract/integration.ts'
import { limits } from '#contract/limits.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { callbackAddress } from '#server/channels/callback-address.ts'
import { countKeys, countWebhooks, lastAnswered, listCallbackChannels, readMarks } from './queries.ts'

export const handlers: Handlers<typeof contract> = {
  async readIntegration(ctx) {
    const { services, owner, now } = ctx
    const [{ key }, channels, keys, webhooks, marks, answered] = await Promise.all([
      merchantOf(ctx),
      listCallbackChannels(ctx),
      countKeys(ctx),
      countWebhooks(ctx),
      readMarks(ctx),
      lastAnswered(ctx),
    ])
    const badSignature = marks.get('last_bad_signature')
    const why = signatureFaults.find((fault) => fault === badSignature?.why) ?? 'parameters'
    const left = (most: number, used: number) => ({ most, left: Math.max(0, most - used) })
    return {
      api_base: `${services.publicUrl}/gateway`,
      openapi_url: `${services.publicUrl}/gateway/openapi.json`,
      environment: owner.environment,
      merchant_key: key,
      server_time: now,
      egress_addresses: [...services.egressAddresses],
      callbacks: channels.map((channel) => ({
        channel_key: channel.key,
        name: channel.name,
        url: callbackAddress(services, { ...channel, merchantKey: key }, owner.environment),
      })),
      limits: {
        calls: left(limits.serverCalls, services.serverCalls.taken(owner.merchantId, now)),
        server_keys: left(limits.serverKeys, keys),
        webhooks: left(limits.webhooksPerMerchant, webhooks),
        body_bytes: limits.bodyBytes,
      },
      checklist: {
        first_call: marks.get('first_call') ?? null,
        first_signed_link: marks.get('first_signed_link') ?? null,
        last_delivery: answered ?? null,
        last_bad_signature: badSignature ? { ...badSignature, why } : null,
      },
    }
  },
}
