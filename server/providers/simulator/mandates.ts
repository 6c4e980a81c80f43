import { z } from 'zod'
import type { Alarms } from './alarms.ts'
import type { Book } from './book.ts'
import { callbackManners, type DeclineCode, mannerOf } from './cards.ts'
import { fateOf } from './courses.ts'
import type { Mandate } from './mandate-book.ts'
import { type MandateView, type MandateViews } from './mandate-views.ts'
import { type Means, meansOf, type Method, momentOf, newGrant, newPage, newRef, replacing } from './means.ts'
import { type Answer, digestOfRequest, newEventId, onceIn } from './once.ts'
import type { EffectRecord, Line, MandateChangeRecord, MandateEffect, MandateRecord } from './records.ts'

/** Mandates without money, what their holders and banks do, and their end. Each is set up once for a key. */
export interface Mandates {
  setUp(key: string, request: MandateRequest): Promise<Answer<MandateView>>
  /** How a mandate stands; undefined when there is none. */
  standing(key: string): Promise<MandateView | undefined>
  /** Ends a mandate, or the wait for its holder; how it stands then, or undefined when there is none. */
  revoke(key: string): Promise<MandateView | undefined>
  /** Performs an act of the holder or their bank; true when it changed the mandate. */
  act(key: string, act: HolderAct): Promise<boolean>
  /** Does what follows an effect of a payment with or by a mandate. */
  follow(effect: EffectRecord): void
  /** Takes up what was pending when the process ended. */
  resume(): void
}

/** The acts of a holder, and `replace` of their bank, and how the provider then sends its call-backs. */
export const HolderAct = z.strictObject({
  act: z.enum(['agree', 'refuse', 'revoke', 'replace']),
  callbacks: z.enum(callbackManners).optional(),
})
export type HolderAct = z.infer<typeof HolderAct>

interface MandateRequest {
  currency: string
  method: Method
  /** Of a card. */
  token?: string | undefined
  bank?: string | undefined
  payer_name: string
  description: string
  callback_url: string
  return_url: string
  expires_at: string | null
  simulated_at?: string | undefined
}
interface MandatesParts {
  book: Book
  append: (line: Line) => Promise<void>
  durable: () => Promise<void>
  alarms: Alarms
  now: () => Date
  delayMs: number
  onEffect: (effect: MandateEffect) => void
  views: MandateViews
}

export function mandates(parts: MandatesParts): Mandates {
  const { book, append, durable, alarms, now, delayMs, onEffect, views } = parts
  const once = onceIn(parts)

  function setUp(key: string, request: MandateRequest): Promise<Answer<MandateView>> {
    const means = meansOf(book, request, now())
    const { method, scenario } = means
    const { token, expires_at, simulated_at, description, callback_url, return_url } = request
    const digest = digestOfRequest('mandate', request)
    const known = book.mandates.mandate(key)?.record
    return once(
      { key, digest, manner: mannerOf(scenario) },
      {
        known: known?.type === 'mandate' ? known : undefined,
        decide(): MandateRecord {
          const ref = newRef()
          return {
            type: 'mandate',
            at: now().toISOString(),
            key,
            digest,
            ref,
            event: newEventId(),
            currency: request.currency,
            ...begun(request, means),
            method,
            ...(token !== undefined && { token }),
            scenario,
            grant: newGrant(means, ref),
            description,
            callback_url,
            return_url,
            ...(expires_at && { expires_at }),
            page: newPage(),
            ...(simulated_at && { simulated_at }),
          }
        },
        done(record) {
          onEffect(record)
          settleLater(record)
          const mandate = book.mandates.mandate(key)
          if (mandate) alarms.at(now(), () => follow(mandate, momentOf(record, now())))
        },
        view: views.first,
      },
    )
  }

  /** A card is good at once unless its bank asks first; with every other method its holder has to agree. */
  function begun(request: MandateRequest, { isCard, scenario, refusal }: Means): Beginning {
    if (request.expires_at && new Date(request.expires_at) <= now()) return { status: 'expired' }
    if (refusal) return { status: 'failed', decline: refusal }
    const { payment: { decline, later } = {}, authentication } = mannerOf(scenario)
    const end = decline ? ({ status: 'failed', decline } as const) : ({ status: 'active' } as const)
    if (later) return { status: 'pending', settles: { at: new Date(now().getTime() + delayMs).toISOString(), ...end } }
    if (decline) return end
    return isCard && authentication !== 'challenge' ? end : { status: 'pending' }
  }

  function settleLater({ key, status, settles, expires_at }: MandateRecord): void {
    if (status !== 'pending') return
    if (settles)
      alarms.at(
        new Date(settles.at),
        async () => void (await settle(key, { change: endOf(settles.status), decline: settles.decline })),
      )
    else if (expires_at) alarms.at(new Date(expires_at), async () => void (await settle(key, { change: 'expired' })))
  }

  /** The end of what is pending; false when it had come already. */
  async function settle(key: string, change: Change): Promise<boolean> {
    const mandate = book.mandates.mandate(key)
    if (mandate?.record.type !== 'mandate' || mandate.status !== 'pending') return false
    await enter(mandate, change)
    await follow(mandate, momentOf(mandate.record, now()))
    return true
  }

  async function enter({ record }: Mandate, { change, decline, grant, callbacks }: Change): Promise<void> {
    const effect: MandateChangeRecord = {
      type: 'mandate_change',
      at: now().toISOString(),
      key: record.key,
      event: newEventId(),
      change,
      ...(decline && { decline }),
      ...(grant && { grant }),
      ...(callbacks && { callbacks }),
    }
    await append(effect)
    onEffect(effect)
  }

  /** What a bank does by itself: it replaces the card, or tells that it ends soon. */
  async function follow(mandate: Mandate, moment: Date): Promise<void> {
    const { record, grant, status, chargedAlone, isReplaced } = mandate
    if (status !== 'active') return
    if (fateOf(record.scenario) === 'replaced' && chargedAlone && !isReplaced)
      await enter(mandate, { change: 'updated', grant: replacing(grant) })
    const { good_until: end } = mandate.grant
    if (end && !mandate.isEndTold && new Date(end).getTime() - moment.getTime() <= soonMs)
      await enter(mandate, { change: 'expiring' })
  }

  /** What stands for the whole of its time is asked by the charge, or the set-up, that was the newest. */
  const followNewest = (mandate: Mandate): void =>
    alarms.at(now(), () => follow(mandate, momentOf(mandate.chargedAlone ?? mandate.record, now())))

  async function standing(key: string): Promise<MandateView | undefined> {
    const mandate = book.mandates.mandate(key)
    const view = mandate && views.current(mandate)
    await durable()
    return view
  }

  return {
    setUp,
    standing,
    async revoke(key) {
      const mandate = book.mandates.mandate(key)
      const isOpen = mandate?.status === 'pending' || mandate?.status === 'active'
      if (mandate && isOpen) await enter(mandate, { change: 'revoked' })
      return standing(key)
    },
    async act(key, { act, callbacks }) {
      const mandate = book.mandates.mandate(key)
      if (!mandate) return false
      const told = callbacks && { callbacks }
      if (act === 'agree' || act === 'refuse') {
        if (!isWaiting(mandate)) return false
        const { decline = 'payer_declined' } = refusedBy(mandate)
        return settle(key, { ...(act === 'agree' ? { change: 'active' } : { change: 'failed', decline }), ...told })
      }
      if (mandate.status !== 'active') return false
      const grant = act === 'replace' ? { grant: replacing(mandate.grant) } : {}
      await enter(mandate, { change: act === 'replace' ? 'updated' : 'revoked', ...grant, ...told })
      return true
    },
    follow(effect) {
      const record = effect.type === 'settlement' ? book.operation(effect.key)?.record : effect
      if (record?.type !== 'payment' || !record.mandate) return
      const mandate = book.mandates.mandate('of' in record.mandate ? record.mandate.of : record.key)
      if (mandate) followNewest(mandate)
    },
    resume() {
      for (const mandate of book.mandates.all()) {
        if (mandate.record.type === 'mandate' && mandate.status === 'pending') settleLater(mandate.record)
        followNewest(mandate)
      }
    },
  }
}

/** Whether its holder has yet to agree on the page of the mandate; one that comes with a payment is agreed to on the payment's. */
export const isWaiting = ({ record, status }: Mandate): boolean =>
  record.type === 'mandate' && status === 'pending' && record.settles === undefined

const refusedBy = ({ grant }: Mandate): { decline?: DeclineCode } =>
  grant.brand ? { decline: 'authentication_failed' } : {}

/** The end of next month is at most so far away. */
const soonMs = 62 * 24 * 3_600_000
type Beginning = Pick<MandateRecord, 'status' | 'decline' | 'settles'>
type Change = Pick<MandateChangeRecord, 'change'> & {
  [field in 'decline' | 'grant' | 'callbacks']?: MandateChangeRecord[field] | undefined
}
const endOf = (status: MandateRecord['status']): 'active' | 'failed' => (status === 'active' ? 'active' : 'failed')
