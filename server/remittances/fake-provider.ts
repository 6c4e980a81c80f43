import { rateOf } from '#contract/exchange-rates.ts'
import type { Provider } from '#server/providers/provider.ts'
import type { RemittanceOutcome, RemittanceRequest, Remittances } from '#server/providers/remittances.ts'

/** A provider for tests that says what it is told to, and counts what it was asked: each key is paid once, whatever is asked again. */
export function fakeProvider() {
  const paid = new Map<string, RemittanceRequest>()
  const fake = {
    /** The reference rate by `from` and `to`; null says nothing. */
    rates: { 'JPY USD': '0.0066525', 'USD KRW': '1391.25' } as Record<string, string | null>,
    quoteMinutes: 30,
    now: () => new Date(0),
    /** What it answers to a request that it takes; a request without one is paid. */
    answers: new Map<string, RemittanceOutcome>(),
    /** It takes the request, and its answer is lost. */
    silent: false,
    /** The request never reaches it. */
    lost: false,
    quotes: 0,
    sent: [] as RemittanceRequest[],
    paid,
  }
  const known = (key: string, { to }: RemittanceRequest): RemittanceOutcome =>
    fake.answers.get(key) ?? { kind: 'paid', providerRef: `P${key}`, amountMinor: to.amountMinor }
  const remittances: Remittances = {
    quote({ from, to }) {
      fake.quotes += 1
      const reference = fake.rates[`${from} ${to}`]
      if (!reference || rateOf(reference) === null) return Promise.resolve({ kind: 'silent', why: 'no rate' })
      const at = fake.now()
      return Promise.resolve({
        kind: 'quoted',
        quoteRef: `Q${fake.quotes}`,
        reference,
        at,
        expiresAt: new Date(at.getTime() + fake.quoteMinutes * 60_000),
      })
    },
    send(request) {
      if (fake.lost) return Promise.resolve({ kind: 'unknown', why: 'no answer' })
      fake.sent.push(request)
      const outcome = known(request.key, request)
      if (outcome.kind !== 'quote_expired' && outcome.kind !== 'unavailable')
        paid.set(request.key, paid.get(request.key) ?? request)
      return Promise.resolve(fake.silent ? { kind: 'unknown', why: 'no answer' } : outcome)
    },
    status({ key }) {
      const request = paid.get(key)
      return Promise.resolve(request ? known(key, request) : { kind: 'absent' })
    },
  }
  return { fake, provider: { remittances } as Provider }
}
