import type { Currency } from '#contract/kit/money.ts'
import type { AskedField, BuiltIn } from '#contract/page-answers.ts'
import { fill } from '#i18n/fill.ts'
import type { Language } from '#i18n/languages.ts'
import type { ShopTexts } from '../texts.ts'
import type { Price, ShopPage } from './view.ts'

/** What travels to the script beside the document. Amounts are texts of minor units, which JSON has no number for. */
export interface ShopData {
  language: Language
  version: number
  ordersUrl: string
  price: Omit<Price, 'amountMinor' | 'chosen' | 'discountMinor' | 'shippingMinor' | 'currency'> & {
    currency: Currency
    amountMinor: string
    leastMinor: string
    mostMinor: string
    discountMinor: string
    shippingMinor: string
  }
  fields: readonly AskedField[]
  builtIn: BuiltIn
  texts: ShopTexts['script']
}

export function dataOf({ language, version, ordersUrl, price, fields, builtIn }: ShopPage, texts: ShopTexts): ShopData {
  const { amountMinor, chosen, discountMinor, shippingMinor, ...rest } = price
  return {
    language,
    version,
    ordersUrl,
    price: {
      ...rest,
      amountMinor: String(amountMinor),
      leastMinor: String(chosen.leastMinor),
      mostMinor: String(chosen.mostMinor),
      discountMinor: String(discountMinor),
      shippingMinor: String(shippingMinor),
    },
    fields: fields.map(({ id, type, optional, options }) => ({ id, type, optional, options })),
    builtIn,
    texts: { ...texts.script, quantity: fill(texts.script.quantity, { ...price.quantity }) },
  }
}

export function priceOf({ price }: ShopData): Price {
  const { leastMinor, mostMinor, amountMinor, discountMinor, shippingMinor, ...rest } = price
  return {
    ...rest,
    amountMinor: BigInt(amountMinor),
    chosen: { leastMinor: BigInt(leastMinor), mostMinor: BigInt(mostMinor) },
    discountMinor: BigInt(discountMinor),
    shippingMinor: BigInt(shippingMinor),
  }
}
