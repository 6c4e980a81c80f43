import { fieldFault } from '#contract/faults.ts'
import type { AskedPlan, FoodtechRecord } from '#contract/fee-shapes.ts'
import { paymentMethods } from '#contract/methods.ts'
import { plainText } from '#contract/kit/money.ts'
import { exactOf, minorOfExact } from '#server/recon-files/read/exact.ts'
import { decimalsOf, type PlanRow } from './plan-rows.ts'

/** What a request says of a plan's terms; what it leaves out is as it was, or holds for any. */
export type AskedTerms = {
  [K in keyof Asked]?: Asked[K] | undefined
}
type Asked = Omit<AskedPlan, 'payment_channel_key'> & Pick<FoodtechRecord, 'components'>
/** The columns of a plan that its terms fill. */
export type Terms = ReturnType<typeof termsOf>

/**
 * The columns for what is asked. Throws `invalidRequest` at the field, below `at`, for a percentage above 100, more decimals than the
 * currency has, amounts without a currency, and a band or time that ends before it begins.
 */
export function termsOf(asked: AskedTerms, before: PlanRow | null, at: string) {
  const refuse = (field: string, reason: string) => fieldFault('invalidRequest', `${at}${field}`, reason)
  const currency = asked.currency ?? before?.currency ?? ''
  const percent = (field: 'percent_fee' | 'tax_percentage', was: string | undefined): string => {
    const text = textOf(asked[field]) ?? was ?? '0'
    return percentText(text) ?? fail(refuse(field, 'too_big'))
  }
  const minor = <N extends null | bigint>(field: AmountField, was: bigint | null | undefined, none: N): bigint | N => {
    if (asked[field] === null) return none
    const text = textOf(asked[field])
    // Amounts that were there stay as they were, unless the currency became another.
    if (text === null) return (before?.currency === currency ? was : null) ?? none
    const amount = minorOfExact(exactOf(text) ?? fail(refuse(field, 'too_many_decimals')), decimalsOf(currency))
    if (amount === null) throw refuse(field, 'too_many_decimals')
    if (amount !== 0n && currency === '') throw refuse('currency', 'required')
    if (amount > mostMinor) throw refuse(field, 'too_large')
    return amount
  }
  const terms = {
    txn_type: asked.txn_type ?? before?.txn_type ?? 'payment',
    payment_method: methodOf(asked.payment_method ?? before?.payment_method ?? ''),
    payment_sub_type: asked.payment_sub_type ?? before?.payment_sub_type ?? '',
    currency,
    country: asked.country ?? before?.country ?? '',
    amount_from_minor: minor('amount_from', before?.amount_from_minor, null),
    amount_to_minor: minor('amount_to', before?.amount_to_minor, null),
    months: asked.months === undefined ? (before?.months ?? null) : asked.months,
    percent_fee: percent('percent_fee', before?.percent_fee),
    minimum_fee_minor: minor('minimum_fee', before?.minimum_fee_minor, 0n),
    flat_fee_minor: minor('flat_fee', before?.flat_fee_minor, 0n),
    tax_percent: percent('tax_percentage', before?.tax_percent),
    tax_included: asked.tax_included ?? before?.tax_included ?? false,
    settlement_days: asked.settlement_days ?? before?.settlement_days ?? 5,
    rounding: asked.rounding ?? before?.rounding ?? 'half_even',
    is_enabled: asked.enabled ?? before?.is_enabled ?? true,
    valid_from: asked.valid_from === undefined ? (before?.valid_from ?? null) : asked.valid_from,
    valid_to: asked.valid_to === undefined ? (before?.valid_to ?? null) : asked.valid_to,
    components: JSON.stringify(asked.components ? componentsOf(asked.components, currency, refuse) : (before?.components ?? [])),
  } // prettier-ignore
  const { amount_from_minor: from, amount_to_minor: to, valid_from: begins, valid_to: ends } = terms
  if ((from !== null || to !== null) && currency === '') throw refuse('currency', 'required')
  if (to !== null && to <= (from ?? 0n)) throw refuse('amount_to', 'too_small')
  if (begins && ends && ends <= begins) throw refuse('valid_to', 'too_early')
  return terms
}
type AmountField = 'amount_from' | 'amount_to' | 'minimum_fee' | 'flat_fee'
type Refuse = (field: string, reason: string) => Error

function componentsOf(asked: NonNullable<AskedTerms['components']>, currency: string, refuse: Refuse) {
  return asked.map(({ name, base, ...said }, place) => {
    const at = `components.${place}.`
    const flat = textOf(said.flat_fee) ?? '0'
    const exact = exactOf(flat)
    if (exact === null || minorOfExact(exact, decimalsOf(currency)) === null)
      throw refuse(`${at}flat_fee`, 'too_many_decimals')
    if (exact !== 0n && currency === '') throw refuse('currency', 'required')
    const percent = (field: 'percent_fee' | 'tax_percentage') =>
      percentText(textOf(said[field]) ?? '0') ?? fail(refuse(`${at}${field}`, 'too_big'))
    return {
      name,
      base,
      percent_fee: percent('percent_fee'),
      flat_fee: flat,
      tax_percentage: percent('tax_percentage'),
    }
  })
}

const fail = (error: Error): never => {
  throw error
}
const textOf = (value: string | number | null | undefined): string | null =>
  value === undefined || value === null ? null : typeof value === 'number' ? plainText(value) : value
/** A percentage from 0 to 100 with at most four decimals, in its shortest form. */
function percentText(text: string): string | null {
  const exact = exactOf(text)
  if (exact === null || exact < 0n || exact > hundred || exact % 10_000n !== 0n) return null
  const [whole = '0', fraction = ''] = text.split('.')
  const rest = fraction.replace(/0+$/, '')
  return rest === '' ? String(Number(whole)) : `${Number(whole)}.${rest}`
}
const hundred = 10_000_000_000n
const mostMinor = 10n ** 15n - 1n

/** A way to pay of ours has our spelling, so that payments are charged by it. */
function methodOf(word: string): string {
  const ours = word.toUpperCase().replaceAll(/[\s-]/g, '_')
  return (paymentMethods as readonly string[]).includes(ours) ? ours : word
}
