import type { RecordType } from '#contract/recon-records.ts'
import { signOfType } from '#contract/recon-records.ts'
import type { Reading } from '../layout.ts'
import { nameOf, testOf, textOf, wordOf } from './columns.ts'
import type { Titles } from './columns.ts'
import type { RowFault } from './read-row.ts'
import type { SourceCell } from './source-rows.ts'

/** The types of a layout by the words of a file, compared without case and blanks. */
export function typeFinder(types: Readonly<Record<string, RecordType>>): (word: string) => RecordType | undefined {
  const whole = new Map<string, RecordType>()
  const beginnings: { word: string; type: RecordType }[] = []
  for (const [word, type] of Object.entries(types)) {
    if (word.endsWith('*')) beginnings.push({ word: wordOf(word.slice(0, -1)), type })
    else whole.set(wordOf(word), type)
  }
  // The longest beginning is the most exact one.
  beginnings.sort((one, other) => other.word.length - one.word.length)
  const known = new Map<string, RecordType | undefined>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined || known.has(word)) return before
    const compared = wordOf(word)
    const type = whole.get(compared) ?? beginnings.find((one) => compared.startsWith(one.word))?.type
    // Files repeat few words; one that writes a new word in every row is not remembered.
    if (known.size < 1_000) known.set(word, type)
    return type
  }
}

/** What finds the type of a row. A word that the layout does not know is a fault that names it, and never another type. */
export function typeReader(reading: Reading, titles: Titles): (cells: readonly SourceCell[]) => RecordType | RowFault {
  const from = reading.columns.txn_type ?? reading.columns.status
  const word = textOf(from, titles, '|')
  const column = nameOf(from)
  const find = typeFinder(reading.types)
  const when = (reading.typesWhen ?? []).map(({ type, when: tests }) => ({ type, holds: testOf(tests, titles) }))
  return (cells) => {
    const told = when.find((one) => one.holds(cells))
    if (told) return told.type
    const found = from === undefined ? '' : word(cells)
    const isEmpty = found === '' || (found.startsWith('|') && found.replaceAll('|', '') === '')
    const type = isEmpty ? (reading.type ?? find('')) : find(found)
    if (type) return type
    if (!isEmpty) return { column, value: found, reason: 'unknown_type', params: { word: found } }
    return { column, value: '', reason: 'no_type', params: {} }
  }
}
/** The types whose amounts have a sign that no provider reverses: others are given back now and then. */
const strict: ReadonlySet<RecordType> = new Set([
  'payment',
  'refund',
  'refund_reversal',
  'chargeback',
  'chargeback_reversal',
])

/** The type of a row whose amount has this sign; null where an amount of that type cannot have it. */
export function typeOfSign(type: RecordType, sign: number, reversed: Reading['typesReversed']): RecordType | null {
  if (sign === 0 || signOfType[type] === 0 || sign === signOfType[type]) return type
  const other = reversed?.[type]
  if (other) return other
  return strict.has(type) ? null : type
}
