import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import type { OfferedMethod } from '#contract/methods.ts'
import type { Alarms } from './alarms.ts'
import { type Book, capturableMinor, type Operation, refundableMinor } from './book.ts'
import { type DeclineCode, type Fate, type Manner, mannerOf, scenarioOfName } from './cards.ts'
import { actOn, cancelled, expired, isWaiting, type PayerAct } from './payer.ts'
import type {
  EffectRecord, Line, MovementRecord, OperationRecord, PaymentRecord, SettlementRecord, Status, TokenRecord,
} from './records.ts' // prettier-ignore
import { shownFor } from './shown.ts'
import type { OperationView, Views } from './views.ts'

/**
 * Payments, captures and refunds, each done once per key. An answer is on disk before it is given. Deciding and
 * entering in the book happen without a pause in between, so that of two requests at once the second sees the first.
 */
export interface Payments {
  pay(key: string, request: PaymentRequest): Promise<Answer>
  move(key: string, request: MovementRequest): Promise<Answer>
  /** Performs an act of the payer on a page, at a counter or on a phone; true when it changed the payment. */
  act(key: string, act: PayerAct): Promise<boolean>
  /** Ends what waits for its payer; how the operation stands then, or undefined when there is none. */
  cancel(key: string, why: 'shopper' | 'time'): Promise<OperationView | undefined>
  /** Releases what is authorised and not captured; how the payment stands then, or undefined when there is none. */
  void(key: string): Promise<OperationView | undefined>
  /** Takes up what was pending when the process ended. */
  resume(): void
}
interface PaymentRequest {
  amount_minor: string
  currency: string
  method: { type: OfferedMethod; sub_type: string }
  /** Of a card. */
  token?: string | undefined
  phone?: string | undefined
  upi_id?: string | undefined
  plan_months?: number | undefined
  bank?: string | undefined
  payer_name: string
  capture: boolean
  description: string
  callback_url: string
  return_url: string
  expires_at: string | null
}
interface MovementRequest {
  kind: 'capture' | 'refund'
  payment_key: string
  amount_minor: string
  currency: string
}

export type Answer =
  | { kind: 'done'; view: OperationView; replayed: boolean; delivery: 'answer' | 'never' | 'error' }
  /** The 500 of a test card, with no effect. */
  | { kind: 'failed' }
  /** The key was used for another request. */
  | { kind: 'key_reused' }
  | { kind: 'currency_mismatch' }

export interface PaymentsParts {
  book: Book
  /** Writes a line and enters it in the book. */
  append: (line: Line) => Promise<void>
  durable: () => Promise<void>
  alarms: Alarms
  now: () => Date
  delayMs: number
  /** Called with each effect once it is on disk. */
  onEffect: (effect: EffectRecord) => void
  views: Views
}

export function payments(parts: PaymentsParts): Payments {
  const { book, append, durable, alarms, now, delayMs, onEffect, views } = parts

  async function once(key: string, digest: string, manner: Manner, decide: () => OperationRecord): Promise<Answer> {
    const known = book.operation(key)
    if (known) return replay(known, digest)
    const failedBefore = book.fault(key)
    if (failedBefore !== undefined && failedBefore !== digest) return { kind: 'key_reused' }
    if (manner.answer === 'error-before' && failedBefore === undefined) {
      await append({ type: 'fault', at: now().toISOString(), key, digest })
      return { kind: 'failed' }
    }
    const record = decide()
    await append(record)
    onEffect(record)
    settleLater(record)
    return { kind: 'done', view: views.first(record), replayed: false, delivery: deliveryOf(manner) }
  }

  /** The first request may still be on its way to the disk. */
  async function replay({ record }: Operation, digest: string): Promise<Answer> {
    if (record.digest !== digest) return { kind: 'key_reused' }
    await durable()
    return { kind: 'done', view: views.first(record), replayed: true, delivery: 'answer' }
  }

  function pay(key: string, request: PaymentRequest): Promise<Answer> {
    const { method, token } = request
    const byCard = method.type === 'INSTALLMENT' || (method.type === 'CARD' && method.sub_type !== 'ATM_CARD')
    const card = token === undefined ? undefined : book.token(token, now())
    const scenario = byCard ? (card?.scenario ?? 'success') : scenarioOfName(request.payer_name)
    const manner = mannerOf(scenario)
    const digest = digestOf(['payment', ...Object.values(request).map((value) => JSON.stringify(value) ?? '')])
    return once(key, digest, manner, (): PaymentRecord => ({
      type: 'payment',
      ...fresh(key, digest, request),
      ...(byCard && !card ? declined('token_invalid') : begun(request, manner, byCard ? card : undefined)),
      capture: request.capture,
      callback_url: request.callback_url,
      scenario,
      method,
      description: request.description,
      return_url: request.return_url,
      ...(request.expires_at && { expires_at: request.expires_at }),
      ...(token !== undefined && { token }),
      ...(request.bank && { bank: request.bank }),
      ...(card && { card: { brand: card.brand, masked: card.masked } }),
    }))
  }

  /** A card is charged at once unless its bank asks first; with every other method the payer has to act. */
  function begun(request: PaymentRequest, manner: Manner, card: TokenRecord | undefined): Beginning {
    if (request.expires_at && new Date(request.expires_at) <= now()) return { status: 'expired' }
    const success = request.capture && !manner.authoriseOnly ? 'captured' : 'authorised'
    const { later, decline } = manner.payment ?? {}
    if (card && manner.authentication !== 'challenge') return ended(manner.payment ?? {}, success)
    if (!card && decline && !later) return ended(manner.payment ?? {}, success)
    const page = randomBytes(18).toString('base64url')
    const shown = card ? undefined : shownFor(request, `${views.origin}/pages/${page}`)
    const itself = later ? ended(manner.payment ?? {}, success) : { status: 'pending' as const }
    return { ...itself, page, ...(shown && { shown }) }
  }

  async function move(key: string, request: MovementRequest): Promise<Answer> {
    const { kind, payment_key, amount_minor, currency } = request
    const payment = book.payment(payment_key)
    if (payment && payment.record.currency !== currency) return { kind: 'currency_mismatch' }
    const wished = mannerOf(payment?.record.scenario ?? 'success')
    const { refundAnswer } = wished
    const manner: Manner = kind === 'refund' && refundAnswer ? { ...wished, answer: refundAnswer } : wished
    const digest = digestOf([kind, payment_key, amount_minor, currency])
    return once(key, digest, manner, (): MovementRecord => {
      const refusal = refusalOf(request)
      const fate = kind === 'refund' ? (manner.refund ?? {}) : {}
      const end = refusal ? declined(refusal) : ended(fate, 'succeeded')
      return { type: kind, ...fresh(key, digest, request), ...end, payment_key }
    })
  }

  function refusalOf({ kind, payment_key, amount_minor }: MovementRequest): DeclineCode | undefined {
    const payment = book.payment(payment_key)
    if (!payment) return 'payment_not_found'
    if (kind === 'capture') return BigInt(amount_minor) > capturableMinor(payment) ? 'exceeds_authorised' : undefined
    return BigInt(amount_minor) > refundableMinor(payment) ? 'exceeds_captured' : undefined
  }

  const fresh = (
    key: string,
    digest: string,
    { amount_minor, currency }: { amount_minor: string; currency: string },
  ) => ({
    at: now().toISOString(),
    key,
    digest,
    ref: `sim_${randomBytes(12).toString('hex')}`,
    event: newEventId(),
    amount_minor,
    currency,
  })

  function ended({ decline, later }: Fate, success: Status): Pick<OperationRecord, 'status' | 'decline' | 'settles'> {
    const end = decline ? declined(decline) : { status: success }
    if (!later) return end
    const at = new Date(now().getTime() + delayMs).toISOString()
    return { status: 'pending', settles: { at, ...end } }
  }

  function settleLater(record: OperationRecord): void {
    const { key, settles } = record
    if (settles) alarms.at(new Date(settles.at), async () => void (await settle(key, settles)))
    else if (record.type === 'payment' && record.status === 'pending' && record.expires_at)
      alarms.at(new Date(record.expires_at), async () => void (await settle(key, expired)))
  }

  /** The end of what is pending; false when it had come already. */
  async function settle(key: string, end: Settling, { evenOver = false } = {}): Promise<boolean> {
    const operation = book.operation(key)
    if (!operation || (operation.status !== 'pending' && !evenOver)) return false
    const { status, decline, paid_by, callbacks } = end
    const effect: SettlementRecord = {
      type: 'settlement',
      at: now().toISOString(),
      key,
      event: newEventId(),
      status,
      ...(decline && { decline }),
      ...(paid_by && { paid_by }),
      ...(callbacks && { callbacks }),
    }
    await append(effect)
    onEffect(effect)
    return true
  }

  return {
    pay,
    move,
    async act(key, act) {
      const payment = book.payment(key)
      const end = payment && actOn(payment, act)
      return end ? settle(key, end, { evenOver: true }) : false
    },
    async cancel(key, why) {
      const payment = book.payment(key)
      if (!payment) return undefined
      if (isWaiting(payment)) await settle(key, why === 'time' ? expired : cancelled)
      await durable()
      return views.current(payment)
    },
    async void(key) {
      const payment = book.payment(key)
      if (!payment) return undefined
      if (payment.status === 'authorised' && payment.capturingMinor === 0n)
        await settle(key, cancelled, { evenOver: true })
      await durable()
      return views.current(payment)
    },
    resume() {
      for (const { record, status } of book.operations()) if (status === 'pending') settleLater(record)
    },
  }
}

type Settling = Pick<SettlementRecord, 'status' | 'decline' | 'paid_by' | 'callbacks'>
type Beginning = Pick<PaymentRecord, 'status' | 'decline' | 'settles' | 'page' | 'shown'>

const declined = (decline: DeclineCode) => ({ status: 'declined', decline }) as const
const newEventId = (): string => `evt_${randomUUIDv7()}`
const deliveryOf = ({ answer }: Manner): 'answer' | 'never' | 'error' =>
  answer === 'never' ? 'never' : answer === 'error-after' ? 'error' : 'answer'

const digestOf = (parts: readonly (string | boolean)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')
