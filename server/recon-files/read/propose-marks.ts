import { readAmount, type AmountFault } from './amounts.ts'
import { strippedOf } from './amount-signs.ts'
import { exactText } from './exact.ts'
import { groupMarkOf, type Marks } from './marks.ts'
import type { SourceCell } from './source-rows.ts'

/** One way to read a column, with what it makes of the example. */
export interface MarksReading {
  marks: Marks
  /** A plain decimal. */
  value: string
}
/** The marks that read a whole column; or the question, as two readings of one of its values; or the value that is no amount. */
export type MarksFound =
  | { marks: Marks }
  | { example: string; readings: readonly [MarksReading, MarksReading] }
  | { example: string; fault: AmountFault }

/**
 * Proposes the marks of a column of amounts. `1,234` alone may be a thousand or one and a bit, and is asked; one `1,23` or `1,234.5`
 * in the column decides. Empty cells, and cells that are numbers, say nothing.
 */
export function marksOf(values: readonly SourceCell[]): MarksFound {
  const texts = values.filter((value): value is string => typeof value === 'string' && value.trim() !== '')
  const tried = candidates.map((marks) => ({ marks, failed: texts.find((text) => isFault(text, marks)) }))
  const reading = tried.filter(({ failed }) => failed === undefined).map(({ marks }) => marks)
  const [first] = reading
  if (!first) {
    // The candidate that gets furthest names the value.
    const furthest = tried.toSorted((a, b) => texts.indexOf(b.failed as string) - texts.indexOf(a.failed as string))[0]
    const example = furthest?.failed ?? ''
    return { example, fault: readAmount(example, furthest?.marks ?? {}) as AmountFault }
  }
  const other = reading.find(({ decimal }) => decimal !== first.decimal)
  const example = other && texts.find((text) => readAmount(text, first) !== readAmount(text, other))
  if (other && example !== undefined) return { example, readings: [readingOf(first), readingOf(other)] }
  return { marks: withGroup(first) }

  function readingOf(marks: Marks): MarksReading {
    const value = readAmount(example ?? '', marks)
    return { marks: withGroup(marks), value: typeof value === 'bigint' ? exactText(value) : '' }
  }
  /** The mark of groups where the column has one kind of it. */
  function withGroup(marks: Marks): Marks {
    const found = new Set(texts.flatMap((text) => groupIn(text, marks.decimal) ?? []))
    const [group] = found
    return found.size > 1 ? marks : { ...marks, group: group ?? '' }
  }
}
/** The commoner ways first: where several read the same, the first is proposed. */
const candidates: readonly Marks[] = [
  { decimal: '.' },
  { decimal: ',' },
  { decimal: '.', indianGroups: true },
  { decimal: ',', indianGroups: true },
]
const isFault = (text: string, marks: Marks): boolean => typeof readAmount(text, marks) === 'string'

function groupIn(text: string, decimal: Marks['decimal']): Marks['group'] {
  const stripped = strippedOf(text)
  if (typeof stripped === 'string') return undefined
  const mark = groupMarkOf(stripped.digits)
  return mark === decimal ? undefined : mark
}
