import type { Environment } from '#contract/kit/wire.ts'
import type { Provider } from '../provider.ts'
import { paypalProvider } from './adapter.ts'
import type { ProblemLog } from './refusal.ts'

/** PayPal's own addresses. An application belongs to one of them. */
const own: Readonly<Record<Environment, string>> = {
  sandbox: 'https://api-m.sandbox.paypal.com',
  live: 'https://api-m.paypal.com',
}

/** Where people find their accounts. */
const sites: Readonly<Record<Environment, string>> = {
  sandbox: 'https://www.sandbox.paypal.com',
  live: 'https://www.paypal.com',
}

/** The operator's application at PayPal in one environment, which onboards merchants. */
export interface PaypalPartner {
  clientId: string
  clientSecret: string
  /** The partner's own id at PayPal. */
  partnerId: string
  /** The webhook of its merchants' call-backs; empty without one. */
  webhookId: string
}

interface PaypalSettings {
  /** Null for PayPal's own address. */
  url: string | null
  /** In PEM. */
  roots: string | null
  /** Null without one. */
  partner?: PaypalPartner | null
  log: ProblemLog
}

/** The adapter for a channel's credentials: an application of its own, or a merchant of the operator's. */
export function openPaypal(
  { url, roots, partner: ofOperator = null, log }: PaypalSettings,
  credentials: Record<string, string>,
  environment: Environment,
): Provider {
  const partner = credentials['client_id'] ? null : ofOperator
  const site = url === null ? sites[environment] : ''
  return paypalProvider({
    clientId: partner?.clientId ?? credentials['client_id'] ?? '',
    clientSecret: partner?.clientSecret ?? credentials['client_secret'] ?? '',
    webhookId: partner?.webhookId ?? credentials['webhook_id'] ?? '',
    ...(partner && { merchantId: credentials['merchant_id'] ?? '', partner: { partnerId: partner.partnerId, site } }),
    api: url ?? own[environment],
    roots: roots?.match(pemBlock) ?? [],
    now: () => new Date(),
    log,
  })
}

const pemBlock = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g
