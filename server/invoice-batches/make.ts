import { decimalText, type Currency } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { keepDrafts } from '#server/invoices/create.ts'
import { scheduleInvoice } from '#server/invoice-store/schedule.ts'
import type { CheckedInvoice, GoodInvoice } from './check.ts'
import type { Ending } from './queries.ts'

/** The sums of good invoices in minor units as text, by currency. */
export type Totals = Partial<Record<Currency, string>>

/**
 * Makes what can be made of some checked invoices, in the order of their numbers: two that make the same at once wait for each other
 * in one order. What is to be sent is planned for the next moment, so that a job draws and sends it. Returns what became of each
 * place.
 */
export async function makeInvoices(ctx: Ctx, checked: readonly CheckedInvoice[]): Promise<Map<number, Ending>> {
  const endings = new Map(checked.map(({ place, outcome }) => [place, endingOf(outcome)]))
  const good = checked
    .flatMap(({ outcome }) => ('good' in outcome ? [outcome.good] : []))
    .toSorted((a, b) => (a.number < b.number ? -1 : 1))
  keepDrafts(
    ctx,
    good.map(({ draft }) => draft),
  )
  const sendAt = new Date(ctx.now.getTime() + 1_000)
  for (const { draft, send } of good) if (send) await scheduleInvoice(ctx, draft, sendAt)
  return endings
}

function endingOf(outcome: CheckedInvoice['outcome']): Ending {
  if ('good' in outcome) return { state: 'made', invoice_ref: outcome.good.draft.invoice_ref }
  return 'known' in outcome ? { state: 'known' } : { state: 'failed', faults: outcome.faults }
}

/** The good ones, whether they are made now or were before. */
export const goodOnes = (checked: readonly CheckedInvoice[]): GoodInvoice[] =>
  checked.flatMap(({ outcome }) => ('good' in outcome ? [outcome.good] : 'known' in outcome ? [outcome.known] : []))

export function totalsOf(good: readonly GoodInvoice[]): Totals {
  const sums = new Map<Currency, bigint>()
  for (const { currency, amountMinor } of good) sums.set(currency, (sums.get(currency) ?? 0n) + amountMinor)
  return Object.fromEntries([...sums].map(([currency, minor]) => [currency, minor.toString()]))
}

/** What a person sees of a good one before it is made. */
export const glimpseOf = ({ number, customer, currency, amountMinor }: GoodInvoice) => ({
  invoice_number: number,
  customer_name: customer,
  amount: decimalText(amountMinor, currency),
  currency,
})
