import type { ReconLeg } from '#contract/recon-outcomes.ts'
import type { DataSources, ReconSource } from '#contract/recon-sources.ts'
import type { SourceCategory } from '#contract/recon-source-shapes.ts'
import type { SourceOf } from './sources.ts'

/** What each kind of source may be compared with: transactions with settlements, and both with what the bank has. */
const opposites: Readonly<Record<SourceCategory, readonly SourceCategory[]>> = {
  PAYMENT_GATEWAY: ['PSP', 'MARKETPLACE', 'MERCHANT', 'BANK'],
  MERCHANT: ['PSP', 'MARKETPLACE', 'PAYMENT_GATEWAY', 'BANK'],
  PSP: ['PAYMENT_GATEWAY', 'MERCHANT', 'BANK'],
  MARKETPLACE: ['PAYMENT_GATEWAY', 'MERCHANT', 'BANK'],
  BANK: ['PSP', 'MARKETPLACE', 'PAYMENT_GATEWAY', 'MERCHANT'],
}

/** A source as pairs are made of it. */
interface Compared {
  category: SourceCategory
  channelKey: string
  currency: string
}
const comparedOf = ({ category, payment_channel_key: channelKey, currency }: ReconSource): Compared => ({
  category,
  channelKey,
  currency,
})

/** Of one channel and one currency where both name one. */
function agree(one: Compared, other: Compared): boolean {
  const same = (a: string, b: string) => a === '' || b === '' || a === b
  return same(one.channelKey, other.channelKey) && same(one.currency, other.currency)
}

/** Whether two sources may be compared: opposite kinds that agree. */
const mayCompare = (one: Compared, other: Compared): boolean =>
  opposites[one.category].includes(other.category) && agree(one, other)

const providers: readonly SourceCategory[] = ['PSP', 'MARKETPLACE']

/** The leg of a reconciliation that two sources make, in this order; null where they make none. */
export function legOf(
  { channel_key: channelA, ...a }: Pick<SourceOf, 'category' | 'channel_key' | 'currency'>,
  { channel_key: channelB, ...b }: Pick<SourceOf, 'category' | 'channel_key' | 'currency'>,
): ReconLeg | null {
  if (!agree({ ...a, channelKey: channelA }, { ...b, channelKey: channelB })) return null
  if ((a.category === 'PAYMENT_GATEWAY' || a.category === 'MERCHANT') && providers.includes(b.category))
    return 'settlement'
  return providers.includes(a.category) && b.category === 'BANK' ? 'bank' : null
}

const ordered = (days: readonly (string | null)[]): string[] | null =>
  days.every((day) => day !== null) ? (days as string[]).toSorted() : null

/** For each source those with which it may be compared, with the days that both have and the number of their pair. */
export const selectionOf = (
  sources: readonly ReconSource[],
  pairs: readonly { msm_id: number; source_a: string; source_b: string }[],
): DataSources['selection'] =>
  Object.fromEntries(
    sources.map((one) => [
      one.data_source,
      sources
        .filter((other) => other.data_source !== one.data_source && mayCompare(comparedOf(one), comparedOf(other)))
        .map((other) => {
          const from = ordered([one.from, other.from])?.at(-1)
          const to = ordered([one.to, other.to])?.[0]
          const overlaps = from !== undefined && to !== undefined && from <= to
          const pair = pairs.find(({ source_a: a, source_b: b }) => isOf([a, b], one, other))
          return {
            data_source: other.data_source,
            msm_id: pair?.msm_id ?? null,
            from: overlaps ? from : null,
            to: overlaps ? to : null,
          }
        }),
    ]),
  )
const isOf = (pair: readonly string[], one: ReconSource, other: ReconSource): boolean =>
  pair.includes(one.data_source) && pair.includes(other.data_source)
