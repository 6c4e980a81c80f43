import i18next from 'i18next'
import { exponentOf } from '#contract/iso-currencies.ts'
import type { FlowField, FlowId, ReconFlow } from '#contract/recon-dashboard.ts'
import type { ReconLeg } from '#contract/recon-outcomes.ts'
import type { Language } from '#i18n/languages.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { exactWords } from '#console/kit/details/exact-amount.tsx'
import type { Measure } from './flow-layout.ts'

const bankBoxes = ['sale_transactions', 'sale_settlements', 'unreconciled_sale_transactions', 'reconciled_sale_settlements', 'unreconciled_sale_settlements'] as const // prettier-ignore
/** What a box of the chart is called; payouts and what the bank has are called so. */
export function boxWord(id: FlowId, leg: ReconLeg): string {
  const ofBank = leg === 'bank' ? bankBoxes.find((one) => one === id) : undefined
  return ofBank ? i18next.t(($) => $.reconDashboard.bankBoxes[ofBank]) : i18next.t(($) => $.reconDashboard.boxes[id])
}

/** Amounts of a box, one of each currency. */
export const amountsOf = ({ values }: Pick<FlowField, 'values'>, language: Language): string[] =>
  values.map(({ currency, amount }) => isolatedLtr(`${exactWords(amount, language, exponentOf(currency))} ${currency}`))

/** A box's number in the chosen measure. */
export const boxNumber = (field: FlowField, measure: Measure, language: Language): string =>
  measure === 'amount' ? amountsOf(field, language).join(' ') : numberText(field.count, language)

/** A flow's number in the chosen measure. */
export const flowNumber = (value: number, { currency }: Pick<ReconFlow, 'currency'>, measure: Measure, language: Language): string =>
  measure === 'count'
    ? numberText(value, language)
    : isolatedLtr(`${exactWords(value.toFixed(exponentOf(currency) ?? 2), language, exponentOf(currency))} ${currency}`) // prettier-ignore

const tones: readonly [RegExp, string][] = [
  [/^unreconciled|^unmatched/, 'missing'],
  [/^mismatch_no$|^reconciled|^matched/, 'matched'],
  [/^mismatch/, 'mismatch'],
]
export const toneOf = (id: FlowId): string => tones.find(([pattern]) => pattern.test(id))?.[1] ?? 'start'
