import type { Alarms } from './alarms.ts'
import { type Book, capturableMinor, refundableMinor } from './book.ts'
import { type DeclineCode, type Fate, type Manner, mannerOf } from './cards.ts'
import { type MandateUse, type Means, meansOf, type Method, newGrant, newPage, newRef, takesDays } from './means.ts'
import { type Answer as OnceAnswer, digestOf, digestOfRequest, newEventId, onceIn } from './once.ts'
import { actOn, cancelled, expired, isWaiting, type PayerAct } from './payer.ts'
import type {
  EffectRecord, Line, MovementRecord, OperationRecord, PaymentRecord, SettlementRecord, Status,
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
  method: Method
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
  mandate?: MandateUse | undefined
  simulated_at?: string | undefined
  account?: string | undefined
  country?: string | undefined
}
interface MovementRequest {
  kind: 'capture' | 'refund'
  payment_key: string
  amount_minor: string
  currency: string
}

export type Answer = OnceAnswer<OperationView>

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

  const once = onceIn(parts)
  const doing = <Record extends OperationRecord>(key: string, decide: () => Record) => ({
    known: book.operation(key)?.record,
    decide,
    done(record: OperationRecord) {
      onEffect(record)
      settleLater(record)
    },
    view: views.first,
  })

  function pay(key: string, request: PaymentRequest): Promise<Answer> {
    const means = meansOf(book, request, now())
    const { method, scenario, card, refusal, of } = means
    const { token, mandate: use, simulated_at, account, country } = request
    const digest = digestOfRequest('payment', request)
    return once(
      { key, digest, manner: mannerOf(scenario) },
      doing(key, (): PaymentRecord => {
        const own = fresh(key, digest, request)
        return {
          type: 'payment',
          ...own,
          ...(refusal ? declined(refusal) : begun(request, means)),
          capture: request.capture,
          callback_url: request.callback_url,
          scenario,
          method,
          description: request.description,
          return_url: request.return_url,
          ...(request.expires_at && { expires_at: request.expires_at }),
          ...(token !== undefined && { token }),
          ...(request.bank && { bank: request.bank }),
          ...(card && { card }),
          ...(use && 'set_up' in use && { mandate: { page: newPage(), grant: newGrant(means, own.ref) } }),
          ...(use && 'token' in use && of && { mandate: { of, off_session: use.off_session } }),
          ...(simulated_at && { simulated_at }),
          ...(account && { account }),
          ...(country && { country }),
        }
      }),
    )
  }

  /**
   * A card is charged at once unless its bank asks first, and so is what nobody is there to act on; with every other method the
   * payer has to act.
   */
  function begun(request: PaymentRequest, { scenario, card, offSession, method }: Means): Beginning {
    const manner = mannerOf(scenario)
    if (request.expires_at && new Date(request.expires_at) <= now()) return { status: 'expired' }
    const success = request.capture && !manner.authoriseOnly ? 'captured' : 'authorised'
    const { later, decline } = manner.payment ?? {}
    if (offSession) return ended({ ...manner.payment, ...(takesDays(method) && { later: true }) }, success)
    if (card && manner.authentication !== 'challenge') return ended(manner.payment ?? {}, success)
    if (!card && decline && !later) return ended(manner.payment ?? {}, success)
    const page = newPage()
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
    return once(
      { key, digest, manner },
      doing(key, (): MovementRecord => {
        const refusal = refusalOf(request)
        const fate = kind === 'refund' ? (manner.refund ?? {}) : {}
        const end = refusal ? declined(refusal) : ended(fate, 'succeeded')
        return { type: kind, ...fresh(key, digest, request), ...end, payment_key }
      }),
    )
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
    ref: newRef(),
    event: newEventId(),
    amount_minor,
    currency,
  })

  function ended({ decline, later }: Fate, success: Status): Pick<OperationRecord, 'status' | 'decline' | 'settles'> {
    const end = decline ? declined(decline) : { status: success }
    return later ? { status: 'pending', settles: { at: whenSettled(), ...end } } : end
  }

  /** When what is pending at a bank from now on comes to its end. */
  const whenSettled = (): string => new Date(now().getTime() + delayMs).toISOString()

  /** The payer's word where the bank takes its time after it; a refusal ends the payment at once. */
  const atTheBank = ({ status, decline, ...told }: Settling): Settling => ({
    ...told,
    status: 'pending',
    settles: { at: whenSettled(), status, ...(decline && { decline }) },
  })

  function settleLater(record: OperationRecord, settles = record.settles): void {
    const { key } = record
    if (settles) alarms.at(new Date(settles.at), async () => void (await settle(key, settles)))
    else if (record.type === 'payment' && record.status === 'pending' && record.expires_at)
      alarms.at(new Date(record.expires_at), async () => void (await settle(key, expired)))
  }

  /** The end of what is pending; false when it had come already. */
  async function settle(key: string, end: Settling, { evenOver = false } = {}): Promise<boolean> {
    const operation = book.operation(key)
    if (!operation || (operation.status !== 'pending' && !evenOver)) return false
    const { status, decline, settles } = end
    const { paid_by = operation.paidBy, callbacks = operation.callbacks } = end
    const effect: SettlementRecord = {
      type: 'settlement',
      at: now().toISOString(),
      key,
      event: newEventId(),
      status,
      ...(decline && { decline }),
      ...(settles && { settles }),
      ...(paid_by && { paid_by }),
      ...(callbacks && { callbacks }),
    }
    await append(effect)
    onEffect(effect)
    if (settles) settleLater(operation.record, settles)
    return true
  }

  return {
    pay,
    move,
    async act(key, act) {
      const payment = book.payment(key)
      const end = payment && actOn(payment, act)
      if (!end) return false
      const slow = act.act !== 'decline' && takesDays(payment.record.method ?? { type: 'CARD', sub_type: '' })
      return settle(key, slow ? atTheBank(end) : end, { evenOver: true })
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
      for (const { record, status, settles } of book.operations())
        if (status === 'pending') settleLater(record, settles)
    },
  }
}

type Settling = Pick<SettlementRecord, 'status' | 'decline' | 'settles' | 'paid_by' | 'callbacks'>
type Beginning = Pick<PaymentRecord, 'status' | 'decline' | 'settles' | 'page' | 'shown'>

const declined = (decline: DeclineCode) => ({ status: 'declined', decline }) as const
