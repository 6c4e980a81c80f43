import type { Environment } from '#contract/kit/wire.ts'
import type { Services } from '#server/kit/ctx.ts'

/**
 * The address at which a channel's provider delivers call-backs. A provider on the internet reaches this installation by its
 * public address; one on this machine may not.
 */
export const callbackAddress = (
  { publicUrl, callbackUrl }: Pick<Services, 'publicUrl' | 'callbackUrl'>,
  channel: { key: string; provider: string; merchantKey: string },
  environment: Environment,
): string =>
  `${channel.provider !== 'simulator' && publicUrl.startsWith('https://') ? publicUrl : callbackUrl}/gateway/api/callbacks/${channel.key}/${channel.merchantKey}/${environment}`
