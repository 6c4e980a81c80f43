import { Agent, request } from 'undici'
import type { Alarms } from './alarms.ts'
import { type Book, scenarioOf } from './book.ts'
import { type CallbackManner, mannerOf } from './cards.ts'
import type { EffectRecord, Line, OperationRecord } from './records.ts'
import { signatureHeader, signCallback } from './signature.ts'
import type { OperationView, Views } from './views.ts'

/** Delivers the event of each effect to the callback_url of its payment, until that answers 2xx or a day has passed. */
export interface Callbacks {
  /** Sends the event of an effect when it is due. */
  tell: (effect: EffectRecord) => void
  close(): Promise<void>
}
interface Event {
  /** The same in each delivery of the event. */
  id: string
  /** `<kind>.<status>`, such as 'payment.captured'. */
  type: string
  key: string
  at: string
  payment: OperationView
}

export interface CallbacksParts {
  book: Book
  append: (line: Line) => Promise<void>
  alarms: Alarms
  now: () => Date
  delayMs: number
  secret: Buffer
  views: Views
}

export function callbacks({ book, append, alarms, now, delayMs, secret, views }: CallbacksParts): Callbacks {
  const agent = new Agent({ connections: 16, connect: { timeout: 3_000 }, headersTimeout: 10_000, bodyTimeout: 5_000 })
  const stopping = new AbortController()

  function tell(effect: EffectRecord): void {
    const operation = operationOf(effect)
    const url = operation && callbackUrlOf(operation)
    if (!operation || !url) return
    const manner = mannerOfCallbacks(operation, effect)
    const event = eventOf(operation, effect)
    const due = new Date(effect.at).getTime() + heldBackMs(manner, effect)
    const send = manner === 'never' ? () => abandon(event) : () => deliver({ event, url, copies, attempt: 1 })
    const copies = manner === 'thrice' ? 3 : 1
    alarms.at(new Date(due), send)
    if (effect.type === 'settlement' && effect.callbacks === 'reversed') {
      const beginning = { event: eventOf(operation, operation), url, copies: 1, attempt: 1 }
      alarms.at(new Date(due + 2 * delayMs), () => deliver(beginning))
    }
  }

  const abandon = (event: Event): Promise<void> =>
    append({ type: 'delivery', at: now().toISOString(), event: event.id, result: 'abandoned' })

  const operationOf = (effect: EffectRecord): OperationRecord | undefined =>
    effect.type === 'settlement' ? book.operation(effect.key)?.record : effect
  const callbackUrlOf = (operation: OperationRecord): string | undefined =>
    operation.type === 'payment' ? operation.callback_url : book.payment(operation.payment_key)?.record.callback_url
  const mannerOfCallbacks = (operation: OperationRecord, effect: EffectRecord): CallbackManner | undefined =>
    (effect.type === 'settlement' ? effect.callbacks : undefined) ?? mannerOf(scenarioOf(book, operation)).callbacks

  /** Reversed: the pending event comes well after the final event. Late: the final event comes late. */
  function heldBackMs(manner: CallbackManner | undefined, effect: EffectRecord): number {
    if (manner === 'reversed' && effect.type !== 'settlement' && effect.settles) return 2 * delayMs
    if (manner === 'late' && effect.type === 'settlement') return lateDelays * delayMs
    return 0
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const { event, copies, attempt } = delivery
    const taken = await post(delivery)
    if (stopping.signal.aborted) return
    const age = now().getTime() - new Date(event.at).getTime()
    if (taken && copies > 1) return deliver({ ...delivery, copies: copies - 1 })
    if (taken || age > abandonAfterMs) {
      const result = taken ? 'delivered' : 'abandoned'
      return append({ type: 'delivery', at: now().toISOString(), event: event.id, result })
    }
    const wait = retrySeconds[Math.min(attempt, retrySeconds.length) - 1] ?? 0
    const next = new Date(now().getTime() + wait * 1000)
    alarms.at(next, () => deliver({ ...delivery, attempt: attempt + 1 }))
  }

  async function post({ event, url }: Delivery): Promise<boolean> {
    const body = JSON.stringify(event)
    const signature = signCallback({ secret, at: now(), body })
    try {
      const answer = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [signatureHeader]: signature },
        body,
        dispatcher: agent,
        signal: stopping.signal,
      })
      await answer.body.dump({ limit: 65_536, signal: stopping.signal })
      return answer.statusCode >= 200 && answer.statusCode < 300
    } catch {
      return false
    }
  }

  function eventOf(operation: OperationRecord, effect: EffectRecord): Event {
    const payment = effect.type === 'settlement' ? views.settled(operation, effect) : views.first(operation)
    return { id: effect.event, type: `${operation.type}.${payment.status}`, key: operation.key, at: effect.at, payment }
  }

  return {
    tell,
    async close() {
      stopping.abort()
      await agent.destroy()
    },
  }
}

interface Delivery {
  event: Event
  url: string
  /** The number of deliveries that remain. */
  copies: number
  attempt: number
}

/** Waits after the first, second … attempt that failed; the last one repeats. */
const retrySeconds = [0, 1, 2, 5, 10, 30, 60, 120, 300]
const abandonAfterMs = 24 * 3_600_000
/** A late event comes this many delays after the settlement: 30 s by default. */
const lateDelays = 20
