import { amountText, type Currency, decimalText, toMinor } from '#contract/kit/money.ts'
import { decimalOf } from '#contract/page-answers.ts'
import type { Language } from '#i18n/languages.ts'
import type { Price } from './view.ts'

/** What an order comes to, in minor units: one unit's amount times their number, less the discount, with the shipping. */
export const totalOf = (
  { discountMinor, shippingMinor }: Pick<Price, 'discountMinor' | 'shippingMinor'>,
  amountMinor: bigint,
  quantity: number,
): bigint => amountMinor * BigInt(quantity) - discountMinor + shippingMinor

/** The number of units that was typed, or null when it is none of those that can be ordered. */
export function quantityOf(typed: string, { least, most }: Price['quantity']): number | null {
  const number = Number(decimalOf(typed) ?? Number.NaN)
  return Number.isInteger(number) && number >= least && number <= most ? number : null
}

export type AmountFault = 'amountInvalid' | 'amountSmall' | 'amountLarge'

/** The amount that was typed, in minor units, or what is wrong with it. */
export function amountOf(
  typed: string,
  { currency, chosen }: Pick<Price, 'currency' | 'chosen'>,
): bigint | AmountFault {
  const text = decimalOf(typed)
  const minor = text === null ? null : toMinor(Number(text), currency)
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
export const totalTexts = (price: Price, amountMinor: bigint, quantity: number, language: Language): TotalTexts => ({
  units: amountText(amountMinor * BigInt(quantity), price.currency, language),
  total: amountText(totalOf(price, amountMinor, quantity), price.currency, language),
})
