import type { House } from './kit/ctx.ts'
import { openMail } from './kit/mail.ts'
import { createPasswordHasher } from './kit/password.ts'
import { recent } from './kit/recent.ts'
import { masterKey } from './kit/seal.ts'
import { openSms } from './kit/sms.ts'
import { timeOuts } from './kit/time-outs.ts'
import type { Parts } from './parts.ts'
import { measured } from './providers/measured.ts'
import type { Provider } from './providers/provider.ts'
import { simulatorProvider } from './providers/simulator/adapter.ts'

/** What every request and job of this process shares. */
export function houseOf(parts: Parts): House {
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
    passwords: createPasswordHasher({ concurrent: timeOuts.passwordsAtOnce, queue: timeOuts.passwordsWaiting }),
    linkOwners: recent(),
    mail: config.mail && openMail(config.mail),
    sms: config.sms && openSms(config.sms),
    provider: openProviders(parts),
    log,
  }
}

/** Opens the adapter of each provider by its name, one for each set of credentials, so that its connections are kept. */
function openProviders({ config, simulatorKeys }: Parts): House['provider'] {
  const adapters: Record<string, (credentials: Record<string, string>) => Provider> = {
    // It belongs to the installation, which knows where it is and by which key; a channel adds nothing to that.
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
