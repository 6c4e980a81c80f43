/** The name of a card network, the same in every language. */
export const cardBrand = (brand: string): string => cardBrands[brand] ?? brand
/** Short, so that a list's column has room for the digits behind it. */
const cardBrands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}
