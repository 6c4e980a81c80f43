import type { FeePlan, feeBases, FeeType } from '#contract/fee-shapes.ts'
import { westernDecimal } from '#console/kit/form/decimal.ts'

/** A component in the form. */
export interface PartValues {
  name: string
  base: (typeof feeBases)[number]
  percent_fee: string
  flat_fee: string
  tax_percentage: string
}
/** The form of a plan; each number is the text as it was typed. */
export interface PlanValues {
  payment_channel_key: string
  txn_type: FeeType
  payment_method: string
  payment_sub_type: string
  currency: string
  country: string
  amount_from: string
  amount_to: string
  months: string
  percent_fee: string
  minimum_fee: string
  flat_fee: string
  tax_percentage: string
  tax_included: boolean
  settlement_days: string
  rounding: FeePlan['rounding']
  enabled: boolean
  valid_from: string
  valid_to: string
  components: PartValues[]
}
/** What a plan form begins with. */
export type PlanStart = Partial<PlanValues> & { uuid?: string; isNew: boolean; used?: boolean }

export const emptyPart: PartValues = { name: '', base: 'order', percent_fee: '', flat_fee: '', tax_percentage: '' }
export const emptyPlan: PlanValues = {
  payment_channel_key: '', txn_type: 'payment', payment_method: '', payment_sub_type: '', currency: '', country: '', amount_from: '',
  amount_to: '', months: '', percent_fee: '', minimum_fee: '', flat_fee: '', tax_percentage: '', tax_included: false, settlement_days: '',
  rounding: 'half_even', enabled: true, valid_from: '', valid_to: '', components: [],
} // prettier-ignore

const typed = (text: string | null): string => (text === null || text === '0' ? '' : text)
/** The form of a plan that is there. */
export const startOf = (plan: FeePlan): PlanStart => ({
  uuid: plan.uuid, isNew: false, used: plan.used,
  payment_channel_key: plan.payment_channel_key, txn_type: plan.txn_type, payment_method: plan.payment_method,
  payment_sub_type: plan.payment_sub_type, currency: plan.currency, country: plan.country, amount_from: plan.amount_from ?? '',
  amount_to: plan.amount_to ?? '', months: plan.months === null ? '' : String(plan.months), percent_fee: plan.percent_fee,
  minimum_fee: typed(plan.minimum_fee), flat_fee: typed(plan.flat_fee), tax_percentage: typed(plan.tax_percentage),
  tax_included: plan.tax_included, settlement_days: String(plan.settlement_days), rounding: plan.rounding, enabled: plan.enabled,
  valid_from: plan.valid_from ?? '', valid_to: plan.valid_to ?? '',
  components: plan.components.map((part) => ({ ...part, flat_fee: typed(part.flat_fee), percent_fee: typed(part.percent_fee), tax_percentage: typed(part.tax_percentage) })),
}) // prettier-ignore

const decimalOf = (written: string): string => westernDecimal(written)
const orNull = (text: string): string | null => (text.trim() === '' ? null : decimalOf(text))
const orZero = (text: string): string => orNull(text) ?? '0'
const wholeOf = (text: string): number => Number(decimalOf(text) || Number.NaN)
const momentOf = (text: string): string | null => (text === '' ? null : text)

/** The terms as a request says them: all of them, so that what was emptied is no longer a condition. */
export function termsBody(values: PlanValues, isNew: boolean): object {
  const { txn_type, payment_method, payment_sub_type, currency, country, tax_included, rounding, enabled } = values
  return {
    ...(isNew && { txn_type }),
    payment_method: payment_method.trim(),
    payment_sub_type: payment_sub_type.trim(),
    currency,
    country,
    amount_from: orNull(values.amount_from),
    amount_to: orNull(values.amount_to),
    months: values.months.trim() === '' ? null : wholeOf(values.months),
    minimum_fee: orZero(values.minimum_fee),
    tax_included,
    ...(values.settlement_days.trim() !== '' && { settlement_days: wholeOf(values.settlement_days) }),
    rounding,
    enabled,
    valid_from: momentOf(values.valid_from),
    valid_to: momentOf(values.valid_to),
    ...(values.components.length > 0
      ? { components: values.components.map(partBody) }
      : {
          ...(orNull(values.percent_fee) !== null && { percent_fee: orNull(values.percent_fee) }),
          flat_fee: orZero(values.flat_fee),
          tax_percentage: orZero(values.tax_percentage),
        }),
  }
}
const partBody = ({ name, base, percent_fee, flat_fee, tax_percentage }: PartValues) => ({
  name: name.trim(),
  base,
  percent_fee: orZero(percent_fee),
  flat_fee: orZero(flat_fee),
  tax_percentage: orZero(tax_percentage),
})
