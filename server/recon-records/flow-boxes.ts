import type { FlowField, FlowId, FlowNode, ReconFlow } from '#contract/recon-dashboard.ts'
import { statusesAlone, statusesInMatch, type MismatchWord } from '#contract/recon-dashboard-shapes.ts'
import type { Mismatch, OutcomeStatus } from '#contract/recon-outcomes.ts'
import { exactOf, exactText, type Exact } from '#server/recon-files/read/exact.ts'
import type { FlowCell } from './flow.ts'

type Told = Pick<ReconFlow, 'currency' | 'dataFields' | 'dataNodes' | 'unConnectedNodes'>
interface Sum {
  count: number
  amounts: ReadonlyMap<string, Exact>
}

/** The names that integrations know the boxes by. */
const names: Readonly<Record<FlowId, string>> = {
  sale_transactions: 'Transactions',
  sale_settlements: 'Settlements',
  unreconciled_sale_transactions: 'Missing in Settlements',
  reconciled_sale_settlements: 'Matched Orders',
  unreconciled_sale_settlements: 'Missing in Transactions',
  matched_sku: 'Matched SKUs',
  unmatched_sku: 'Unmatched SKUs',
  mismatch_no: 'No Mismatch',
  mismatch_fee: 'Fee Mismatch',
  mismatch_tax: 'Tax Mismatch',
  mismatch_amount: 'Amount Mismatch',
  mismatch_quantity: 'Quantity Mismatch',
  mismatch_date: 'Date Shift',
}
const fills = {
  start: '#3b6fd4',
  missing: '#d9534f',
  matched: '#2e8b57',
  none: '#4caf7d',
  mismatch: '#e0a030',
} as const
const fillOf = (id: FlowId): string => {
  if (id.startsWith('unreconciled') || id === 'unmatched_sku') return fills.missing
  if (id === 'mismatch_no') return fills.none
  if (id.startsWith('mismatch')) return fills.mismatch
  return id.startsWith('sale') ? fills.start : fills.matched
}
const differences: readonly Mismatch[] = ['fee', 'tax', 'amount', 'quantity', 'date']

/**
 * The boxes and flows that records make. A box of records is the sum of what leaves it; one with two differences is in both flows behind its
 * box and counts once in it. Widths are those that integrations expect, and mean nothing else.
 */
export function flowOf(
  cells: readonly FlowCell[],
  { sources, sign, withSkus }: { sources: { source_a: string; source_b: string }; sign: 1 | -1; withSkus: boolean },
): Told {
  const among = (side: 'a' | 'b', statuses: readonly OutcomeStatus[], which: (cell: FlowCell) => boolean = () => true) =>
    sumOf(cells.filter((cell) => cell.side === side && statuses.includes(cell.status) && which(cell)), sign) // prettier-ignore
  const isSpare = (cell: FlowCell) => cell.is_spare_sku
  const alone = (side: 'a' | 'b') => among(side, statusesAlone, (cell) => !isSpare(cell))
  const inMatch = among('a', statusesInMatch)
  const spare = among('a', statusesAlone, isSpare)
  const matched = added(inMatch, spare)
  const theirs = added(among('b', statusesInMatch), among('b', statusesAlone, isSpare))
  const sums: Record<FlowId, Sum> = {
    sale_transactions: added(alone('a'), matched),
    sale_settlements: added(alone('b'), theirs),
    unreconciled_sale_transactions: alone('a'),
    reconciled_sale_settlements: matched,
    unreconciled_sale_settlements: alone('b'),
    matched_sku: withSkus ? inMatch : nothing,
    unmatched_sku: spare,
    mismatch_no: among('a', statusesInMatch, ({ mismatches }) => mismatches.length === 0),
    ...(Object.fromEntries(
      differences.map((one) => [`mismatch_${one}`, among('a', statusesInMatch, ({ mismatches }) => mismatches.includes(one))]),
    ) as Record<`mismatch_${'fee' | 'tax' | 'amount' | 'quantity' | 'date'}`, Sum>),
  } // prettier-ignore
  const currencies = [...new Set(cells.map(({ currency }) => currency))]
  const currency = currencies.length === 1 ? (currencies[0] as string) : ''
  const valueOf = ({ count, amounts }: Sum) => (currency === '' ? count : Number(exactText(amounts.get(currency) ?? 0n)))
  const dataFields = (Object.keys(sums) as FlowId[]).map((id): FlowField => {
    const sum = sums[id]
    const beside = id === 'reconciled_sale_settlements' ? { value_source_b: valueOf(theirs), count_source_b: theirs.count } : {}
    return {
      id, name: names[id], count: sum.count, value: valueOf(sum), ...beside, values: valuesOf(sum), sliceSettings: { fill: fillOf(id) },
      record_filter: filterOf(id, sources),
    } // prettier-ignore
  })
  const lines = linksOf(withSkus).map((link) => ({ ...link, sum: link.of ? (link.of === 'theirs' ? theirs : sums[link.of]) : sums[link.to] }))
  const dataNodes = lines
    .filter(({ sum }) => sum.count > 0)
    .map(({ from, to, sum, least, more }): FlowNode => {
      const share = sums[from].count === 0 ? 0 : Math.min(1, sum.count / sums[from].count)
      return { from, to, count: sum.count, value: valueOf(sum), weightedValue: round(least + more * share) }
    })
  const connected = new Set(dataNodes.flatMap(({ from, to }) => [from, to]))
  const unConnectedNodes = (Object.keys(sums) as FlowId[]).filter((id) => !connected.has(id))
  return { currency, dataFields, dataNodes, unConnectedNodes }
} // prettier-ignore

interface Link {
  from: FlowId
  to: FlowId
  of?: FlowId | 'theirs'
  /** The width of an empty flow, and what the whole of its box adds to it. */
  least: number
  more: number
}
function linksOf(withSkus: boolean): Link[] {
  const first = { least: 2.2, more: 2.8 }
  const behind: FlowId = withSkus ? 'matched_sku' : 'reconciled_sale_settlements'
  const differing: FlowId[] = ['mismatch_no', 'mismatch_fee', 'mismatch_tax', 'mismatch_amount', 'mismatch_quantity', 'mismatch_date'] // prettier-ignore
  return [
    { from: 'sale_transactions', to: 'unreconciled_sale_transactions', ...first },
    { from: 'sale_transactions', to: 'reconciled_sale_settlements', ...first },
    { from: 'sale_settlements', to: 'reconciled_sale_settlements', of: 'theirs', ...first },
    { from: 'sale_settlements', to: 'unreconciled_sale_settlements', ...first },
    ...(withSkus
      ? ([
          { from: 'reconciled_sale_settlements', to: 'matched_sku', least: 2.2, more: 7.8 },
          { from: 'reconciled_sale_settlements', to: 'unmatched_sku', ...first },
        ] satisfies Link[])
      : []),
    ...differing.map((to): Link => ({ from: behind, to, least: 2.8, more: 1.2 })),
  ]
}

/** What the records of a box are found by: exactly those that it counts. */
function filterOf(
  id: FlowId,
  { source_a, source_b }: { source_a: string; source_b: string },
): FlowField['record_filter'] {
  const of = (status: FlowField['record_filter']['status'], mismatches: MismatchWord[] = [], data_source = source_a) => ({ data_source, status, mismatches }) // prettier-ignore
  if (id === 'sale_transactions') return of([...statusesInMatch, ...statusesAlone])
  if (id === 'sale_settlements') return of([...statusesInMatch, ...statusesAlone], [], source_b)
  if (id === 'unreconciled_sale_transactions') return of('unreconciled')
  if (id === 'unreconciled_sale_settlements') return of('unreconciled', [], source_b)
  if (id === 'unmatched_sku') return of('SankeyUnmatchedSku')
  return id.startsWith('mismatch') ? of('SankeyReconOrders', [id as MismatchWord]) : of('SankeyReconOrders')
}

const nothing: Sum = { count: 0, amounts: new Map() }
const sumOf = (cells: readonly FlowCell[], sign: 1 | -1): Sum =>
  cells.map(({ count, currency, amount }) => ({ count, amounts: new Map([[currency, (exactOf(amount) ?? 0n) * BigInt(sign)]]) })).reduce(added, nothing) // prettier-ignore
function added(one: Sum, other: Sum): Sum {
  const amounts = new Map(one.amounts)
  for (const [currency, amount] of other.amounts) amounts.set(currency, (amounts.get(currency) ?? 0n) + amount)
  return { count: one.count + other.count, amounts }
}
const valuesOf = ({ amounts }: Sum): FlowField['values'] =>
  [...amounts].map(([currency, amount]) => ({ currency, amount: exactText(amount) })).toSorted((a, b) => (a.currency < b.currency ? -1 : 1)) // prettier-ignore
const round = (value: number): number => Math.round(value * 10_000) / 10_000
