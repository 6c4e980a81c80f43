import type { Currency } from '#contract/kit/money.ts'
import type { Alarms } from '../alarms.ts'
import { changeBy, stepOf, type TakenStep } from '../bank/manners.ts'
import type { BankAct } from '../bank/requests.ts'
import type { Book } from '../book.ts'
import { newRef } from '../means.ts'
import { type Answer, digestOfRequest, newEventId, onceIn } from '../once.ts'
import type { Line } from '../records.ts'
import { remittanceMannerByName, remittanceManners, type RemittanceManner } from './manners.ts'
import { rateOfDay } from './rates.ts'
import type { QuoteRecord, RemittanceChangeRecord, RemittanceEffect, RemittanceRecord } from './records.ts'
import type { QuoteRequest, RemittanceBody } from './requests.ts'
import { firstView, type RemittanceView } from './views.ts'

/** Rates at which the simulator changes money, and what it brings to accounts abroad. Each remittance is made once for its key. */
export interface Remittances {
  quote(request: QuoteRequest): Promise<QuoteRecord>
  /** `lost`: the connection is cut, and nothing was seen. `quote_expired`: nothing was taken. */
  send(
    key: string,
    request: RemittanceBody,
  ): Promise<Answer<RemittanceView> | { kind: 'lost' } | { kind: 'quote_expired' }>
  /** What a person at the bank does with a remittance; false where it changes nothing. */
  act(key: string, act: BankAct): Promise<boolean>
  /** Takes up what was under way when the process ended. */
  resume(): void
}

export interface RemittancesParts {
  book: Book
  append: (line: Line) => Promise<void>
  durable: () => Promise<void>
  alarms: Alarms
  now: () => Date
  delayMs: number
  /** How long a quote may be used. */
  quoteMs: number
  /** Moves the rates. */
  seed: string
  onEffect: (effect: RemittanceEffect) => void
}

export function remittances(parts: RemittancesParts): Remittances {
  const { book, append, alarms, now, delayMs, quoteMs, seed, onEffect } = parts
  const once = onceIn(parts)

  async function quote({ from, to }: QuoteRequest): Promise<QuoteRecord> {
    const at = now()
    const record: QuoteRecord = {
      type: 'remittance_quote',
      at: at.toISOString(),
      ref: newRef(),
      from,
      to,
      reference: rateOfDay(from as Currency, to as Currency, { day: at.toISOString().slice(0, 10), seed }),
      expires_at: new Date(at.getTime() + quoteMs).toISOString(),
    }
    await append(record)
    return record
  }

  async function send(key: string, request: RemittanceBody): ReturnType<Remittances['send']> {
    const manner = remittanceMannerByName(request.account.holder)
    const { steps, answer, amount }: RemittanceManner = remittanceManners[manner]
    const known = book.remittances.remittance(key)?.record
    const refused = known || book.isKnown(key) ? undefined : refusalOf(key, request)
    if (refused) {
      if (refused.isFirst) await append({ type: 'remittance_refusal', at: now().toISOString(), key })
      return { kind: refused.kind }
    }
    const digest = digestOfRequest('remittance', request)
    const later = answer === 'never' || answer === 'error-after' ? { answer } : {}
    return once<RemittanceRecord, RemittanceView>(
      { key, digest, manner: later },
      {
        known,
        decide() {
          const { quote_ref, from, to, account, purpose, callback_url } = request
          const first = steps[0]
          const reason = first?.delays === 0 ? first.reason : undefined
          return {
            type: 'remittance',
            at: now().toISOString(),
            key,
            digest,
            ref: newRef(),
            event: newEventId(),
            quote_ref,
            from,
            to,
            pays_minor: amount === 'other' ? lessOne(to.amount_minor) : to.amount_minor,
            account: {
              type: account.type,
              country: account.country,
              holder: account.holder,
              number: account.type === 'CARD' ? account.number.slice(-4) : account.number,
              bank_code: account.bank_code,
            },
            purpose,
            manner,
            status: reason ? 'failed' : 'pending',
            ...(reason && { reason }),
            callback_url,
          }
        },
        done(record) {
          onEffect(record)
          follow(record)
        },
        view: firstView,
      },
    )
  }

  /** Why a request is not taken; `isFirst` of one that its holder's name has refused, and the next one is. */
  function refusalOf(
    key: string,
    { quote_ref, from, to, account }: RemittanceBody,
  ): { kind: 'lost' | 'failed' | 'quote_expired' | 'currency_mismatch'; isFirst?: true } | undefined {
    const { answer, quote: wish }: RemittanceManner = remittanceManners[remittanceMannerByName(account.holder)]
    const isFirst = !book.remittances.isRefused(key)
    if (answer === 'lost' && isFirst) return { kind: 'lost', isFirst }
    if (quote_ref) {
      const told = book.remittances.quote(quote_ref, now())
      if (!told) return { kind: 'quote_expired' }
      if (told.from !== from.currency || told.to !== to.currency) return { kind: 'currency_mismatch' }
      if (wish && isFirst) return { kind: 'quote_expired', isFirst }
    }
    return answer === 'error-before' && isFirst ? { kind: 'failed', isFirst } : undefined
  }

  /** Has the steps of a remittance happen when they are due, unless somebody at the bank acts before. */
  function follow(record: RemittanceRecord): void {
    if (record.status === 'failed') return
    const begun = new Date(record.at).getTime()
    const { steps }: RemittanceManner = remittanceManners[record.manner]
    for (const step of steps)
      alarms.at(new Date(begun + step.delays * delayMs), async () => void (await take(record.key, step)))
  }

  async function take(key: string, step: TakenStep): Promise<boolean> {
    const remittance = book.remittances.remittance(key)
    const changed = remittance && changeBy(step, { ...remittance, amountMinor: BigInt(remittance.record.pays_minor) })
    if (!changed) return false
    const change: RemittanceChangeRecord = {
      type: 'remittance_change',
      at: now().toISOString(),
      key,
      event: newEventId(),
      ...changed,
    }
    await append(change)
    onEffect(change)
    return true
  }

  return {
    quote,
    send,
    act: (key, act) => take(key, stepOf(act)),
    resume() {
      for (const { record, status } of book.remittances.remittances())
        if (status === 'pending' || status === 'paid') if (!record.past) follow(record)
    },
  }
}

/** A minor unit less, as long as there is more than one. */
const lessOne = (minor: string): string => (minor === '1' ? minor : String(BigInt(minor) - 1n))
