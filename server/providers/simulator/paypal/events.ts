import { createHash } from 'node:crypto'
import type { DialectCallback } from '../dialect.ts'
import type { EffectRecord, OperationRecord } from '../records.ts'
import type { Referral } from './entries.ts'
import type { Signing } from './signing.ts'
import type { OrderState, State } from './state.ts'
import type { Json, PaypalViews } from './views.ts'

interface Told {
  type: string
  resource: Json
  resourceType: 'checkout-order' | 'capture' | 'authorization' | 'refund' | 'merchant-onboarding'
  summary: string
}

/** The call-backs of orders and of effects of the book, to every webhook of the account that wants them. */
export function paypalEvents(parts: { state: State; views: PaypalViews; signing: Signing; origin(): string }) {
  const { state, views, signing, origin } = parts

  function to(account: string, { id, at, told }: { id: string; at: string; told: Told }): DialectCallback[] {
    const body = JSON.stringify({
      id,
      event_version: '1.0',
      create_time: at,
      resource_type: told.resourceType,
      resource_version: '2.0',
      event_type: told.type,
      summary: told.summary,
      resource: told.resource,
      links: [{ href: `${origin()}/v1/notifications/webhooks-events/${id}`, rel: 'self', method: 'GET' }],
    })
    return state
      .webhooks(account)
      .filter(({ events }) => events.includes('*') || events.includes(told.type))
      .map((webhook) => ({ url: webhook.url, body, headers: () => signing.headers(webhook.id, body) }))
  }

  function toldOf(operation: OperationRecord, effect: EffectRecord): { found: OrderState; told: Told } | undefined {
    const id = operation.key.slice('paypal:'.length)
    if (operation.type === 'refund') {
      const refund = state.refund(id)
      const found = refund && state.order(refund.order)
      if (!refund || !found || effect.status !== 'succeeded') return undefined
      const told = { type: 'PAYMENT.CAPTURE.REFUNDED', resource: views.refund(refund), summary: 'A refund was made.' }
      return { found, told: { ...told, resourceType: 'refund' } }
    }
    const found = operation.type === 'capture' ? state.orderOf(id) : state.order(id)
    if (!found) return undefined
    if (effect.status === 'authorised') {
      const told = { type: 'PAYMENT.AUTHORIZATION.CREATED', resource: views.authorization(found) }
      return { found, told: { ...told, resourceType: 'authorization', summary: 'A payment was authorized.' } }
    }
    const word = words[effect.status]
    // A payment that waits for the payer's funds has begun and is told when it is decided.
    const isBeginning = effect.type === 'payment' && effect.status === 'pending' && effect.settles === undefined
    if (!word || isBeginning) return undefined
    const told = { type: `PAYMENT.CAPTURE.${word}`, resource: views.capture(found) }
    return { found, told: { ...told, resourceType: 'capture', summary: `The capture is ${word.toLowerCase()}.` } }
  }

  return {
    of(operation: OperationRecord, effect: EffectRecord): DialectCallback[] {
      const what = toldOf(operation, effect)
      if (!what) return []
      return to(what.found.order.account, { id: eventId(effect.event), at: effect.at, told: what.told })
    },
    onboarded({ account, id, tracking_id }: Referral, { merchant, at }: { merchant: string; at: string }) {
      const resource = { merchant_id: merchant, tracking_id, links: [] }
      const told = { type: 'MERCHANT.ONBOARDING.COMPLETED', resource, resourceType: 'merchant-onboarding' } as const
      return to(account, { id: eventId(`${id} ${at}`), at, told: { ...told, summary: 'A merchant was connected.' } })
    },
    approved(found: OrderState): DialectCallback[] {
      const { account, id } = found.order
      const told = {
        type: 'CHECKOUT.ORDER.APPROVED',
        resource: views.order(found),
        resourceType: 'checkout-order',
      } as const
      const at = found.changedAt
      return to(account, { id: eventId(`${id} ${at}`), at, told: { ...told, summary: 'An order was approved.' } })
    },
  }
}

const words: Partial<Record<EffectRecord['status'], string>> = {
  captured: 'COMPLETED',
  succeeded: 'COMPLETED',
  pending: 'PENDING',
  declined: 'DENIED',
}

/** The same in each delivery of an event. */
const eventId = (event: string): string => {
  const hex = createHash('sha256').update(event).digest('hex').toUpperCase()
  return `WH-${hex.slice(0, 17)}-${hex.slice(17, 34)}`
}
