import type { CardBrand } from './view.ts'

const brandNames: Record<CardBrand, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  diners: 'Diners',
  discover: 'Discover',
}

/** The name of a card brand; one that we do not know keeps the provider's. */
export const brandName = (brand: string): string =>
  (brandNames as Readonly<Record<string, string>>)[brand.toLowerCase()] ?? brand
