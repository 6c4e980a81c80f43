import { amountText } from '#contract/kit/money.ts'
import { defaultLanguage, type Language } from '#i18n/languages.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { mailOf, mailTexts, oneLine } from '#server/messages/mail-text.ts'
import { sendMessage } from '#server/messages/send.ts'
import { titleIn, type FoundOrder } from './queries.ts'

/** Writes to the shopper, in their language, and to the addresses of the page that an order is paid. */
export async function confirmOrder(ctx: Ctx, order: FoundOrder, paidMinor: bigint): Promise<void> {
  const { notify_shopper: tellsShopper, confirmation_emails: others, merchant_name } = order.content
  if (!others.length && !(tellsShopper && order.email)) return
  const { brand_name, name, language } = await merchantOf(ctx)
  const write = (readers: Language, to: string, kind: 'toShopper' | 'toMerchant') => {
    const mail = mailOf(readers, mailTexts[readers].pageOrder[kind], {
      merchant: oneLine(merchant_name || brand_name || name),
      title: oneLine(kind === 'toShopper' ? titleIn(order, readers) : order.title),
      quantity: String(order.quantity),
      amount: `${amountText(paidMinor, order.currency, readers)} ${order.currency}`,
      order: order.merchant_order_ref,
      name: oneLine(order.name || order.email),
    })
    return sendMessage(ctx, { way: 'email', to, ...mail, about: { type: 'page_order', ref: order.order_ref } })
  }
  if (tellsShopper && order.email) await write(order.language, order.email, 'toShopper')
  for (const to of others) await write(language || defaultLanguage, to, 'toMerchant')
}
