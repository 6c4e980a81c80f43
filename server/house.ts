import type { House } from './kit/ctx.ts'
import { createPasswordHasher } from './kit/password.ts'
import { masterKey } from './kit/seal.ts'
import type { Parts } from './parts.ts'
import type { Provider } from './providers/provider.ts'
import { simulatorProvider } from './providers/simulator/adapter.ts'

/** What every request and job of this process shares. */
export function houseOf({ config, log, masterKey: key, simulatorKeys }: Parts): House {
  return {
    publicUrl: config.publicUrl,
    callbackUrl: `http://127.0.0.1:${config.port}`,
    simulatorUrl: config.simulator.url,
    simulatorPublishableKey: simulatorKeys.publishableKey,
    allowLoopbackWebhooks: config.webhookAllowLoopback,
    master: masterKey(key.toString('base64')),
    passwords: createPasswordHasher({ concurrent: 2, queue: 20 }),
    provider: providerOf,
    log,
  }
}

/** The adapter of each provider by its name; its credentials are the channel's. */
const adapters: Record<string, (credentials: Record<string, string>) => Provider> = {
  simulator: ({ url = '', secretKey = '' }) => simulatorProvider({ url, secretKey, now: () => new Date() }),
}
const opened = new Map<string, Provider>()

/** One adapter for each set of credentials, so that its connections are kept. */
function providerOf(name: string, credentials: Record<string, string>): Provider {
  const key = JSON.stringify([name, credentials])
  const known = opened.get(key)
  if (known) return known
  const adapter = adapters[name]
  if (!adapter) throw new Error(`no adapter for the provider ${name}`)
  const provider = adapter(credentials)
  opened.set(key, provider)
  return provider
}
