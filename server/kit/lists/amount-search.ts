import { sql, type Expression } from 'kysely'
import { currencies, isCurrency, toMinor, type Currency } from '#contract/kit/money.ts'

const withoutDecimals = Object.entries(currencies).flatMap(([code, digits]) => (digits === 0 ? [code] : []))

/**
 * Conditions for rows of the amount that a search names; none where it names no amount.
 * @param column what is compared, in minor units.
 */
export function amountWays(search: string, column: Expression<unknown> = sql`amount_minor`): Expression<unknown>[] {
  const wished = amountIn(search)
  if (!wished) return []
  const minor = (currency: Currency) => toMinor(wished.major, currency)
  if (wished.currency) {
    const amount = minor(wished.currency)
    return typeof amount === 'string' ? [] : [sql`(${column} = ${amount} and currency = ${wished.currency})`]
  }
  const [cents, whole] = [minor('USD'), minor('JPY')]
  return [
    ...(typeof cents === 'string' ? [] : [sql`(${column} = ${cents} and currency <> all (${withoutDecimals}))`]),
    ...(typeof whole === 'string' ? [] : [sql`(${column} = ${whole} and currency = any (${withoutDecimals}))`]),
  ]
}

/**
 * Parses an amount in the notation of any country: '125.50', '1,250', '1 250,5', '125,50 MYR', 'MYR
 * 125.50'. The last comma or point is the decimal mark, unless it is the only kind of mark and exactly three digits follow.
 */
export function amountIn(text: string): { major: number; currency: Currency | null } | null {
  const match = /^(?:([A-Za-z]{3})\s*)?(\d[\d.,'\u2019 \u00a0\u202f]*)(?:\s*([A-Za-z]{3}))?$/.exec(text.trim())
  if (!match || (match[1] && match[3])) return null
  const code = (match[1] ?? match[3] ?? '').toUpperCase()
  if (code && !isCurrency(code)) return null
  const digits = (match[2] as string).replaceAll(/['\u2019\s]/g, '')
  const mark = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const [whole, fraction] = mark < 0 ? [digits, ''] : [digits.slice(0, mark), digits.slice(mark + 1)]
  const marks = new Set(whole.replaceAll(/\d/g, ''))
  // '1,250' is a thousand and more; '1,250.5' has its decimals after another mark.
  const grouped = mark >= 0 && fraction.length === 3 && (marks.size === 0 || marks.has(digits[mark] as string))
  const plain = whole.replaceAll(/[.,]/g, '') + (grouped ? fraction : fraction && `.${fraction}`)
  if (!/^\d{1,15}(\.\d{1,2})?$/.test(plain)) return null
  return { major: Number(plain), currency: code && isCurrency(code) ? code : null }
}
