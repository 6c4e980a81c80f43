import type { Standing } from '#server/payables/payable.ts'
import { waysFor, type OfferedWay } from '#server/channels/ways.ts'

/**
 * The ways to pay a payable: those of the merchant's channels for its country and currency, limited to the payable's
 * methods.
 */
export function waysTaken(rows: Parameters<typeof waysFor>[0], standing: Standing): OfferedWay[] {
  const { methods } = standing
  return waysFor(rows, standing).filter(({ type }) => methods === null || methods.includes(type))
}
