import type { Environment } from '#contract/kit/wire.ts'
import type { Services } from '#server/kit/ctx.ts'

/**
 * The address at which a channel's provider delivers call-backs. A provider on the internet reaches this installation by its
 * public address; one on this machine may not.
 */
export const callbackAddress = (
  { publicUrl, callbackUrl, localProviders }: Pick<Services, 'publicUrl' | 'callbackUrl' | 'localProviders'>,
  channel: { key: string; provider: string; merchantKey: string },
  environment: Environment,
): string => {
  const origin = localProviders.includes(channel.provider) ? callbackUrl : publicUrl
  return `${origin}/gateway/api/callbacks/${channel.key}/${channel.merchantKey}/${environment}`
}
