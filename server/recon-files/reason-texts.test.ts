import { describe, expect, it } from 'vitest'
import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { layouts } from './layouts.ts'
import { ignoredWord } from './mapping/reading-of.ts'
import { fileReasons, readerRules, rowReasons } from './read/read-row.ts'
import { sourceRefusals } from './read/refusals.ts'

/** The rules of all built-in layouts and readers by which lines are left out. */
const rules = [
  ...readerRules,
  ignoredWord,
  ...layouts.flatMap(({ reading: { sections, skip } }) => [
    ...Object.values(sections?.ignored ?? {}),
    ...(skip ?? []).map(({ rule }) => rule),
  ]),
]
const sorted = (words: Iterable<string>) => [...new Set(words)].toSorted()

describe.each([
  ['English', english],
  ['Arabic', arabic],
])('in %s', (_, texts) => {
  it('each reason of a row and of a file has a sentence, and no other word has one', () => {
    expect(sorted(Object.keys(texts.reconReasons))).toEqual(sorted([...rowReasons, ...fileReasons]))
  })
  it('each refusal of a file has a sentence among the reasons of fields', () => {
    const words = new Set(Object.keys(texts.fieldReasons))
    expect(sourceRefusals.filter((refusal) => !words.has(refusal))).toEqual([])
  })
  it('each rule that leaves lines out has a name, and no other word has one', () => {
    expect(sorted(Object.keys(texts.reconRules))).toEqual(sorted(rules))
  })
})
