import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { type Book, capturableMinor, type Operation, refundableMinor } from './book.ts'
import { type DeclineCode, type Fate, type Manner, mannerOf } from './cards.ts'
import type { EffectRecord, Line, MovementRecord, OperationRecord, PaymentRecord, Status } from './records.ts'
import type { Alarms } from './alarms.ts'
import { firstView, type OperationView } from './views.ts'

/**
 * Payments, captures and refunds, each done once per key. An answer is on disk before it is given. Deciding and
 * entering in the book happen without a pause in between, so that of two requests at once the second sees the first.
 */
export interface Payments {
  pay(key: string, request: PaymentRequest): Promise<Answer>
  move(key: string, request: MovementRequest): Promise<Answer>
  /** Takes up what was pending when the process ended. */
  resume(): void
}
interface PaymentRequest {
  amount_minor: string
  currency: string
  token: string
  capture: boolean
  description: string
  callback_url: string
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
  /** Told of each effect once it is on disk. */
  onEffect: (effect: EffectRecord) => void
}

export function payments(parts: PaymentsParts): Payments {
  const { book, append, durable, alarms, now, delayMs, onEffect } = parts

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
    return { kind: 'done', view: firstView(record), replayed: false, delivery: deliveryOf(manner) }
  }

  /** The first request may still be on its way to the disk. */
  async function replay({ record }: Operation, digest: string): Promise<Answer> {
    if (record.digest !== digest) return { kind: 'key_reused' }
    await durable()
    return { kind: 'done', view: firstView(record), replayed: true, delivery: 'answer' }
  }

  function pay(key: string, request: PaymentRequest): Promise<Answer> {
    const card = book.token(request.token, now())
    const manner = mannerOf(card?.scenario ?? 'success')
    const { amount_minor, currency, token, capture, description, callback_url } = request
    const digest = digestOf(['payment', amount_minor, currency, token, capture, description, callback_url])
    return once(key, digest, manner, (): PaymentRecord => {
      const success = request.capture && !manner.authoriseOnly ? 'captured' : 'authorised'
      return {
        type: 'payment',
        ...fresh(key, digest, request),
        ...(card ? ended(manner.payment ?? {}, success) : declined('token_invalid')),
        capture: request.capture,
        callback_url: request.callback_url,
        token: request.token,
        scenario: card?.scenario ?? 'success',
        ...(card ? { card: { brand: card.brand, masked: card.masked } } : {}),
      }
    })
  }

  async function move(key: string, request: MovementRequest): Promise<Answer> {
    const { kind, payment_key, amount_minor, currency } = request
    const payment = book.payment(payment_key)
    if (payment && payment.record.currency !== currency) return { kind: 'currency_mismatch' }
    const manner = mannerOf(payment?.record.scenario ?? 'success')
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

  function settleLater({ key, settles }: OperationRecord): void {
    if (settles) alarms.at(new Date(settles.at), () => settle(key))
  }

  async function settle(key: string): Promise<void> {
    const operation = book.operation(key)
    if (operation?.status !== 'pending' || !operation.record.settles) return
    const { status, decline } = operation.record.settles
    const at = now().toISOString()
    const effect: EffectRecord = {
      type: 'settlement',
      at,
      key,
      event: newEventId(),
      status,
      ...(decline ? { decline } : {}),
    }
    await append(effect)
    onEffect(effect)
  }

  return {
    pay,
    move,
    resume() {
      for (const { record, status } of book.operations()) if (status === 'pending') settleLater(record)
    },
  }
}

const declined = (decline: DeclineCode) => ({ status: 'declined', decline }) as const
const newEventId = (): string => `evt_${randomUUIDv7()}`
const deliveryOf = ({ answer }: Manner): 'answer' | 'never' | 'error' =>
  answer === 'never' ? 'never' : answer === 'error-after' ? 'error' : 'answer'

const digestOf = (parts: readonly (string | boolean)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')
