import { isIsoCurrency } from '#contract/iso-currencies.ts'

/** The digits of an amount with the marks between them, and what was told around them. */
export interface Stripped {
  digits: string
  isNegative: boolean
  /** The currency that a code or an unmistakable sign names. */
  currency: string | undefined
}

/**
 * Takes sign and currency from the text of an amount: `-5`, `5-`, `(5)`, `5 DR`, `€ -5`, `(EUR 5)`, `US$5.00`. Two signs are refused,
 * as nobody knows whether the second turns the first round.
 */
export function strippedOf(cell: string): Stripped | 'empty' | 'no_amount' | 'two_signs' | 'other_currency' {
  let text = plainMarks(cell)
  if (text === '') return 'empty'
  const signs: string[] = []
  const codes: string[] = []
  const symbols: string[] = []
  for (let before = ''; before !== text;) {
    before = text
    for (const [of, into] of [
      [sides.code, codes],
      [sides.symbol, symbols],
      [sides.sign, signs],
    ] as const) {
      const found = of.exec(text)
      const taken = found?.[1] ?? found?.[2]
      // Letters that are no currency stay, and are then no amount; CR and DR are signs.
      if (!found || taken === undefined || (of === sides.code && !isIsoCurrency(taken))) continue
      into.push(taken)
      text = (found.index === 0 ? text.slice(found[0].length) : text.slice(0, found.index)).trim()
    }
    if (text.startsWith('(') && text.endsWith(')')) {
      signs.push('-')
      text = text.slice(1, -1).trim()
    }
  }
  if (!/^[\d., ']*\d[\d., ']*$/.test(text) || codes.length > 1 || symbols.length > 1) return 'no_amount'
  if (signs.length > 1) return 'two_signs'
  const named = symbolCodes[symbols[0] ?? '']
  if (codes[0] !== undefined && named !== undefined && codes[0] !== named) return 'other_currency'
  return { digits: text, isNegative: /^[-d]/i.test(signs[0] ?? ''), currency: codes[0] ?? named }
}

/** Blanks, minus signs and apostrophes of all kinds as those of ASCII; marks of direction are taken out. */
function plainMarks(cell: string): string {
  if (/^[ -~]*$/.test(cell)) return cell.trim()
  return cell
    .replaceAll(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\t]/g, ' ')
    .replaceAll(/[\u2010-\u2015\u2212\u207b\ufe63\uff0d]/g, '-')
    .replaceAll(/[\u2018\u2019\u02bc\u02b9\u2032\uff07]/g, "'")
    .replaceAll(/[\u200b\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .trim()
}

/** Signs that name one currency. Others, such as `$` and `£`, are of several. */
const symbolCodes: Readonly<Record<string, string>> = {
  'US$': 'USD', 'A$': 'AUD', 'AU$': 'AUD', 'C$': 'CAD', 'CA$': 'CAD', 'HK$': 'HKD', 'NZ$': 'NZD', 'S$': 'SGD', 'NT$': 'TWD',
  'MX$': 'MXN', 'R$': 'BRL', '€': 'EUR', '₹': 'INR', '₩': 'KRW', '₫': 'VND', '₱': 'PHP', '฿': 'THB', '₺': 'TRY', '₴': 'UAH',
  '₪': 'ILS', '₦': 'NGN', '₽': 'RUB', 'RM': 'MYR', 'Rp': 'IDR', 'zł': 'PLN', 'Kč': 'CZK', 'Ft': 'HUF',
} // prettier-ignore
/** Signs of several currencies. */
const shared = [
  '$',
  '£',
  '¥',
  '₨',
  'Rs.',
  'Rs',
  'kr.',
  'kr',
  'R',
  'Fr.',
  'Fr',
  '₡',
  '₲',
  '₵',
  '₸',
  '₮',
  '₭',
  '៛',
  '₼',
  '₾',
  '﷼',
]
const anySymbol = [...Object.keys(symbolCodes), ...shared]
  .toSorted((a, b) => b.length - a.length)
  .map((sign) => sign.replaceAll(/[$.]/g, String.raw`\$&`))
  .join('|')
/** At the beginning, and at the end. */
const sides = {
  code: /^([A-Z]{3})(?![A-Za-z])|(?<![A-Za-z])([A-Z]{3})$/,
  symbol: new RegExp(`^(${anySymbol})(?![A-Za-z])|(?<![A-Za-z])(${anySymbol})$`),
  sign: /^([-+])|([-+]|(?<![A-Za-z])(?:CR|DR|Cr|Dr|cr|dr|C|D)\.?)$/,
}
