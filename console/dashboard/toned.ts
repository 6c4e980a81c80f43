import type { Slice } from './donut.tsx'
import type { ChartWords } from './words.ts'

type Amount = Pick<Slice, 'key' | 'name' | 'value' | 'to'>
/** The five largest amounts with looks of their own, and the sum of the others. */
export function toned(amounts: readonly Amount[], other: string, words: ChartWords): Slice[] {
  const sorted = amounts.toSorted((a, b) => b.value - a.value)
  const own = ['first', 'second', 'third', 'fourth', 'fifth']
  const rest = sorted.slice(own.length).map(({ value }) => value)
  const slices = [
    ...sorted.slice(0, own.length).map((amount, at) => ({ ...amount, tone: own[at] as string })),
    ...(rest.length > 0 ? [{ key: 'other', name: other, tone: 'other', value: words.sum(rest) }] : []),
  ].filter(({ value }) => value > 0)
  const total = slices.reduce((all, { value }) => all + value, 0)
  return slices.map((slice) => ({ ...slice, words: words.amount(slice.value), share: slice.value / total }))
}
