import type { Standing } from '#server/payables/payable.ts'
import { rowsOf, waysFor, type OfferedWay } from '#server/channels/ways.ts'

/**
 * The ways to pay a payable: those of the merchant's channels for its country, currency and amount, limited to the payable's
 * methods. What is set up without money has no amount that bounds would be about.
 * @param amountMinor the amount of an attempt, once it is known; without it, that of the payable, or any that the shopper may choose.
 */
export function waysTaken(
  rows: Parameters<typeof waysFor>[0],
  standing: Pick<
    Standing,
    'methods' | 'channels' | 'takes' | 'country' | 'currency' | 'amountMinor' | 'leastMinor' | 'recurring'
  >,
  amountMinor?: bigint,
): OfferedWay[] {
  const { methods, takes, country, currency, recurring, channels } = standing
  const isFree = recurring === true && standing.amountMinor === 0n
  const wish = { country, currency, recurring, channels }
  const order = isFree ? wish : amountMinor === undefined ? standing : { ...wish, amountMinor }
  return waysFor(rowsOf(rows, standing), order).filter(
    ({ type, subType }) => (methods === null || methods.includes(type)) && (takes?.(type, subType) ?? true),
  )
}
