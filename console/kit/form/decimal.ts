import { kept } from '#contract/kit/kept.ts'
import { displayLocale, type Language } from '#i18n/languages.ts'

/**
 * A typed decimal in Western digits with a point: grouping marks are removed, Arabic and Persian digits and marks are
 * read, and so is a decimal comma. '1,234.50' → '1234.50', '24,5' → '24.5', '١٬٢٣٤٫٥' → '1234.5'. Any other text is
 * returned with its marks, so that it is refused: a comma that groups nothing must not make an amount a hundred times larger.
 */
export function westernDecimal(written: string): string {
  const text = written
    .trim()
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll('٫', '.')
  if (decimalComma.test(text)) return text.replace(/[,،]/, '.')
  return grouped.test(text) ? text.replaceAll(marks, '') : text
}

const decimalComma = /^\d+[,،]\d{1,2}$/
const marks = /[,،٬\s\u00a0\u202f'’]/g
/** Groups of three, or as in India of two before the last one. */
const grouped = /^\d{1,3}(?:[,،٬\s\u00a0\u202f'’]\d{2,3})*[,،٬\s\u00a0\u202f'’]\d{3}(?:\.\d*)?$/

/**
 * The same for a text that somebody types in a language: with a decimal comma, its marks are read as the language writes
 * them. '1 234,50' in Finnish → '1234.50', '150.000' in Vietnamese → '150000', '1,125' in both → '1.125'.
 */
export function decimalTyped(written: string, language: Language): string {
  const { group, decimal } = marksOf(displayLocale(language))
  const text = written.trim()
  if (decimal !== ',' || !inCommas[group === '.' ? 'point' : 'space'].test(text)) return westernDecimal(text)
  return text.replaceAll(/[.\s\u00a0\u202f]/g, '').replace(',', '.')
}
/** Of a language with a decimal comma: groups of three by its mark, or none and then a comma. */
const inCommas = {
  point: /^(?:\d{1,3}(?:[.\s\u00a0\u202f]\d{3})+(?:,\d*)?|\d+,\d*)$/,
  space: /^(?:\d{1,3}(?:[\s\u00a0\u202f]\d{3})+(?:,\d*)?|\d+,\d*)$/,
}
const marksOf = kept((locale: string) => {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.5)
  const mark = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return { group: mark('group'), decimal: mark('decimal') }
})

/**
 * A decimal with a point as the language writes it: '1,234.50', with so many decimals, or without a number of them with its
 * own. A text that is none, or has more, stays.
 */
export function decimalShown(text: string, language: Language, wanted?: number): string {
  const western = westernDecimal(text)
  const fraction = western.split('.')[1] ?? ''
  const decimals = wanted ?? fraction.length
  if (!/^\d{1,15}(\.\d+)?$/.test(western) || fraction.length > decimals) return text
  return shownFormat(displayLocale(language), decimals).format(western as Intl.StringNumericLiteral)
}
const shownFormat = kept(
  (locale: string, decimals: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
)
