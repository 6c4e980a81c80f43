import type { Services } from './kit/ctx.ts'
import { openMail } from './kit/outbound/mail.ts'
import { createPasswordHasher } from './kit/auth/password.ts'
import { createLru } from './kit/process/lru.ts'
import { masterKey } from './kit/secrets/seal.ts'
import { openSms } from './kit/outbound/sms.ts'
import { timeouts } from './kit/timeouts.ts'
import type { Parts } from './parts.ts'
import { payables } from './payables.ts'
import { measured } from './providers/measured.ts'
import type { Provider } from './providers/provider.ts'
import { simulatorProvider } from './providers/simulator/adapter.ts'

/** The services that every request and job of this process shares. */
export function servicesOf(parts: Parts): Services {
  const { config, log, masterKey: key, simulatorKeys } = parts
  return {
    publicUrl: config.publicUrl,
    callbackUrl: config.callbackUrl,
    simulatorUrl: config.simulator.url,
    simulatorPublishableKey: simulatorKeys.publishableKey,
    allowLoopbackWebhooks: config.webhookAllowLoopback,
    supportEmail: config.supportEmail,
    registrationOpen: config.registration === 'open',
    ownedCountry: config.ownedCountry,
    mastersReviewKyc: config.kycReview === 'master',
    master: masterKey(key.toString('base64')),
    passwords: createPasswordHasher({
      concurrent: timeouts.passwordsAtOnce,
      queue: timeouts.passwordsWaiting,
      ...(parts.passwordCost && { cost: parts.passwordCost }),
    }),
    payables,
    payableOwners: createLru(),
    mail: config.mail && openMail(config.mail),
    sms: config.sms && openSms(config.sms),
    provider: openProviders(parts),
    log,
  }
}

/** Opens the adapter of each provider by its name, one for each set of credentials, so that its connections are kept. */
function openProviders({ config, simulatorKeys }: Parts): Services['provider'] {
  const adapters: Record<string, (credentials: Record<string, string>) => Provider> = {
    // The simulator belongs to the installation, which knows its address and key; a channel adds nothing.
    simulator: () => {
      const { secretKey } = simulatorKeys
      return simulatorProvider({ url: config.simulator.url, secretKey, now: () => new Date() })
    },
  }
  const opened = new Map<string, Provider>()
  return (name, credentials) => {
    const key = JSON.stringify([name, credentials])
    const adapter = adapters[name]
    if (!adapter) throw new Error(`no adapter for the provider ${name}`)
    const provider = opened.get(key) ?? measured(name, adapter(credentials))
    opened.set(key, provider)
    return provider
  }
}
