import { createHmac, randomBytes } from 'node:crypto'
import type { DialectCallback, DialectParts } from '../dialect.ts'
import type { EffectRecord, OperationRecord } from '../records.ts'
import type { Connected, State } from './entries.ts'
import type { StripeObject } from './names.ts'
import type { Objects, Stand } from './objects.ts'

/** The events of an effect for each endpoint of its account, signed as Stripe signs. */
export function eventsOf(
  { operation, effect }: { operation: OperationRecord; effect: EffectRecord },
  { now }: Pick<DialectParts, 'now'>,
  state: State,
  objects: Objects,
): DialectCallback[] {
  const { intents, refunds } = state
  const id = operation.key.slice('stripe:'.length)
  const stand: Stand = { status: effect.status, decline: effect.decline }
  const told: { account: string; type: string; object: StripeObject }[] = []

  if (operation.type === 'refund') {
    const refund = refunds.get(id)
    if (refund) {
      const object = objects.refund(refund, stand)
      const failed = effect.status === 'declined'
      const begun = effect.type !== 'settlement'
      told.push({ account: refund.account, type: begun ? 'refund.created' : 'refund.updated', object })
      if (failed) told.push({ account: refund.account, type: 'refund.failed', object })
    }
  } else {
    const intent = intents.get(id.replace(/^cap_/, ''))
    if (intent) {
      const object = objects.intent(intent, { stand })
      const type = typeOf[String(object['status'])]
      if (type) told.push({ account: intent.account, type, object })
    }
  }
  return told.flatMap((each, at) => {
    const id = `evt_${effect.event.slice('evt_'.length)}${at || ''}`
    return callbacksOf({ ...each, id, created: Math.floor(Date.parse(effect.at) / 1_000) }, { now, state })
  })
}

/** What Stripe tells a platform when the state of one of its accounts has changed. */
export function accountEvents(
  { id: account }: Connected,
  { now }: Pick<DialectParts, 'now'>,
  state: State,
  object: StripeObject,
): DialectCallback[] {
  const id = `evt_${randomBytes(12).toString('hex')}`
  const created = Math.floor(now().getTime() / 1_000)
  return callbacksOf({ account, type: 'account.updated', object, id, created }, { now, state })
}

interface Told {
  id: string
  created: number
  account: string
  type: string
  object: StripeObject
}

/** An event goes to the endpoints of its account; that of an account of a platform also to those of the platform for them. */
function callbacksOf(
  { id, created, account, type, object }: Told,
  { now, state }: { now: () => Date; state: State },
): DialectCallback[] {
  const event = {
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
  const platform = state.connected.get(account)?.platform
  return [...state.endpoints.values()]
    .filter(({ events }) => [type, '*'].some((each) => events.includes(each)))
    .flatMap((endpoint) => {
      const { url, secret, connect } = endpoint
      if (endpoint.account === account && !connect) return signed(url, secret, JSON.stringify(event), now)
      if (!connect || endpoint.account !== platform) return []
      return signed(url, secret, JSON.stringify({ ...event, account }), now)
    })
}

function signed(url: string, secret: string, body: string, now: () => Date): DialectCallback {
  const headers = () => {
    const time = Math.floor(now().getTime() / 1_000)
    const proof = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    return { 'stripe-signature': `t=${time},v1=${proof}` }
  }
  return { url, body, headers }
}

const typeOf: Readonly<Record<string, string>> = {
  succeeded: 'payment_intent.succeeded',
  requires_capture: 'payment_intent.amount_capturable_updated',
  canceled: 'payment_intent.canceled',
  processing: 'payment_intent.processing',
  requires_action: 'payment_intent.requires_action',
  requires_payment_method: 'payment_intent.payment_failed',
}
