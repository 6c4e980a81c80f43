import type { DataSources, ReconSource } from '#contract/recon-sources.ts'
import type { SourceCategory } from '#contract/recon-source-shapes.ts'

/** What each kind of source may be compared with: transactions with settlements, and both with what the bank has. */
const opposites: Readonly<Record<SourceCategory, readonly SourceCategory[]>> = {
  PAYMENT_GATEWAY: ['PSP', 'MARKETPLACE', 'MERCHANT', 'BANK'],
  MERCHANT: ['PSP', 'MARKETPLACE', 'PAYMENT_GATEWAY', 'BANK'],
  PSP: ['PAYMENT_GATEWAY', 'MERCHANT', 'BANK'],
  MARKETPLACE: ['PAYMENT_GATEWAY', 'MERCHANT', 'BANK'],
  BANK: ['PSP', 'MARKETPLACE', 'PAYMENT_GATEWAY', 'MERCHANT'],
}

/** Whether two sources may be compared: opposite kinds, of one channel and one currency where both name one. */
function mayCompare(one: ReconSource, other: ReconSource): boolean {
  const agree = (a: string, b: string) => a === '' || b === '' || a === b
  return (
    opposites[one.category].includes(other.category) &&
    agree(one.payment_channel_key, other.payment_channel_key) &&
    agree(one.currency, other.currency)
  )
}

const ordered = (days: readonly (string | null)[]): string[] | null =>
  days.every((day) => day !== null) ? (days as string[]).toSorted() : null

/** For each source those with which it may be compared, with the days that both have. */
export const selectionOf = (sources: readonly ReconSource[]): DataSources['selection'] =>
  Object.fromEntries(
    sources.map((one) => [
      one.data_source,
      sources
        .filter((other) => other.data_source !== one.data_source && mayCompare(one, other))
        .map((other) => {
          const from = ordered([one.from, other.from])?.at(-1)
          const to = ordered([one.to, other.to])?.[0]
          const overlaps = from !== undefined && to !== undefined && from <= to
          return { data_source: other.data_source, from: overlaps ? from : null, to: overlaps ? to : null }
        }),
    ]),
  )
