import type { WireOutput } from '#contract/kit/call.ts'
import type { Currency } from '#contract/kit/money.ts'
import { limitPeriods, type LimitOf, type readPayoutLimits } from '#contract/payout-limits.ts'
import { amountNumber } from '#console/kit/form/amount-input.tsx'

export type LimitsAnswer = WireOutput<typeof readPayoutLimits>

/** A limit as the form holds it. An empty subject is each that has no limit of its own. */
export interface LimitValues {
  of: LimitOf
  subject: string
  currency: Currency
  payout: string
  day: string
  month: string
}
export interface LimitsValues {
  limits: LimitValues[]
}

export const emptyLimit = (currency: Currency): LimitValues => ({
  of: 'MAKER',
  subject: '',
  currency,
  payout: '',
  day: '',
  month: '',
})

const typed = (amount: number | null): string => (amount === null ? '' : String(amount))
export const limitValues = ({ limits }: LimitsAnswer): LimitsValues => ({
  limits: limits.map(({ of, subject, currency, payout, day, month }) => ({
    of,
    subject,
    currency,
    payout: typed(payout),
    day: typed(day),
    month: typed(month),
  })),
})

/** The field of a request that names such a subject. */
const fieldOf = {
  ACCOUNT: 'virtual_acc_no',
  MAKER: 'sub_user_id',
  APPROVER: 'sub_user_id',
  BENEFICIARY: 'beneficiary_uuid',
} as const satisfies Record<LimitOf, string>

/** The body's part that says the limits; a blank amount is no limit. */
export const limitsBody = ({ limits }: LimitsValues) => ({
  limits: limits.map(({ of, subject, currency, ...amounts }) => ({
    of,
    ...(subject && { [fieldOf[of]]: subject }),
    currency,
    ...Object.fromEntries(
      limitPeriods.map((period) => [
        period,
        amounts[period].trim() === '' ? null : (amountNumber(amounts[period]) ?? Number.NaN),
      ]),
    ),
  })),
})

/** The form's field of an error at the subject, which has another name in each kind. */
export const limitField = (path: string): string =>
  path.replace(/\.(virtual_acc_no|sub_user_id|beneficiary_uuid)$/, '.subject')
