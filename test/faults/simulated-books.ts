import { dayAfter } from '#contract/kit/zoned-day.ts'
import type { FlawKind } from '#server/providers/simulator/settlement/records.ts'
import type { Booked } from '#server/settlements/fixtures.ts'

export const firstDay = '2026-09-01'
export interface Payment {
  key: string
  kind: FlawKind | 'ordinary'
  day: string
  amount: number
  isRefunded: boolean
}

/** One payment for each fault and day, and one more that is refunded; the day after has one too, so that no payout is less than nothing. */
export const paymentsOf = (days: number, faults: readonly FlawKind[]): Payment[] =>
  Array.from({ length: days + 1 }, (_, at) => dayAfter(firstDay, at)).flatMap((day, at) =>
    [...(at < days ? faults : []), 'ordinary' as const].map((kind, nth) => ({
      key: `${day}-${kind}`,
      kind,
      day,
      amount: 100_000 + at * 1_000 + nth * 37,
      isRefunded: kind === 'ordinary' && at < days,
    })),
  )
export const paidAt = ({ day }: Payment) => new Date(`${day}T09:00:00Z`)
export const refundedAt = ({ day }: Payment) => new Date(`${day}T15:00:00Z`)
export const refundMinor = 1_234

/** As it is booked at its capture: with the fee and tax that were agreed. */
export function bookedOf(payment: Payment): Booked[] {
  const { key, amount, isRefunded } = payment
  const fee = Math.round((amount * 29) / 1_000) + 30
  const paid = { ref: key, merchantRef: `order-${key}`, providerRef: `pay_${key}`, amount, fee, tax: Math.round((fee * 8) / 100), at: paidAt(payment).toISOString() } // prettier-ignore
  if (!isRefunded) return [paid]
  const refund = {
    ref: `r-${key}`,
    merchantRef: `order-${key}`,
    providerRef: `ref_${key}`,
    amount: refundMinor,
    refunds: key,
  } as const
  return [paid, { ...refund, type: 'refund', at: refundedAt(payment).toISOString() }]
}

/** What the lines of the files come to for each account of the ledger, in minor units. */
export function booksOf(files: readonly string[], payments: readonly Payment[]): Record<string, number> {
  const totals: Record<string, number> = {}
  const add = (name: string, currency: string, minor: number) => {
    const key = `${name} ${currency}`
    totals[key] = (totals[key] ?? 0) + minor
  }
  const minorOf = (text: string | undefined) => Math.round(Number(text) * 100)
  const known = new Map(payments.map((payment) => [payment.key, payment]))
  const seen = new Set<string>()
  for (const row of files.flatMap((file) => file.trimEnd().split('\r\n').slice(1))) {
    const cells = row.split(',')
    const [id = '', type, , reference = '', , , , gross, fee, tax, passedOn, net, currency = ''] = cells
    if (type === 'payout') {
      add('bank:SIMULATOR', currency, -minorOf(net))
      continue
    }
    const payment = known.get(reference.replace(/^r-/, ''))
    const isMatched = type !== 'fee' && payment !== undefined && !notMatched.has(payment.kind) && !seen.has(id)
    seen.add(id)
    const charges = -minorOf(fee) - minorOf(tax)
    if (type === 'fee') add('provider_costs:SIMULATOR', currency, -minorOf(net))
    else if (!isMatched) add('recon_suspense', currency, -minorOf(net))
    else if (type === 'refund') {
      add('provider_costs:SIMULATOR', currency, charges - minorOf(passedOn))
      add('psp_receivable:SIMULATOR', currency, -minorOf(gross))
    } else {
      const [booked] = bookedOf(payment)
      const off = minorOf(gross) - payment.amount
      add('provider_costs:SIMULATOR', currency, -minorOf(passedOn))
      add('psp_receivable:SIMULATOR', currency, -payment.amount)
      add('recon_suspense', currency, -off + charges - (booked?.fee ?? 0) - (booked?.tax ?? 0))
    }
  }
  for (const payment of payments) add('psp_receivable:SIMULATOR', 'EUR', payment.amount - (payment.isRefunded ? refundMinor : 0)) // prettier-ignore
  return Object.fromEntries(Object.entries(totals).filter(([, total]) => total !== 0))
}
/** Faults after which the line of a payment is matched with nothing. */
const notMatched: ReadonlySet<string> = new Set(['other_currency', 'references_lost', 'row_contradicted'])
