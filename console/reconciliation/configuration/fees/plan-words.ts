import i18next from 'i18next'
import type { FeePlan } from '#contract/fee-shapes.ts'
import { exponentOf } from '#contract/iso-currencies.ts'
import type { Language } from '#i18n/languages.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { countryName, numberText } from '#console/kit/i18n/names.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import { exactWords, shortWords } from '#console/kit/details/exact-amount.tsx'
import { isPositive } from '../../fees/decimal-sums.ts'
import { methodWord } from '../../fees/method-word.ts'

/** What a plan charges, in words: '2.9% + 0.30 SGD, at least 0.50 SGD, plus 8% tax'. */
export function termsWords(plan: FeePlan, language: Language): string {
  const t = i18next.t
  const number = (text: string) => exactWords(text, language, exponentOf(plan.currency))
  const money = (text: string) => isolatedLtr(`${number(text)} ${plan.currency}`.trim())
  const sum = (percent: string, flat: string) => {
    const parts = [
      ...(isPositive(percent) || !isPositive(flat) ? [`${shortWords(percent, language)}%`] : []),
      ...(isPositive(flat) ? [money(flat)] : []),
    ]
    return isolatedLtr(parts.join(' + '))
  }
  const tax = (percent: string) => isolatedLtr(`${shortWords(percent, language)}%`)
  if (plan.components.length > 0)
    return plan.components
      .map(({ name, base, percent_fee, flat_fee, tax_percentage }) => {
        const of = t(($) => $.reconFees.bases[base])
        const said = t(($) => $.reconFees.partWords, { name, sum: sum(percent_fee, flat_fee), base: of })
        return isPositive(tax_percentage) ? `${said} ${t(($) => $.reconFees.withTax, { tax: tax(tax_percentage) })}` : said
      })
      .join('; ')
  const parts = [
    sum(plan.percent_fee, plan.flat_fee),
    ...(isPositive(plan.minimum_fee) ? [t(($) => $.reconFees.atLeast, { amount: money(plan.minimum_fee) })] : []),
    ...(isPositive(plan.tax_percentage)
      ? [t(($) => (plan.tax_included ? $.reconFees.taxInside : $.reconFees.taxOnTop), { tax: tax(plan.tax_percentage) })]
      : []),
  ]
  return parts.join(t(($) => $.reconFees.comma))
} // prettier-ignore

/** What a plan holds for, the broadest first; without a condition it holds for all of its type. */
export function conditionsWords(plan: FeePlan, language: Language): string {
  const t = i18next.t
  const { amount_from: from, amount_to: to, currency } = plan
  const number = (text: string) => exactWords(text, language, exponentOf(currency))
  const band =
    from !== null && to !== null
      ? t(($) => $.reconFees.band, { from: number(from), to: number(to), currency })
      : from !== null
        ? t(($) => $.reconFees.bandFrom, { from: number(from), currency })
        : to !== null
          ? t(($) => $.reconFees.bandTo, { to: number(to), currency })
          : ''
  const conditions = [
    plan.payment_method && methodWord(plan.payment_method),
    plan.payment_sub_type,
    plan.currency,
    plan.country && countryName(plan.country, language),
    band,
    plan.months === null ? '' : t(($) => $.reconFees.overMonths, { count: plan.months, months: numberText(plan.months, language) }),
  ].filter((text) => text !== '')
  const of = codeWord('reconFees.typesOf', plan.txn_type)
  return conditions.length === 0 ? t(($) => $.reconFees.allOf, { type: of }) : [of, ...conditions].join(' · ')
} // prettier-ignore

/** Where a plan is in its life. */
export function planLife(plan: FeePlan, now: string): 'off' | 'ended' | 'later' | 'holds' {
  if (plan.valid_to !== null && plan.valid_to <= now) return 'ended'
  if (!plan.enabled) return 'off'
  return plan.valid_from !== null && plan.valid_from > now ? 'later' : 'holds'
}
/** The present moment as plans have theirs. */
export const nowText = (): string => new Date().toISOString().slice(0, 19).replace('T', ' ')
