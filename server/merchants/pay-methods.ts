import type { listPayMethods } from '#contract/merchants.ts'
import type { Output } from '#contract/kit/call.ts'
import type { OfferedWay } from '#server/channels/ways.ts'

type ByMethod = Output<typeof listPayMethods>

/** The ways by their method, each in its place. */
export function payMethods(offered: readonly OfferedWay[]): ByMethod {
  const byMethod: ByMethod = {}
  for (const way of offered) (byMethod[way.type] ??= []).push(entryOf(way))
  return byMethod
}

const entryOf = (way: OfferedWay): ByMethod[string][number] => ({
  payment_channel_key: way.channelKey,
  payment_method_key: way.subType || way.type,
  sub_type: way.subType,
  display_name: way.name ?? '',
  is_enabled: true,
  is_default: way.isDefault,
  tokenization_possible: way.asks.includes('card'),
  collect_payslip: way.type === 'DIRECT_BANK_TRANSFER',
  plan_months: [...way.planMonths],
  country: Object.keys(way.places ?? {}).join(','),
  currency: [...new Set(Object.values(way.places ?? {}).flat())].join(','),
})
