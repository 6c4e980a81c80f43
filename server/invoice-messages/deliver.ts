import { limits } from '#contract/limits.ts'
import type { MessageWay } from '#contract/messages.ts'
import type { Language } from '#i18n/languages.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { InvoiceRow } from '#server/invoice-store/queries.ts'
import { addressOf } from '#server/invoice-store/recipients.ts'
import { sellerOf } from '#server/invoice-store/settings.ts'
import { sendMessage, sendMessageOnce } from '#server/messages/send.ts'
import { pdfOf } from './files.ts'
import { listInvoiceMessages } from './queries.ts'
import { toldOf } from './told.ts'
import { invoiceMessage, type MessageKind } from './words.ts'

/** What goes where, or went within the last minute. */
export interface InvoiceMessage {
  way: MessageWay
  recipient: string
  sent_at: Date
  message_id: string
}

interface Delivery {
  kind: MessageKind
  ways: readonly MessageWay[]
  /** Whether a mail carries the PDF, which can be drawn. */
  attached: boolean
  language: Language
  /** Further people who get the mail. */
  recipients?: readonly string[]
  /** A name under which each way is used once for good; without it a way is used once a minute. */
  once?: string
}

/**
 * Writes the messages about an invoice that the caller has locked, so that of several at once the second sees the first one's.
 * @returns the messages of each way, the new ones and those of the last minute.
 */
export async function deliver(ctx: Ctx, invoice: InvoiceRow, delivery: Delivery): Promise<InvoiceMessage[]> {
  const { kind, ways, once } = delivery
  const since = ctx.now.getTime() - limits.invoiceSentSeconds * 1_000
  const before = once ? [] : await listInvoiceMessages(ctx, invoice.invoice_ref, kind)
  const messages: InvoiceMessage[] = []
  for (const way of new Set(ways)) {
    const lately = before.filter((message) => message.way === way && message.at.getTime() > since)
    if (lately.length > 0)
      messages.push(...lately.map(({ recipient, at, message_id }) => ({ way, recipient, sent_at: at, message_id })))
    else
      for (const to of recipientsOf(invoice, way, delivery))
        messages.push(...(await write(ctx, invoice, { ...delivery, way, to })))
  }
  return messages
}

const recipientsOf = (invoice: InvoiceRow, way: MessageWay, { recipients = [] }: Delivery): Set<string> =>
  new Set([addressOf(invoice, way), ...(way === 'email' ? recipients : [])])

async function write(
  ctx: Ctx,
  invoice: InvoiceRow,
  { kind, way, to, attached, language, once }: Delivery & { way: MessageWay; to: string },
): Promise<InvoiceMessage[]> {
  const { invoice_ref: ref } = invoice
  const seller = invoice.seller ?? (await sellerOf(ctx))
  const message = {
    way,
    to,
    ...invoiceMessage(await toldOf(ctx, invoice, { attached }), { kind, way, language }),
    about: { type: 'invoice', ref },
    brand: { name: seller.legal_name, logo: seller.logo },
    attachments: way === 'email' && attached ? [pdfOf(invoice)] : [],
  }
  const message_id = once ? await sendMessageOnce(ctx, `${once} ${way}`, message) : await sendMessage(ctx, message)
  if (!message_id) return []
  ctx.append('invoice_messages', { invoice_ref: ref, message_id, kind, way, recipient: to, at: ctx.now })
  addTimelineEntry(ctx, 'invoice', ref, kind === 'send' ? 'sent' : 'reminded', {
    way,
    recipient: to,
    message: message_id,
  })
  return [{ way, recipient: to, sent_at: ctx.now, message_id }]
}
