import type { FeeFormula } from '#contract/fee-shapes.ts'
import { exponentOf } from '#contract/iso-currencies.ts'
import {
  dividedBy,
  exactOf,
  exactText,
  factorOf,
  percentOf,
  rounded,
  times,
  type Exact,
  type Factor,
} from '#server/recon-files/read/exact.ts'
import type { Plan } from './plan.ts'

/** What a fee is taken of. */
export interface Taken {
  /** Without its sign. */
  gross: Exact
  currency: string
  netCurrency: string
  /** Net per gross, or gross per net where `ratePer` says so; null where the file states none. */
  rate: Factor | null
  ratePer?: 'net_per_gross' | 'gross_per_net' | undefined
  /** What foodtech plans may be taken of besides the order; null where the file does not state it. */
  delivery?: Exact | null
  discount?: Exact | null
}

/** A fee without its tax, the tax, and how they came about; both in the settlement currency. */
export interface Expected {
  fee: Exact
  tax: Exact
  formula: FeeFormula
}

/**
 * What a plan says that a transaction costs: max(minimum, gross × percent) + flat, and tax on that. The percentage and the tax are each
 * rounded to the minor unit, as at capture. Null where the file does not state what it is taken of. In another settlement currency the
 * gross is exchanged first when the plan is in that currency, else the result.
 */
export function expectedFee(plan: Plan, taken: Taken): Expected | null {
  const isExchanged = taken.currency !== taken.netCurrency
  if (isExchanged && (taken.rate === null || taken.rate.digits === 0n)) return null
  const settlesFirst = isExchanged && plan.currency === taken.netCurrency
  const exponent = exponentOf(taken.netCurrency) ?? 2
  const settle = (amount: Exact): Exact => exchange(amount, taken)
  const into = (amount: Exact): Exact => (settlesFirst ? settle(amount) : amount)
  /** A fee in the plan's currency, rounded in that of the settlement. */
  const line = (base: Exact, percent: Factor, minimum: Exact, flat: Exact): Exact => {
    if (isExchanged && !settlesFirst)
      return rounded(settle(larger(minimum, percentOf(base, percent)) + flat), exponent, plan.rounding)
    return larger(minimum, percentOf(base, percent, exponent, plan.rounding)) + flat
  }
  const base = into(taken.gross)
  const shared = {
    gross: exactText(taken.gross),
    currency: taken.currency,
    rate: isExchanged && taken.rate ? factorText(taken.rate) : '',
    rate_on: isExchanged ? (settlesFirst ? ('gross' as const) : ('fee' as const)) : ('' as const),
    base: exactText(base),
    base_currency: settlesFirst ? taken.netCurrency : taken.currency,
    tax_included: plan.taxIncluded,
    rounding: plan.rounding,
  }
  if (plan.components.length > 0) return summed()

  const fee = line(base, plan.percent, plan.minimum, plan.flat)
  const tax = taxOn(fee, plan.tax, plan, exponent)
  return {
    fee: plan.taxIncluded ? fee - tax : fee,
    tax,
    formula: {
      ...shared,
      minimum_fee: exactText(plan.minimum),
      percent_fee: factorText(plan.percent),
      share: exactText(percentOf(base, plan.percent)),
      flat_fee: exactText(plan.flat),
      fee: exactText(fee),
      tax_percentage: factorText(plan.tax),
      tax: exactText(tax),
      components: [],
    },
  }

  /** The sum of the components, each of its base and taxed on its own. */
  function summed(): Expected | null {
    const sum = { fee: 0n, tax: 0n }
    const components: FeeFormula['components'] = []
    for (const { name, base: of, percent_fee, flat_fee, tax_percentage } of plan.components) {
      const stated = baseOf(of, taken)
      const [percent, flat, rate] = [factorOf(percent_fee), exactOf(flat_fee), factorOf(tax_percentage)]
      if (stated === null || percent === null || flat === null || rate === null) return null
      const amount = into(stated)
      const fee = line(amount, percent, 0n, flat)
      const tax = taxOn(fee, rate, plan, exponent)
      sum.fee += plan.taxIncluded ? fee - tax : fee
      sum.tax += tax
      const share = exactText(percentOf(amount, percent))
      components.push({ name, of, base: exactText(amount), percent_fee, share, flat_fee, fee: exactText(fee), tax_percentage, tax: exactText(tax) }) // prettier-ignore
    }
    const fee = exactText(plan.taxIncluded ? sum.fee + sum.tax : sum.fee)
    const none = { minimum_fee: '0', percent_fee: '0', share: '0', flat_fee: '0', tax_percentage: '0' }
    return { ...sum, formula: { ...shared, ...none, fee, tax: exactText(sum.tax), components } }
  }
}

const baseOf = (of: 'order' | 'delivery' | 'net_of_discount', { gross, delivery, discount }: Taken): Exact | null => {
  if (of === 'order') return gross
  if (of === 'delivery') return delivery ?? null
  return discount === undefined || discount === null ? null : gross - discount
}

/** Tax on a fee, or inside it: fee − fee ÷ (1 + rate). */
function taxOn(fee: Exact, rate: Factor, { taxIncluded, rounding }: Plan, exponent: number): Exact {
  if (!taxIncluded) return percentOf(fee, rate, exponent, rounding)
  const hundred = 100n * 10n ** BigInt(rate.decimals)
  return dividedBy(fee * rate.digits, { digits: hundred + rate.digits, decimals: 0 }, exponent, rounding)
}

/** An amount in the settlement currency. */
export function exchange(amount: Exact, { rate, ratePer }: Pick<Taken, 'rate' | 'ratePer'>): Exact {
  if (rate === null || rate.digits === 0n) return amount
  return ratePer === 'gross_per_net' ? dividedBy(amount, rate) : times(amount, rate)
}

const larger = (one: Exact, other: Exact): Exact => (one > other ? one : other)

/** The shortest decimal text of a factor. */
export function factorText({ digits, decimals }: Factor): string {
  const all = digits.toString().padStart(decimals + 1, '0')
  const fraction = all.slice(all.length - decimals).replace(/0+$/, '')
  const whole = decimals === 0 ? all : all.slice(0, all.length - decimals)
  return decimals === 0 || fraction === '' ? whole : `${whole}.${fraction}`
}
