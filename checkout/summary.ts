import { amountText } from '#contract/kit/money.ts'
import { displayLocale } from '#i18n/languages.ts'
import { amountWithCode } from './amount.ts'
import { type Markup, markup, pictureAddress, webAddress } from './markup.ts'
import { ofAll, partForm } from './part-form.ts'
import { termsOf } from './subscriptions/terms.ts'
import type { PageTexts } from './texts.ts'
import { filled } from './filled.ts'
import type { OrderView } from './view.ts'

/** Who asks for how much, and for what. */
export function summary(view: OrderView, texts: PageTexts): Markup {
  const { merchant, description, orderRef } = view
  const choosing = view.part && view.state === 'payable' ? { ...view, part: view.part } : null
  return markup`<section class="summary" aria-label="${view.document ? texts.document.summary : view.subscription ? texts.subscription.summary : texts.summary}">
<div class="merchant">${logo(merchant)}<h1><bdi>${merchant.name}</bdi></h1></div>
${takesMoney(view) && figure(view, texts)}
${choosing && ofAll(choosing, texts)}
${view.document && view.state !== 'paid' && !view.document.voided && markup`<p class="${view.document.overdue ? 'overdue' : 'expiry'}">${filled(view.document.overdue ? texts.document.overdue : texts.document.due, { date: view.document.due })}</p>`}
${choosing && partForm(choosing, texts)}
${description && markup`<p class="description"><bdi>${description}</bdi></p>`}
${view.subscription && termsOf({ ...view, subscription: view.subscription }, texts)}
${lines(view, texts)}
${orderRef && markup`<dl class="facts"><div><dt>${view.document ? texts.document.number : texts.order}</dt><dd><bdi>${view.document?.number ?? orderRef}</bdi></dd></div></dl>`}
${view.state === 'payable' && view.expiresAt && expiry(view.expiresAt, view, texts)}
${backLink(view, texts)}
</section>`
}

/** How much it is. */
function figure(view: OrderView, texts: PageTexts): Markup {
  const amount = amountText(view.amountMinor, view.currency, view.language)
  const looks = [
    'amount',
    ...(amount.length > longAmount ? ['long'] : []),
    ...(view.amountMinor === 0n ? ['zero'] : []),
  ]
  return markup`<p class="due">${dueLabel(view, texts)}</p>
<p class="${looks.join(' ')}" dir="ltr"><span>${amount}</span> <span class="currency">${view.currency}</span></p>`
}

/** Another method takes nothing, and what the set-up of a subscription took is nothing to say once it is over. */
function takesMoney({ subscription, state }: OrderView): boolean {
  if (subscription?.act === 'set_up') return state !== 'paid' && state !== 'expired' && state !== 'cancelled'
  return subscription?.act !== 'method'
}

function dueLabel({ state, subscription }: OrderView, texts: PageTexts): string {
  if (state !== 'payable' && state !== 'processing') return texts.amount
  return subscription?.act === 'set_up' ? texts.subscription.dueToday : texts.amountDue
}

/** Longer ones are set smaller: a figure that breaks over two lines could be misread. */
const longAmount = 12

/** How the total comes about, when anything was taken off or put on. */
function lines(view: OrderView, texts: PageTexts): Markup | null {
  const { amountMinor, currency, language, promo, shippingMinor } = view
  if (promo.discountMinor === 0n && shippingMinor === 0n) return null
  const line = (label: string | Markup, minor: bigint, name: string) =>
    markup`<div class="${name}"><dt>${label}</dt><dd><bdi dir="ltr">${amountWithCode(minor, currency, language)}</bdi></dd></div>`
  const subtotalMinor = amountMinor + promo.discountMinor - shippingMinor
  const discount = promo.code ? filled(texts.discountWithCode, { code: promo.code }) : texts.discount
  return markup`<dl class="lines">
${subtotalMinor > 0n && line(texts.subtotal, subtotalMinor, 'line')}
${promo.discountMinor !== 0n && line(discount, -promo.discountMinor, 'line')}
${shippingMinor !== 0n && line(texts.shipping, shippingMinor, 'line')}
${line(texts.total, amountMinor, 'line total')}
</dl>`
}

/** A time in UTC, as the server writes it; the script replaces it by the shopper's local time. */
function expiry(at: Date, view: OrderView, texts: PageTexts): Markup {
  const [before, after] = (view.subscription ? texts.subscription.setUpBefore : texts.payBefore).split('{time}')
  const time = new Intl.DateTimeFormat(displayLocale(view.language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at)
  return markup`<p class="expiry">${before}<time datetime="${at.toISOString()}">${time} UTC</time>${after}</p>`
}

/** The merchant's picture, or the first letter of its name. */
export function logo({ name, logo: address }: Pick<OrderView['merchant'], 'name' | 'logo'>): Markup {
  const picture = pictureAddress(address)
  const initial = firstLetter(name).toLocaleUpperCase()
  return markup`<span class="logo" aria-hidden="true"><span>${initial}</span>${picture && markup`<img src="${picture}" alt="">`}</span>`
}

/** A letter as a reader sees it, marks and all. */
const firstLetter = (name: string): string => Array.from(new Intl.Segmenter().segment(name.trim()))[0]?.segment ?? ''

/** The way back to the merchant, when it has a page, or to the customer's own page. */
function backLink(view: OrderView, texts: PageTexts): Markup | null {
  const { subscription } = view
  if (subscription?.act === 'method')
    return markup`<p class="back"><a href="${subscription.manageUrl}">${texts.subscription.back}</a></p>`
  const address = webAddress(view.merchant.backUrl)
  if (!address) return null
  return markup`<p class="back"><a ${!view.preview && markup`href="${address}"`} rel="noreferrer">${filled(texts.back, { merchant: view.merchant.name })}</a></p>`
}
