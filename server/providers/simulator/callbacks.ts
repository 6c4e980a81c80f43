import { Agent, request } from 'undici'
import type { Alarms } from './alarms.ts'
import { bankManners, mannerByName, type BankManner } from './bank/manners.ts'
import { isBankEffect, type BankEffect } from './bank/records.ts'
import { bankMessage } from './bank/views.ts'
import { type Book, scenarioOf } from './book.ts'
import { type CallbackManner, mannerOf } from './cards.ts'
import type { MandateView, MandateViews } from './mandate-views.ts'
import type { EffectRecord, Line, MandateEffect, OperationRecord, ToldEffect } from './records.ts'
import { remittanceManners, type RemittanceManner } from './remittance/manners.ts'
import { isRemittanceEffect, type RemittanceEffect } from './remittance/records.ts'
import { remittanceMessage } from './remittance/views.ts'
import { type Dialect, type DialectCallback, dialectOf } from './dialect.ts'
import { signatureHeader, signCallback } from './signature.ts'
import type { OperationView, Views } from './views.ts'

/** Delivers the event of each effect to the callback_url of its payment, until that answers 2xx or a day has passed. */
export interface Callbacks {
  /** Sends the event of an effect when it is due. */
  tell: (effect: ToldEffect) => void
  /** Sends what is no effect of the book, such as an approval. It is not sent again after a restart. */
  announce: (message: DialectCallback) => void
  close(): Promise<void>
}
type Event = {
  /** The same in each delivery of the event. */
  id: string
  /** `<kind>.<status>`, such as 'payment.captured', or what happened: 'mandate.updated'. */
  type: string
  key: string
  at: string
} & ({ payment: OperationView } | { mandate: MandateView })

export interface CallbacksParts {
  book: Book
  append: (line: Line) => Promise<void>
  alarms: Alarms
  now: () => Date
  delayMs: number
  secret: Buffer
  views: Views
  mandateViews: MandateViews
  /** Read at each effect: dialects are opened after the call-backs. */
  dialects: () => readonly Dialect[]
}

export function callbacks({
  book,
  append,
  alarms,
  now,
  delayMs,
  secret,
  views,
  mandateViews,
  dialects,
}: CallbacksParts): Callbacks {
  const agent = new Agent({ connections: 16, connect: { timeout: 3_000 }, headersTimeout: 10_000, bodyTimeout: 5_000 })
  const stopping = new AbortController()

  function tell(effect: ToldEffect): void {
    const told = toldOf(effect)
    if (!told || told.messages.length === 0) return
    const { messages, manner, begun } = told
    const due = new Date(effect.at).getTime() + heldBackMs(manner, effect)
    const copies = manner === 'thrice' ? 3 : 1
    const waiting = new Set(messages)
    const send = async () => {
      if (manner === 'never') return done(effect.event, 'abandoned')
      const ended = (message: Message) => (result: Result) =>
        waiting.delete(message) && waiting.size === 0 ? done(effect.event, result) : undefined
      for (const message of messages)
        void deliver({ message, at: effect.at, copies, attempt: 1, ended: ended(message) })
    }
    alarms.at(new Date(due), send)
    if (!begun || !('callbacks' in effect) || effect.callbacks !== 'reversed') return
    for (const message of begun.messages)
      alarms.at(new Date(due + 2 * delayMs), () =>
        deliver({ message, at: effect.at, copies: 1, attempt: 1, ended: (result) => done(begun.event, result) }),
      )
  }

  const done = (event: string, result: Result): Promise<void> =>
    append({ type: 'delivery', at: now().toISOString(), event, result })

  function toldOf(effect: ToldEffect): Told | undefined {
    if (isBankEffect(effect)) return toldOfBank(effect)
    if (isRemittanceEffect(effect)) return toldOfRemittance(effect)
    if (effect.type === 'mandate' || effect.type === 'mandate_change') return toldOfMandate(effect)
    const operation = operationOf(effect)
    if (!operation) return undefined
    const begun =
      effect.type === 'settlement' ? { event: operation.event, messages: messagesOf(operation, operation) } : undefined
    return { messages: messagesOf(operation, effect), manner: mannerOfCallbacks(operation, effect), begun }
  }

  function toldOfBank(effect: BankEffect): Told | undefined {
    const dialect = dialectOf(dialects(), effect.key)
    const own = dialect ? undefined : bankMessage(book.bank, effect)
    const messages = dialect?.bankCallbacksOf?.(effect) ?? (own ? [ownMessage(own.url, own.event)] : [])
    if (messages.length === 0) return undefined
    const named =
      effect.type === 'bank_deposit'
        ? mannerByName(effect.payer)
        : (book.bank.payout(effect.key)?.record.manner ?? 'plain')
    const { callbacks: manner }: BankManner = bankManners[named]
    return { messages, manner, begun: undefined }
  }

  function toldOfRemittance(effect: RemittanceEffect): Told | undefined {
    const own = remittanceMessage(book.remittances, effect)
    if (!own?.url) return undefined
    const remittance = effect.type === 'settled_word' ? undefined : book.remittances.remittance(effect.key)
    const { callbacks: manner }: RemittanceManner = remittanceManners[remittance?.record.manner ?? 'plain']
    return { messages: [ownMessage(own.url, own.event)], manner, begun: undefined }
  }

  function toldOfMandate(effect: MandateEffect): Told | undefined {
    const mandate = book.mandates.mandate(effect.key)
    if (!mandate) return undefined
    const { record } = mandate
    const messageOf = (about: MandateEffect) =>
      ownMessage(record.callback_url, {
        id: about.event,
        type: `mandate.${about.type === 'mandate' ? about.status : about.change}`,
        key: record.key,
        at: about.at,
        mandate: mandateViews.by(mandate, about),
      })
    const chosen = effect.type === 'mandate_change' ? effect.callbacks : undefined
    return {
      messages: [messageOf(effect)],
      manner: chosen ?? mannerOf(record.scenario).callbacks,
      begun: record.type === 'mandate' ? { event: record.event, messages: [messageOf(record)] } : undefined,
    }
  }

  function messagesOf(operation: OperationRecord, effect: EffectRecord): readonly Message[] {
    const dialect = dialectOf(dialects(), operation.key)
    if (dialect) return dialect.callbacksOf(operation, effect)
    const url = callbackUrlOf(operation)
    return url ? [ownMessage(url, eventOf(operation, effect))] : []
  }

  function ownMessage(url: string, event: Event | object): Message {
    const body = JSON.stringify(event)
    return { url, body, headers: () => ({ [signatureHeader]: signCallback({ secret, at: now(), body }) }) }
  }

  const operationOf = (effect: EffectRecord): OperationRecord | undefined =>
    effect.type === 'settlement' ? book.operation(effect.key)?.record : effect
  const callbackUrlOf = (operation: OperationRecord): string | undefined =>
    operation.type === 'payment' ? operation.callback_url : book.payment(operation.payment_key)?.record.callback_url
  const mannerOfCallbacks = (operation: OperationRecord, effect: EffectRecord): CallbackManner | undefined =>
    (effect.type === 'settlement' ? effect.callbacks : undefined) ?? mannerOf(scenarioOf(book, operation)).callbacks

  /** Reversed: the pending event comes well after the final event. Late: the final event comes late. */
  function heldBackMs(manner: CallbackManner | undefined, effect: ToldEffect): number {
    const isEnd = ends.has(effect.type)
    const isBegun =
      effect.type === 'bank_payout' || effect.type === 'remittance' || ('settles' in effect && effect.settles)
    if (manner === 'reversed' && !isEnd && isBegun) return 2 * delayMs
    if (manner === 'late' && (isEnd || effect.type === 'bank_deposit')) return lateDelays * delayMs
    return 0
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const { message, at, copies, attempt, ended } = delivery
    const taken = await post(message)
    if (stopping.signal.aborted) return
    const age = now().getTime() - new Date(at).getTime()
    if (taken && copies > 1) return deliver({ ...delivery, copies: copies - 1 })
    if (taken || age > abandonAfterMs) return ended(taken ? 'delivered' : 'abandoned')
    const wait = retrySeconds[Math.min(attempt, retrySeconds.length) - 1] ?? 0
    const next = new Date(now().getTime() + wait * 1000)
    alarms.at(next, () => deliver({ ...delivery, attempt: attempt + 1 }))
  }

  async function post({ url, body, headers }: Message): Promise<boolean> {
    try {
      const answer = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers() },
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
    announce(message) {
      alarms.at(now(), () =>
        deliver({ message, at: now().toISOString(), copies: 1, attempt: 1, ended: () => Promise.resolve() }),
      )
    },
    async close() {
      stopping.abort()
      await agent.destroy()
    },
  }
}

const ends: ReadonlySet<ToldEffect['type']> = new Set([
  'settlement',
  'mandate_change',
  'bank_change',
  'remittance_change',
])

type Message = DialectCallback
type Result = 'delivered' | 'abandoned'
interface Told {
  messages: readonly Message[]
  manner: CallbackManner | undefined
  /** Of an end: how its beginning was told. */
  begun: { event: string; messages: readonly Message[] } | undefined
}
interface Delivery {
  message: Message
  /** The time of the effect; a day later it is sent no more. */
  at: string
  /** The number of deliveries that remain. */
  copies: number
  attempt: number
  ended: (result: Result) => Promise<void> | undefined
}

/** Waits after the first, second … attempt that failed; the last one repeats. */
const retrySeconds = [0, 1, 2, 5, 10, 30, 60, 120, 300]
const abandonAfterMs = 24 * 3_600_000
/** A late event comes this many delays after the settlement: 30 s by default. */
const lateDelays = 20
