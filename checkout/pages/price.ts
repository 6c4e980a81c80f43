import { amountText, currencies, type Currency, decimalText, toMinor } from '#contract/kit/money.ts'
import { decimalOf } from '#contract/page-answers.ts'
import { pageTotal } from '#contract/page-total.ts'
import type { Language } from '#i18n/languages.ts'
import type { Price } from './view.ts'

/** What an order comes to, in minor units; null for one that cannot be made. */
export function totalOf(price: Price, amountMinor: bigint, quantity: number): bigint | null {
  const total = pageTotal(
    {
      page_type: price.type,
      amount: price.amountMinor,
      min_amount: price.chosen.leastMinor,
      max_amount: price.chosen.mostMinor,
      min_quantity: price.quantity.least,
      max_quantity: price.quantity.most,
      promo_discount: price.discountMinor,
      shipping_charges: price.shippingMinor,
    },
    { quantity, amountMinor },
  )
  return 'reason' in total ? null : total.totalMinor
}

/** The number of units that was typed, or null when it is none of those that can be ordered. */
export function quantityOf(typed: string, { least, most }: Price['quantity']): number | null {
  const number = Number(decimalOf(typed) ?? Number.NaN)
  return Number.isInteger(number) && number >= least && number <= most ? number : null
}

/**
 * An amount as people type it, in minor units; null for none. More decimals than the currency has may be thousands of a
 * language that groups by points, and are refused.
 */
export function typedMinor(typed: string, currency: Currency): bigint | null {
  const text = decimalOf(typed)
  if (text === null || (text.split('.')[1]?.length ?? 0) > currencies[currency]) return null
  const minor = toMinor(Number(text), currency)
  return typeof minor === 'bigint' ? minor : null
}

export type AmountFault = 'amountInvalid' | 'amountSmall' | 'amountLarge'

/** The amount that was typed, in minor units, or what is wrong with it. */
export function amountOf(
  typed: string,
  { currency, chosen }: Pick<Price, 'currency' | 'chosen'>,
): bigint | AmountFault {
  const minor = typedMinor(typed, currency)
  if (typeof minor !== 'bigint') return 'amountInvalid'
  if (minor < chosen.leastMinor || minor === 0n) return 'amountSmall'
  return chosen.mostMinor > 0n && minor > chosen.mostMinor ? 'amountLarge' : minor
}

/** An amount for the field in which it can be changed: '20' or '20.50'. */
export function typedAmount(minor: bigint, currency: Currency): string {
  return minor === 0n ? '' : decimalText(minor, currency).replace(/\.0+$/, '')
}

/** The parts of a total, as texts. */
export interface TotalTexts {
  units: string
  total: string
}
/** Empty where there is no total. */
export function totalTexts(
  price: Price,
  { amountMinor, quantity }: { amountMinor: bigint | null; quantity: number | null },
  language: Language,
): TotalTexts {
  const total = amountMinor === null || quantity === null ? null : totalOf(price, amountMinor, quantity)
  if (total === null || amountMinor === null || quantity === null) return { units: '', total: '' }
  const text = (minor: bigint) => amountText(minor, price.currency, language)
  return { units: text(amountMinor * BigInt(quantity)), total: text(total) }
}
