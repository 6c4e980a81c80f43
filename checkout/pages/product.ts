import { amountText } from '#contract/kit/money.ts'
import { displayLocale } from '#i18n/languages.ts'
import { amountWithCode } from '../amount.ts'
import { filled } from '../filled.ts'
import { type Markup, markup, pictureAddress, webAddress } from '../markup.ts'
import type { ShopTexts, Texts } from '../texts.ts'
import { description } from './description.ts'
import { networkNames } from '#contract/payment-page-looks.ts'
import type { ShopPage } from './view.ts'

/** What is sold: pictures, title, price and description. */
export function product(view: ShopPage, { shop }: Texts): Markup {
  return markup`<section class="product" aria-labelledby="page-title">
${gallery(view, shop)}
<h1 id="page-title"><bdi>${view.title}</bdi></h1>
${price(view, shop)}
${view.state === 'open' && fewLeft(view, shop)}
${view.description.length > 0 && description(view.description, view.preview)}
${view.state === 'open' && view.expiresAt && until(view.expiresAt, view, shop)}
${view.terms && markup`<details class="terms"><summary>${shop.terms}</summary><p dir="auto">${view.terms}</p></details>`}
</section>`
}

/** From fewer units than this on, their number is told. */
const few = 10

/** Several pictures lie side by side and are scrolled, by keys and by the script's buttons too. The shopper sees the first one first. */
function gallery({ pictures }: ShopPage, texts: ShopTexts): Markup | null {
  const shown = pictures.flatMap(({ picture, alt = '' }) => {
    const url = pictureAddress(picture)
    return url ? [{ url, alt }] : []
  })
  if (shown.length === 0) return null
  const list = shown.map(
    ({ url, alt }, index) =>
      markup`<li><img src="${url}" alt="${alt}" decoding="async" ${index === 0 ? markup`fetchpriority="high"` : markup`loading="lazy"`}></li>`,
  )
  const several = shown.length > 1
  const turn = (by: number, label: string) =>
    markup`<button class="turn" type="button" data-turn="${String(by)}" aria-label="${label}" hidden><span aria-hidden="true"></span></button>`
  return markup`<div class="gallery"><ul class="pictures" ${several && markup`tabindex="0" role="list" aria-label="${texts.pictures}"`}>${list}</ul>${several && [turn(-1, texts.previousPicture), turn(1, texts.nextPicture)]}</div>`
}

function price({ price: { type, amountMinor, currency }, language }: ShopPage, texts: ShopTexts): Markup | null {
  if (type === 'custom_amount') return null
  const amount = amountText(amountMinor, currency, language)
  const figure = markup`<p class="amount" dir="ltr"><span>${amount}</span> <span class="currency">${currency}</span></p>`
  return type === 'fixed_with_quantity'
    ? markup`<div class="unit-price">${figure}<p class="due">${texts.each}</p></div>`
    : figure
}

const fewLeft = ({ left }: ShopPage, texts: ShopTexts): Markup | false =>
  left !== null && left < few && markup`<p class="few">${filled(texts.left, { count: String(left) })}</p>`

/** A time in UTC, as the server writes it; the script replaces it by the shopper's local time. */
function until(at: Date, { language }: ShopPage, texts: ShopTexts): Markup {
  const [before, after] = texts.until.split('{time}')
  const time = new Intl.DateTimeFormat(displayLocale(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at)
  return markup`<p class="expiry">${before}<time datetime="${at.toISOString()}">${time} UTC</time>${after}</p>`
}

/** Whom to ask about it: the merchant's addresses, which in a preview lead nowhere. */
export function contact(
  { contact: { email, phone }, socialIcons, merchant, preview }: ShopPage,
  { shop: texts }: Texts,
): Markup | null {
  const icons = socialIcons.filter(({ url }) => webAddress(url))
  if (!email && !phone && icons.length === 0) return null
  const link = (address: string, text: Markup) =>
    markup`<li><a ${!preview && markup`href="${address}"`} rel="noopener noreferrer nofollow">${text}</a></li>`
  return markup`<section class="contact" aria-label="${texts.contact}"><h2>${filled(texts.contactOf, { merchant: merchant.name })}</h2><ul>
${email && link(`mailto:${encodeURIComponent(email.toWellFormed())}`, markup`<bdi dir="ltr">${email}</bdi>`)}
${phone && link(`tel:${phone.replace(/[^+\d]/g, '')}`, markup`<bdi dir="ltr">${phone}</bdi>`)}
${icons.map(({ network, url }) => link(url, markup`<bdi>${networkNames[network] ?? network}</bdi>`))}
</ul></section>`
}

/** An amount that the script keeps up with what is typed: a dash instead of one that cannot be ordered. */
export const figure = (name: 'units' | 'total', text: string, currency: string): Markup =>
  markup`<span data-figure="${name}">${text || '–'}</span><span ${!text && markup`hidden`}>\u00a0${currency}</span>`

/** The lines of a total, whose figures the script keeps up with what is typed. */
export function totalLines(view: ShopPage, { page, shop }: Texts, texts: { units: string; total: string }): Markup {
  const { currency, discountMinor, shippingMinor } = view.price
  const line = (label: string, figure: Markup, name = 'line') =>
    markup`<div class="${name}"><dt>${label}</dt><dd><bdi dir="ltr">${figure}</bdi></dd></div>`
  const fixed = (minor: bigint) => markup`${amountWithCode(minor, currency, view.language)}`
  const changing = (name: 'units' | 'total', text: string) => figure(name, text, currency)
  const parts = discountMinor !== 0n || shippingMinor !== 0n
  return markup`<dl class="lines" aria-label="${shop.totalOf}">
${parts && line(page.subtotal, changing('units', texts.units))}
${discountMinor !== 0n && line(page.discount, fixed(-discountMinor))}
${shippingMinor !== 0n && line(page.shipping, fixed(shippingMinor))}
${line(page.total, changing('total', texts.total), 'line total')}
</dl>`
}
