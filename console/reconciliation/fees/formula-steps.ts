import i18next from 'i18next'
import type { FeeFormula } from '#contract/fee-shapes.ts'
import { exponentOf } from '#contract/iso-currencies.ts'
import type { Language } from '#i18n/languages.ts'
import { isolated, isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { exactWords, shortWords } from '#console/kit/details/exact-amount.tsx'
import { isPositive } from './decimal-sums.ts'

/** How an expected fee comes about on one line, in figures alone: 'max(0.50, 100.00 × 2.9%) + 0.30'. */
export function formulaLine(formula: FeeFormula, language: Language): string {
  const parts = formula.components.map((part) => sumLine(part, formula.base_currency, language))
  if (parts.length > 0) return parts.length > 1 ? parts.map((part) => `(${part})`).join(' + ') : parts.join('')
  const plain = sumLine(formula, formula.base_currency, language, formula.minimum_fee)
  return formula.rate_on === 'fee' ? `(${plain}) × ${shortWords(formula.rate, language)}` : plain
}

/** A share with its minimum, and a flat part: 'max(0.50, 100.00 × 2.9%) + 0.30'. */
function sumLine(
  part: { base: string; percent_fee: string; flat_fee: string },
  currency: string,
  language: Language,
  least = '0',
): string {
  const number = (text: string) => exactWords(text, language, exponentOf(currency))
  const share = isPositive(part.percent_fee) ? `${number(part.base)} × ${shortWords(part.percent_fee, language)}%` : ''
  const larger = !isPositive(least) ? share : share === '' ? number(least) : `max(${number(least)}, ${share})`
  const flat = isPositive(part.flat_fee) ? number(part.flat_fee) : ''
  return [larger, flat].filter((text) => text !== '').join(' + ') || '0'
}

/** A step of a formula: what is done, and what it comes to. */
export interface Step {
  what: string
  amount: string
  currency: string
  total?: boolean
}

/** The same step by step, in words. */
export function formulaSteps(formula: FeeFormula, currency: string, language: Language): Step[] {
  const { base_currency: of } = formula
  const t = i18next.t
  const rate = shortWords(formula.rate === '' ? '1' : formula.rate, language)
  const gross = { what: t(($) => $.reconFees.steps.gross), amount: formula.gross, currency: formula.currency }
  const rated = { what: t(($) => $.reconFees.steps.rated, { rate }), amount: formula.base, currency: of }
  const rounding = t(($) => $.reconFees.roundings[formula.rounding])
  const fee = { what: t(($) => $.reconFees.steps.fee, { rounding }), amount: formula.fee, currency, total: true }
  return [
    gross,
    ...(formula.rate_on === 'gross' ? [rated] : []),
    ...(formula.components.length > 0
      ? formula.components.flatMap((part) => partSteps(part, of, currency, language))
      : [
          ...shareSteps(formula, of, language),
          ...(isPositive(formula.minimum_fee)
            ? [{ what: t(($) => $.reconFees.steps.minimum), amount: formula.minimum_fee, currency: of }]
            : []),
          ...flatSteps(formula, of),
        ]),
    ...(formula.rate_on === 'fee' ? [{ what: t(($) => $.reconFees.steps.ratedFee, { rate }), amount: formula.fee, currency }] : []),
    fee,
    ...taxSteps(formula, currency, language),
  ]
} // prettier-ignore

type Taxed = Pick<FeeFormula, 'percent_fee' | 'share' | 'flat_fee' | 'fee' | 'tax_percentage' | 'tax'> & {
  base: string
}

const shareSteps = ({ percent_fee: percent, share, base }: Taxed, currency: string, language: Language): Step[] =>
  isPositive(percent)
    ? [
        {
          what: i18next.t(($) => $.reconFees.steps.share, {
            percent: shortWords(percent, language),
            base: isolatedLtr(`${exactWords(base, language, exponentOf(currency))} ${currency}`),
          }),
          amount: share,
          currency,
        },
      ]
    : []

const flatSteps = ({ flat_fee: amount }: Taxed, currency: string): Step[] =>
  isPositive(amount) ? [{ what: i18next.t(($) => $.reconFees.steps.flat), amount, currency }] : []

function taxSteps(formula: FeeFormula, currency: string, language: Language): Step[] {
  const { tax, tax_percentage: tax_percent, tax_included: isInside } = formula
  if (!isPositive(tax) && !isPositive(tax_percent)) return []
  const percent = shortWords(tax_percent, language)
  const what =
    formula.components.length > 0
      ? i18next.t(($) => $.reconFees.steps.taxes)
      : isInside
        ? i18next.t(($) => $.reconFees.steps.taxInside, { percent })
        : i18next.t(($) => $.reconFees.steps.tax, { percent })
  return [{ what, amount: tax, currency }]
}

/** A component in one step, since each has few numbers. */
function partSteps(part: FeeFormula['components'][number], of: string, currency: string, language: Language): Step[] {
  const base = i18next.t(($) => $.reconFees.bases[part.of])
  const what = i18next.t(($) => $.reconFees.steps.part, {
    name: isolated(part.name),
    base,
    sum: isolatedLtr(sumLine(part, of, language)),
  })
  return [{ what, amount: part.fee, currency }]
}
