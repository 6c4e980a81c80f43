import type { FieldError } from '#contract/faults.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { OfferedMethod } from '#contract/methods.ts'
import type { RoutingRule } from '#contract/routing-shapes.ts'
import { currencies as decimalsOf } from '#contract/kit/money.ts'
import { amountNumber } from '#console/kit/form/amount-input.tsx'
import { westernDecimal } from '#console/kit/form/decimal.ts'

/** What of a rule is typed; a condition without a value holds for every order. */
export interface RuleValues {
  name: string
  is_enabled: boolean
  currencies: Currency[]
  countries: string[]
  /** A method, or a method and its sub-type: `WALLET`, `WALLET GRABPAY`. */
  ways: string[]
  sources: string[]
  /** `1` to `7`, Monday first. */
  weekdays: string[]
  /** Hours, `0` to `24`; empty for none. */
  from_hour: string
  to_hour: string
  amount: BoundRow[]
  channels: ChannelRow[]
}
/** The bounds in one currency; empty for none. */
export interface BoundRow {
  currency: Currency
  min: string
  max: string
}
export interface ChannelRow {
  channel_key: string
  method_key: OfferedMethod | ''
  rank: number
  weight: string
  is_enabled: boolean
}
/** The part of a rule that a person changes in its form. */
export type RuleContent = Pick<RoutingRule, 'name' | 'conditions' | 'channels' | 'is_enabled'>

export const emptyRule: RuleValues = {
  name: '',
  is_enabled: true,
  currencies: [],
  countries: [],
  ways: [],
  sources: [],
  weekdays: [],
  from_hour: '',
  to_hour: '',
  amount: [],
  channels: [],
}

export const wayValue = (type: string, subType: string): string => [type, subType].filter(Boolean).join(' ')

/** A rule as it is shown in its form. */
export function valuesOf({ name, is_enabled, conditions, channels }: RuleContent): RuleValues {
  const { currencies, countries, methods, sources, weekdays, from_hour, to_hour, amount } = conditions
  const typed = (value: number | null, currency: Currency) => value?.toFixed(decimalsOf[currency]) ?? ''
  return {
    name,
    is_enabled,
    currencies: [...(currencies ?? [])],
    countries: [...(countries ?? [])],
    ways: (methods ?? []).map(({ type, sub_type = '' }) => wayValue(type, sub_type)),
    sources: [...(sources ?? [])],
    weekdays: (weekdays ?? []).map(String),
    from_hour: from_hour === undefined ? '' : String(from_hour),
    to_hour: to_hour === undefined ? '' : String(to_hour),
    amount: (amount ?? []).map(({ currency, min, max }) => ({
      currency,
      min: typed(min, currency),
      max: typed(max, currency),
    })),
    channels: channels
      .toSorted((a, b) => a.rank - b.rank)
      .map((channel) => ({ ...channel, weight: String(channel.weight) })),
  }
}

/** What is sent of a form. A condition without a value is left out. */
export function bodyOf(values: RuleValues) {
  const { name, is_enabled, from_hour, to_hour, amount, channels } = values
  const given = <T>(list: readonly T[], name: string) => (list.length > 0 ? { [name]: list } : {})
  return {
    name,
    is_enabled,
    conditions: {
      ...given(values.currencies, 'currencies'),
      ...given(values.countries, 'countries'),
      ...given(values.ways.map(methodOf), 'methods'),
      ...given(values.sources, 'sources'),
      ...given(
        values.weekdays.map(Number).toSorted((a, b) => a - b),
        'weekdays',
      ),
      ...given(amount.map(boundsOf), 'amount'),
      ...(from_hour && { from_hour: Number(from_hour) }),
      ...(to_hour && { to_hour: Number(to_hour) }),
    },
    channels: channels.map(({ weight, ...channel }) => ({ ...channel, weight: weightOf(weight) })),
  }
}
function methodOf(way: string) {
  const [type = '', sub_type = ''] = way.split(' ')
  return { type: type as OfferedMethod, sub_type }
}
const boundsOf = ({ currency, min, max }: BoundRow) => ({
  currency,
  min: amountNumber(min) ?? null,
  max: amountNumber(max) ?? null,
})
/** An empty weight is no number, which the call refuses at its field. */
export const weightOf = (written: string): number => Number(westernDecimal(written) || Number.NaN)

/** The same content as a rule has it, for sentence and conflicts. What is no number yet is left out. */
export function contentOf(values: RuleValues): RuleContent {
  const { conditions, channels, ...rest } = bodyOf(values) as unknown as RuleContent
  const { amount, ...others } = conditions
  const finite = (value: number | null) => (value !== null && Number.isFinite(value) ? value : null)
  return {
    ...rest,
    conditions: {
      ...others,
      ...(amount && {
        amount: amount.map(({ currency, min, max }) => ({ currency, min: finite(min), max: finite(max) })),
      }),
    },
    channels: channels.map((one) => ({ ...one, weight: Number.isFinite(one.weight) ? one.weight : 0 })),
  }
}

/** A smallest amount above the largest one, and hours that are the same, which no order could meet. */
export function ruleErrors({ amount, from_hour: from, to_hour: to }: RuleValues): FieldError[] {
  const bounds = amount.flatMap(({ min, max }, at): FieldError[] => {
    const [least, most] = [amountNumber(min), amountNumber(max)]
    return least !== undefined && most !== undefined && least > most
      ? [{ path: `conditions.amount.${at}.max`, reason: 'below_minimum', text: 'below the minimum' }]
      : []
  })
  const sameHour = from !== '' && from === to
  return [
    ...bounds,
    ...(sameHour ? [{ path: 'conditions.to_hour', reason: 'not_a_choice', text: 'the same hour' }] : []),
  ]
}

/** The field of the form that a path of the request is about. */
export const fieldOf = (path: string): string =>
  path
    .replace(/^conditions\./, '')
    .replace(/^methods(\..*)?$/, 'ways')
    .replace(/^(currencies|countries|sources|weekdays)\..*/, '$1')
    // A channel that is there twice is told by its method.
    .replace(/^(channels\.\d+)\.channel_key$/, '$1.method_key')
