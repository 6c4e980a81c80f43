import type { Services } from './kit/ctx.ts'
import type { Parts } from './parts.ts'
import { measured } from './providers/measured.ts'
import type { Provider } from './providers/provider.ts'
import { simulatorProvider } from './providers/simulator/adapter.ts'
import { xenditProvider } from './providers/xendit/adapter.ts'

/** Every provider by the name that channels have; each once. `checkout/card-provider.ts` lists their browser halves. */
const adapters: Readonly<Record<string, (parts: Parts, credentials: Record<string, string>) => Provider>> = {
  // The simulator belongs to the installation, which has its address and keys; a channel's credentials add nothing.
  simulator: ({ config, simulatorKeys }) => simulatorProvider({ url: config.simulator.url, ...simulatorKeys }),
  xendit: ({ config, log }, { secret_key: secretKey = '', callback_token: callbackToken = '' }) =>
    xenditProvider({ url: config.xendit.url, secretKey, callbackToken, warn: (facts, text) => log.warn(facts, text) }),
}

export const providerNames: readonly string[] = Object.keys(adapters)

/** Opens the adapter of a provider once for each set of credentials, so that its connections are kept. */
export function openProviders(parts: Parts): Services['provider'] {
  const opened = new Map<string, Provider>()
  return (name, credentials) => {
    const key = JSON.stringify([name, credentials])
    const open = adapters[name]
    if (!open) throw new Error(`no adapter for the provider ${name}`)
    const provider = opened.get(key) ?? measured(name, open(parts, credentials))
    opened.set(key, provider)
    return provider
  }
}
