import { fieldFault } from '#contract/faults.ts'
import type { MessageWay } from '#contract/messages.ts'
import type { InvoiceRow } from './queries.ts'

type Sent = Pick<InvoiceRow, 'email' | 'phone'> & {
  content: Pick<InvoiceRow['content'], 'notify_by_email' | 'notify_by_phone'>
}

/** The ways by which an invoice goes unless others are asked for: its own, else mail. */
export function ownWays({ content }: Pick<Sent, 'content'>): readonly [MessageWay, ...MessageWay[]] {
  if (!content.notify_by_phone) return ['email']
  return content.notify_by_email ? ['email', 'sms'] : ['sms']
}

/** The customer's address for a way, as messages are sent to it; empty where there is none. */
export const addressOf = ({ email, phone }: Pick<Sent, 'email' | 'phone'>, way: MessageWay): string =>
  way === 'email' ? email : phone.replaceAll(/[ ().-]/g, '')

/**
 * The ways by which an invoice goes to its customer: those that are asked for, else its own. Throws `recipientMissing` for a way
 * without an address.
 */
export function waysOf(invoice: Sent, asked: readonly MessageWay[] = ownWays(invoice)): readonly MessageWay[] {
  const missing = asked.find((way) => addressOf(invoice, way) === '')
  if (!missing) return asked
  const path = missing === 'email' ? 'customer.email' : 'customer.phone'
  throw fieldFault('recipientMissing', path, 'required', 'This is needed to send the invoice.')
}
