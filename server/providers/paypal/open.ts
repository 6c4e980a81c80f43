import type { Environment } from '#contract/kit/wire.ts'
import type { Provider } from '../provider.ts'
import { paypalProvider } from './adapter.ts'
import type { ProblemLog } from './refusal.ts'

/** PayPal's own addresses. An application belongs to one of them. */
const own: Readonly<Record<Environment, string>> = {
  sandbox: 'https://api-m.sandbox.paypal.com',
  live: 'https://api-m.paypal.com',
}

/**
 * The adapter for a channel's credentials.
 * @param settings `url` null for PayPal's own address; `roots` in PEM.
 */
export const openPaypal = (
  settings: { url: string | null; roots: string | null; log: ProblemLog },
  credentials: Record<string, string>,
  environment: Environment,
): Provider =>
  paypalProvider({
    clientId: credentials['client_id'] ?? '',
    clientSecret: credentials['client_secret'] ?? '',
    webhookId: credentials['webhook_id'] ?? '',
    api: settings.url ?? own[environment],
    roots: settings.roots?.match(pemBlock) ?? [],
    now: () => new Date(),
    log: settings.log,
  })

const pemBlock = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g
