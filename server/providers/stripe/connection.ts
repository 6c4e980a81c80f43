import type Stripe from 'stripe'
import type { Connection, Tested } from '../provider.ts'
import { events } from './callbacks.ts'
import { apiVersion, type StripeClient } from './client.ts'

export interface ConnectionParts {
  client: StripeClient
  /** The secret of the endpoint that is registered already; empty for none. */
  webhookSecret: string
}

/** What a channel asks of its keys. A write is tried without its required fields, so that it can only be refused. */
const permissions: readonly { name: string; ask: (stripe: Stripe) => Promise<unknown> }[] = [
  { name: 'PaymentIntents: write', ask: (stripe) => stripe.rawRequest('POST', '/v1/payment_intents', {}) },
  { name: 'Charges and Refunds: write', ask: (stripe) => stripe.rawRequest('POST', '/v1/refunds', {}) },
  { name: 'PaymentIntents: read', ask: (stripe) => stripe.paymentIntents.list({ limit: 1 }) },
  { name: 'Charges and Refunds: read', ask: (stripe) => stripe.refunds.list({ limit: 1 }) },
  { name: 'Balance transactions: read', ask: (stripe) => stripe.balanceTransactions.list({ limit: 1 }) },
  { name: 'Webhook Endpoints: write', ask: (stripe) => stripe.rawRequest('POST', '/v1/webhook_endpoints', {}) },
]

export function connection({ client, webhookSecret }: ConnectionParts): Connection {
  async function test(signal: AbortSignal): Promise<Tested> {
    const account = await client.ask((stripe) => stripe.accounts.retrieveCurrent(), signal)
    if (account.kind === 'unsent' || account.kind === 'unknown') return { kind: 'silent', why: account.why }
    if (account.kind === 'refused' && account.status !== 403) return refusedOr(account)
    const checks = [checkOf('Account: read', account)]
    for (const { name, ask } of permissions) {
      const answered = await client.ask(ask, signal)
      if (answered.kind === 'unsent' || answered.kind === 'unknown') return { kind: 'silent', why: answered.why }
      if (answered.kind === 'refused' && (answered.status === 401 || answered.status >= 429)) return refusedOr(answered)
      checks.push(checkOf(name, answered))
    }
    if (account.kind !== 'answer') return { kind: 'working', account: '', checks }
    const { id, charges_enabled: charges, requirements } = account.value
    const reason = requirements?.disabled_reason ?? ''
    checks.push({ name: 'Charges enabled', ok: charges, text: charges ? '' : reason })
    return { kind: 'working', account: id, checks }
  }

  /** Registers the address. An endpoint whose secret is not known here is replaced: Stripe shows a secret once. */
  async function register(address: string, signal: AbortSignal): Promise<{ credentials: Record<string, string> }> {
    const found = await endpointsAt(address, signal)
    const kept = webhookSecret ? found.find(isCurrent) : undefined
    if (kept) return { credentials: {} }
    const made = await need((stripe) => {
      const description = 'Payments, refunds and the state of the account'
      const enabled = { url: address, enabled_events: [...events], api_version: apiVersion }
      return stripe.webhookEndpoints.create({ ...enabled, description })
    }, signal)
    for (const { id } of found) await need((stripe) => stripe.webhookEndpoints.del(id), signal)
    if (!made.secret) throw new Error('Stripe gave no secret for the endpoint')
    return { credentials: { webhook_secret: made.secret } }
  }

  async function unregister(address: string, signal: AbortSignal): Promise<void> {
    for (const { id } of await endpointsAt(address, signal))
      await need((stripe) => stripe.webhookEndpoints.del(id), signal)
  }

  async function endpointsAt(address: string, signal: AbortSignal): Promise<Stripe.WebhookEndpoint[]> {
    const found: Stripe.WebhookEndpoint[] = []
    let after: string | undefined
    do {
      const from = after ? { starting_after: after } : {}
      const page = await need((stripe) => stripe.webhookEndpoints.list({ limit: 100, ...from }), signal)
      found.push(...page.data.filter(({ url }) => url === address))
      after = page.has_more ? page.data.at(-1)?.id : undefined
    } while (after)
    return found
  }

  async function need<T>(send: (stripe: Stripe) => Promise<T>, signal: AbortSignal): Promise<T> {
    const answered = await client.ask(send, signal)
    if (answered.kind === 'answer') return answered.value
    const why = answered.kind === 'refused' ? `${answered.status} ${answered.error.message}` : answered.why
    throw new Error(`Stripe did not change the address of call-backs: ${why}`)
  }

  return { test, register, unregister }
}

const isCurrent = (endpoint: Stripe.WebhookEndpoint): boolean =>
  endpoint.status === 'enabled' &&
  endpoint.api_version === apiVersion &&
  events.every((event) => endpoint.enabled_events.includes(event))

type Answered = Awaited<ReturnType<StripeClient['ask']>>
type Refused = Extract<Answered, { kind: 'refused' }>

/** A missing permission is a 403 that names it; any other refusal says that the permission is there. */
function checkOf(name: string, answered: Answered): { name: string; ok: boolean; text: string } {
  const ok = !(answered.kind === 'refused' && answered.status === 403)
  return { name, ok, text: answered.kind === 'refused' && !ok ? answered.error.message.slice(0, 500) : '' }
}

const refusedOr = ({ status, error }: Refused): Tested =>
  status === 401
    ? { kind: 'refused', field: 'secret_key', providerText: error.message.slice(0, 500) }
    : { kind: 'silent', why: `answered ${status}` }
