import type { Prefill, ShopPage, ShownField } from '#checkout/pages/view.ts'
import { amountOf, quantityOf } from '#checkout/pages/price.ts'
import { pageMethods } from '#checkout/view.ts'
import { builtInFields, readAnswer } from '#contract/page-answers.ts'
import { pageTakes } from '#contract/payment-page-looks.ts'
import type { Language } from '#i18n/languages.ts'
import { readChannelWays } from '#server/channels/ways.ts'
import { waysTaken } from '#server/checkout/ways-taken.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { base } from '#server/kit/http/serve.ts'
import { logoAddress } from '#server/merchants/logo-address.ts'
import type { FoundShopPage } from '#server/payment-pages/queries.ts'

/**
 * A page as its document shows it, in a language: what it does not say in that language it says in its own. A page that no
 * channel can take an order of is `unavailable`.
 * @param query what the address asks for beside the language. What of it is no value of the page's is left out.
 */
export async function shopPage(
  ctx: Ctx,
  page: FoundShopPage,
  { language, query }: { language: Language; query: URLSearchParams },
): Promise<Omit<ShopPage, 'language' | 'assets'>> {
  const [merchant, rows] = await Promise.all([merchantOf(ctx), readChannelWays(ctx)])
  const said = page.texts[language] ?? {}
  const price = priceOf(page)
  const fields = page.custom_fields.map((field): ShownField => {
    const words = said.fields?.[field.id ?? '']
    return {
      id: field.id ?? '',
      type: field.type,
      optional: field.optional,
      options: field.options,
      title: words?.title || field.title,
      tooltip: words?.tooltip || field.tooltip || '',
      choices: (field.options ?? []).map((value, at) => ({ value, text: words?.options?.[at] || value })),
    }
  })
  const builtIn = { name: page.name_field, email: page.email_field, phone: page.phone_field }
  const methods = pageMethods(waysTaken(rows, ordersOf(page)))
  return {
    state: page.availability === 'open' && methods.length === 0 ? 'unavailable' : page.availability,
    environment: ctx.owner.environment,
    merchant: {
      name: page.merchant_name || merchant.brand_name || merchant.name,
      logo: page.logo || logoAddress(ctx.services, merchant.logo),
      backUrl: '',
    },
    version: page.version,
    look: { theme: page.theme, primary: page.primary_color, secondary: page.secondary_color },
    title: said.title || page.title,
    description: said.description ?? page.description,
    pictures: page.pictures,
    terms: said.terms || page.terms,
    contact: { email: page.contact_email, phone: page.contact_phone },
    socialIcons: page.social_icons,
    buttonText: said.button_text || page.button_text,
    price,
    left: page.stock_available,
    fields,
    builtIn,
    methods,
    prefill: prefillOf({ price, fields, builtIn }, query),
    query: query.toString(),
    expiresAt: page.expires_at,
    ordersUrl: `${base}/api/checkout/pages/${page.page_ref}/orders`,
    listed: page.listed,
  }
}

function priceOf(page: FoundShopPage): ShopPage['price'] {
  const { min_quantity: least, max_quantity: most, stock_available: left } = page
  return {
    type: page.page_type,
    currency: page.currency,
    amountMinor: page.amount,
    quantity: { least, most: left === null ? most : Math.max(least, Math.min(most, left)) },
    chosen: { leastMinor: page.min_amount, mostMinor: page.max_amount },
    discountMinor: page.promo_discount,
    shippingMinor: page.shipping_charges,
  }
}

/** All orders that the page can have, from the smallest amount to the largest, as the bounds of channels are about those. */
function ordersOf(page: FoundShopPage) {
  const isChosen = page.page_type === 'custom_amount'
  const total = (unit: bigint, quantity: number) =>
    unit * BigInt(quantity) - page.promo_discount + page.shipping_charges
  const least = isChosen ? page.min_amount : page.amount
  const most = isChosen ? page.max_amount || mostMinor : page.amount
  return {
    methods: null,
    takes: (type: string, subType: string) => pageTakes(page.payment_types, type, subType),
    country: page.country,
    currency: page.currency,
    leastMinor: total(least, page.min_quantity),
    amountMinor: total(most, page.max_quantity),
  }
}
/** The most that an amount can be. */
const mostMinor = 10n ** 15n - 1n

/** What the address fills in: `quantity`, `amount`, `name`, `email`, `phone` and `field.<id>`, each if it is a value of the page. */
function prefillOf(
  { price, fields, builtIn }: Pick<ShopPage, 'price' | 'fields' | 'builtIn'>,
  query: URLSearchParams,
): Prefill {
  const read = (name: string, asked: Parameters<typeof readAnswer>[1]): string | true => {
    const sent = query.get(name) ?? ''
    const value = readAnswer(asked.type === 'checkbox' ? sent === 'true' : sent, { ...asked, optional: true })
    return typeof value === 'object' ? '' : value
  }
  const own = builtInFields.map((type) => [type, read(type, { type, optional: true, off: builtIn[type] === 'off' })])
  const amount = query.get('amount') ?? ''
  return {
    ...(Object.fromEntries(own) as Pick<Prefill, 'name' | 'email' | 'phone'>),
    quantity: quantityOf(query.get('quantity') ?? '', price.quantity),
    amount: typeof amountOf(amount, price) === 'bigint' ? amount.trim() : '',
    fields: Object.fromEntries(fields.map((field) => [field.id, read(`field.${field.id}`, field)])),
  }
}
