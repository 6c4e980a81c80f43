import { fieldFault } from '#contract/faults.ts'
import type { MessageWay } from '#contract/messages.ts'
import type { InvoiceRow } from './queries.ts'

type Sent = Pick<InvoiceRow, 'email' | 'phone'> & {
  content: Pick<InvoiceRow['content'], 'notify_by_email' | 'notify_by_phone'>
}

/**
 * The ways by which an invoice goes to its customer: those that are asked for, else its own, else mail. Throws `recipientMissing` for
 * a way without an address.
 */
export function waysOf(
  { email, phone, content }: Sent,
  asked?: readonly MessageWay[],
): readonly [MessageWay, ...MessageWay[]] {
  const own = [
    ...(content.notify_by_email ? ['email' as const] : []),
    ...(content.notify_by_phone ? ['sms' as const] : []),
  ]
  const [first = 'email', ...others] = asked ?? own
  const ways = [first, ...others] as const
  if (ways.includes('email') && email === '') throw missing('customer.email')
  if (ways.includes('sms') && phone === '') throw missing('customer.phone')
  return [first, ...others]
}
const missing = (path: string) =>
  fieldFault('recipientMissing', path, 'required', 'This is needed to send the invoice.')
