import type { Environment } from '#contract/kit/wire.ts'
import type { Services } from './kit/ctx.ts'
import { createLru } from './kit/process/lru.ts'
import { paypalPartner, stripePlatform } from './partners.ts'
import type { Parts } from './parts.ts'
import { measured } from './providers/measured.ts'
import { bankFileProvider } from './providers/bank-file/adapter.ts'
import { openPaypal } from './providers/paypal/open.ts'
import type { Provider } from './providers/provider.ts'
import { simulatorProvider } from './providers/simulator/adapter.ts'
import { stripeProvider } from './providers/stripe/adapter.ts'
import { xenditProvider } from './providers/xendit/adapter.ts'

/** The adapter of a provider, opened with a channel's credentials; PayPal's host depends on the channel's environment. */
type Open = (parts: Parts, credentials: Record<string, string>, environment: Environment) => Provider

/** Every provider by the name that channels have; each once. `checkout/card-provider.ts` lists their browser halves. */
const adapters: Readonly<Record<string, Open>> = {
  'bank-file': (_parts, credentials) => bankFileProvider(credentials),
  paypal: (parts, credentials, environment) =>
    openPaypal(
      { ...parts.config.paypal, partner: paypalPartner(parts, environment), log: parts.log },
      credentials,
      environment,
    ),
  // The simulator belongs to the installation, which has its address and keys; a channel's credentials add nothing.
  simulator: ({ config, simulatorKeys }) => simulatorProvider({ url: config.simulator.url, ...simulatorKeys }),
  stripe: (parts, credentials, environment) =>
    stripeProvider({
      credentials,
      platform: stripePlatform(parts, environment),
      url: parts.config.stripe.url,
      warn: (what, about) => parts.log.warn(about, what),
    }),
  xendit: ({ config, log }, { secret_key: secretKey = '', callback_token: callbackToken = '' }) =>
    xenditProvider({ url: config.xendit.url, secretKey, callbackToken, warn: (facts, text) => log.warn(facts, text) }),
}

export const providerNames: readonly string[] = Object.keys(adapters)

/** The simulator, and the providers that it speaks as. */
export const localProviders = ({ simulator, paypal, stripe, xendit }: Parts['config']): string[] => {
  const addresses = Object.entries({ paypal, stripe, xendit })
  const here = addresses.filter(([, { url }]) => url?.startsWith(`${simulator.url}/`))
  return ['simulator', ...here.map(([name]) => name)]
}

/** Opens the adapter of a provider once for each set of credentials, so that its connections are kept. */
export function openProviders(parts: Parts): Services['provider'] {
  // Bounded, as merchants may try any credentials.
  const opened = createLru<Provider>()
  return (name, credentials, environment) => {
    const key = JSON.stringify([name, credentials, environment])
    const open = adapters[name]
    if (!open) throw new Error(`no adapter for the provider ${name}`)
    const provider = opened.recall(key) ?? measured(name, open(parts, credentials, environment))
    opened.remember(key, provider)
    return provider
  }
}
