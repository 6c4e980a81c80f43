import { z } from 'zod'
import { currency as currencyCode } from '#contract/kit/wire.ts'
import type {
  KnownRemittance, Quoted, RemittanceCallback, RemittanceOutcome, Remittances, SettlementCallback,
} from '../../remittances.ts' // prettier-ignore
import { destinationBody, type Exchange, Reason, whyOf } from '../bank/adapter.ts'
import { bankStatuses } from '../bank/manners.ts'

/** The simulator as what a provider does for remittances. */
export function simulatorRemittances(exchange: Exchange): Remittances {
  async function outcome(
    path: string,
    asked: { key: string; body?: object },
    signal: AbortSignal,
  ): Promise<RemittanceOutcome> {
    const answer = await exchange(path, asked, signal)
    if ('silent' in answer) return { kind: 'unknown', why: answer.silent }
    const { status, code } = answer
    if (status === 404 && code === 'operation_not_found') return { kind: 'absent' }
    if (status === 409 && code === 'quote_expired') return { kind: 'quote_expired' }
    const remittance = RemittanceAnswer.safeParse(answer.json)
    if (remittance.success && remittance.data.key === asked.key) return knownRemittance(remittance.data)
    return { kind: 'unknown', why: `answered ${status}${code ? ` ${code}` : ''}` }
  }

  return {
    async quote({ from, to }, signal): Promise<Quoted> {
      const answer = await exchange('/v1/quotes', { key: `${from}-${to}`, body: { from, to } }, signal)
      if ('silent' in answer) return { kind: 'silent', why: answer.silent }
      const quote = QuoteAnswer.safeParse(answer.json)
      if (!quote.success || quote.data.from !== from || quote.data.to !== to)
        return { kind: 'silent', why: `answered ${answer.status}` }
      const { quote_ref, reference, at, expires_at } = quote.data
      return { kind: 'quoted', quoteRef: quote_ref, reference, at: new Date(at), expiresAt: new Date(expires_at) }
    },

    send: ({ key, quoteRef, from, to, account, purpose, callbackUrl }, signal) => {
      const body = {
        quote_ref: quoteRef,
        from: moneyBody(from),
        to: moneyBody(to),
        account: destinationBody(account),
        purpose,
        callback_url: callbackUrl,
      }
      return outcome('/v1/remittances', { key, body }, signal)
    },

    status: ({ key }, signal) => outcome(`/v1/remittances/${encodeURIComponent(key)}`, { key }, signal),

    async settleNow({ merchantKey }, signal) {
      const answer = await exchange(
        '/v1/settlements/now',
        { key: merchantKey, body: { merchant: merchantKey } },
        signal,
      )
      if ('silent' in answer) throw new Error(answer.silent)
      if (answer.status !== 200) throw new Error(`answered ${answer.status} ${answer.code ?? ''}`)
    },
  }
}

const moneyBody = ({ currency, amountMinor }: { currency: string; amountMinor: bigint }) => ({
  currency,
  amount_minor: String(amountMinor),
})

function knownRemittance(told: z.infer<typeof RemittanceAnswer>): KnownRemittance {
  const { ref: providerRef, status, amount_minor, returned_minor, reason } = told
  if (status === 'failed') return { kind: 'failed', providerRef, ...whyOf(reason) }
  const amountMinor = BigInt(amount_minor)
  if (status !== 'returned') return { kind: status, providerRef, amountMinor }
  return { kind: 'returned', providerRef, amountMinor, returnedMinor: BigInt(returned_minor), ...whyOf(reason) }
}

/** A call-back about a remittance or what is settled; null for one in no form of these. */
export function remittanceCallback(
  json: unknown,
): RemittanceCallback | SettlementCallback | { kind: 'forged'; why: string } | null {
  const told = RemittanceEvent.safeParse(json)
  if (!told.success) return null
  const { id, key, at } = told.data
  if ('remittance' in told.data) {
    const { remittance } = told.data
    return remittance.key === key
      ? { kind: 'remittance', id, key, at, outcome: knownRemittance(remittance) }
      : { kind: 'forged', why: 'a remittance of another key' }
  }
  const { ref, currency, settled_on: settledOn, lines } = told.data.settlement
  return {
    kind: 'settlement',
    id,
    providerRef: ref,
    currency,
    settledOn,
    lines: lines.map(({ gross_minor, net_minor, ...line }) => ({
      ...line,
      grossMinor: BigInt(gross_minor),
      netMinor: BigInt(net_minor),
    })),
    at,
  }
}

const Minor = z.string().regex(/^\d{1,18}$/)
const QuoteAnswer = z.strictObject({
  kind: z.literal('quote'),
  quote_ref: z.string().min(1),
  from: currencyCode,
  to: currencyCode,
  reference: z.string().regex(/^\d{1,10}(\.\d{1,10})?$/),
  at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})
const RemittanceAnswer = z.strictObject({
  kind: z.literal('remittance'),
  key: z.string(),
  ref: z.string(),
  status: z.enum(bankStatuses),
  amount_minor: Minor,
  currency: currencyCode,
  returned_minor: Minor,
  reason: Reason.nullable(),
})
const event = { id: z.string(), type: z.string(), key: z.string(), at: z.iso.datetime() }
const RemittanceEvent = z.union([
  z.strictObject({ ...event, remittance: RemittanceAnswer }),
  z.strictObject({
    ...event,
    settlement: z.strictObject({
      ref: z.string().min(1),
      currency: currencyCode,
      settled_on: z.iso.date(),
      lines: z.array(
        z.strictObject({
          kind: z.enum(['payment', 'refund']),
          ref: z.string().min(1),
          gross_minor: Minor,
          net_minor: z.string().regex(/^-?\d{1,18}$/),
        }),
      ),
    }),
  }),
])
