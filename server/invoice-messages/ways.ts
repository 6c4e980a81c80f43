import { openInvoiceStates } from '#contract/invoice-states.ts'
import type { SkipReason } from '#contract/invoice-reminders.ts'
import type { MessageWay } from '#contract/messages.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { InvoiceRow } from '#server/invoice-store/queries.ts'
import { addressOf, ownWays } from '#server/invoice-store/recipients.ts'
import { addressKey, bouncedAddresses } from './queries.ts'

/** By which ways the customer is reminded, or why they are not. */
export async function waysToRemind(
  ctx: Ctx,
  invoice: InvoiceRow,
): Promise<{ ways: MessageWay[]; against: SkipReason | '' }> {
  if (invoice.status === 'voided') return { ways: [], against: 'voided' }
  if (!(openInvoiceStates as readonly string[]).includes(invoice.status)) return { ways: [], against: 'paid' }
  const addressed = ownWays(invoice).filter((way) => addressOf(invoice, way) !== '')
  if (addressed.length === 0) return { ways: [], against: 'no_address' }
  const bounced = await bouncedAddresses(ctx, invoice.invoice_ref)
  const ways = addressed.filter((way) => !bounced.has(addressKey(way, addressOf(invoice, way))))
  return { ways, against: ways.length === 0 ? 'bounced' : '' }
}
