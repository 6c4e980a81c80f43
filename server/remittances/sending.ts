import type { Currency } from '#contract/kit/money.ts'
import type { RemittanceRow } from './rows.ts'

/** A settlement as the ledger knows the attempt that is under way. */
export const sendingOf = (row: RemittanceRow) => {
  const destinationMinor = row.returned_dc ?? row.net_amount_transferred_dc
  if (destinationMinor === null) throw new RangeError(`${row.settlement_ref} has no amount to send`)
  return {
    ref: row.settlement_ref,
    attempt: row.conversions,
    base: row.base_currency as Currency,
    destination: row.destination_currency as Currency,
    baseMinor: row.net_bc,
    destinationMinor,
  }
}
/** The key under which the provider knows the attempt. */
export const keyOf = ({ settlement_ref: ref, attempts }: Pick<RemittanceRow, 'settlement_ref' | 'attempts'>): string =>
  `${ref}:${attempts}`
export const refOfKey = (key: string): { ref: string; attempt: number } => {
  const at = key.lastIndexOf(':')
  return { ref: key.slice(0, at), attempt: Number(key.slice(at + 1)) }
}
