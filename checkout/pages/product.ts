import { amountText } from '#contract/kit/money.ts'
import { displayLocale } from '#i18n/languages.ts'
import { amountWithCode } from '../amount.ts'
import { filled } from '../filled.ts'
import { type Markup, markup, pictureAddress, webAddress } from '../markup.ts'
import type { ShopTexts, Texts } from '../texts.ts'
import { description } from './description.ts'
import type { ShopPage } from './view.ts'

/** What is sold: pictures, title, price and description, and whom to ask about it. */
export function product(view: ShopPage, { shop }: Texts): Markup {
  return markup`<section class="product" aria-labelledby="page-title">
${gallery(view, shop)}
<h1 id="page-title"><bdi>${view.title}</bdi></h1>
${price(view, shop)}
${view.state === 'open' && fewLeft(view, shop)}
${view.description.length > 0 && description(view.description, view.preview)}
${view.state === 'open' && view.expiresAt && until(view.expiresAt, view, shop)}
${view.terms && markup`<details class="terms"><summary>${shop.terms}</summary><p dir="auto">${view.terms}</p></details>`}
${contact(view, shop)}
</section>`
}

/** From fewer units than this on, their number is told. */
const few = 10

/** Several pictures lie side by side and are scrolled, by keys too. The first is what the shopper sees first. */
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
  return markup`<ul class="pictures" ${shown.length > 1 && markup`tabindex="0" role="list" aria-label="${texts.pictures}"`}>${list}</ul>`
}

function price({ price: { type, amountMinor, currency }, language }: ShopPage, texts: ShopTexts): Markup | null {
  if (type === 'custom_amount') return null
  const amount = amountText(amountMinor, currency, language)
  return markup`<p class="amount" dir="ltr"><span>${amount}</span> <span class="currency">${currency}</span></p>${type === 'fixed_with_quantity' && markup`<p class="due">${texts.each}</p>`}`
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

/** The merchant's addresses; in a preview they lead nowhere. */
function contact(
  { contact: { email, phone }, socialIcons, merchant, preview }: ShopPage,
  texts: ShopTexts,
): Markup | null {
  const icons = socialIcons.filter(({ url }) => webAddress(url))
  if (!email && !phone && icons.length === 0) return null
  const link = (address: string, text: Markup) =>
    markup`<li><a ${!preview && markup`href="${address}"`} rel="noopener noreferrer nofollow">${text}</a></li>`
  return markup`<section class="contact" aria-label="${texts.contact}"><h2>${filled(texts.contactOf, { merchant: merchant.name })}</h2><ul>
${email && link(`mailto:${encodeURIComponent(email)}`, markup`<bdi dir="ltr">${email}</bdi>`)}
${phone && link(`tel:${phone.replace(/[^+\d]/g, '')}`, markup`<bdi dir="ltr">${phone}</bdi>`)}
${icons.map(({ network, url }) => link(url, markup`<bdi>${networkNames[network] ?? network}</bdi>`))}
</ul></section>`
}

/** Names of their own, the same in every language. */
const networkNames: Readonly<Record<string, string>> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  line: 'LINE',
  pinterest: 'Pinterest',
  telegram: 'Telegram',
  tiktok: 'TikTok',
  whatsapp: 'WhatsApp',
  x: 'X',
  youtube: 'YouTube',
}

/** The lines of a total, whose figures the script keeps up with what is typed. */
export function totalLines(view: ShopPage, { page, shop }: Texts, texts: { units: string; total: string }): Markup {
  const { currency, discountMinor, shippingMinor } = view.price
  const line = (label: string, figure: Markup, name = 'line') =>
    markup`<div class="${name}"><dt>${label}</dt><dd><bdi dir="ltr">${figure}</bdi></dd></div>`
  const fixed = (minor: bigint) => markup`${amountWithCode(minor, currency, view.language)}`
  const changing = (name: string, text: string) => markup`<span data-figure="${name}">${text}</span>\u00a0${currency}`
  const parts = discountMinor !== 0n || shippingMinor !== 0n
  return markup`<dl class="lines" aria-label="${shop.totalOf}">
${parts && line(page.subtotal, changing('units', texts.units))}
${discountMinor !== 0n && line(page.discount, fixed(-discountMinor))}
${shippingMinor !== 0n && line(page.shipping, fixed(shippingMinor))}
${line(page.total, changing('total', texts.total), 'line total')}
</dl>`
}
