import type { Standing } from '#server/payables/payable.ts'
import { waysFor, type OfferedWay } from '#server/channels/ways.ts'

/**
 * The ways to pay a payable: those of the merchant's channels for its country, currency and amount, limited to the payable's
 * methods.
 * @param amountMinor the amount of an attempt, once it is known; without it, that of the payable, or any that the shopper may choose.
 */
export function waysTaken(
  rows: Parameters<typeof waysFor>[0],
  standing: Pick<Standing, 'methods' | 'takes' | 'country' | 'currency' | 'amountMinor' | 'leastMinor'>,
  amountMinor?: bigint,
): OfferedWay[] {
  const { methods, takes, country, currency } = standing
  return waysFor(rows, amountMinor === undefined ? standing : { country, currency, amountMinor }).filter(
    ({ type, subType }) => (methods === null || methods.includes(type)) && (takes?.(type, subType) ?? true),
  )
}
