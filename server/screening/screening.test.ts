import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jaroWinkler } from './jaro-winkler.ts'
import { openMatcher, type Entry } from './matcher.ts'
import { readEntries } from './load-list.ts'
import { tokensOf } from './normal-name.ts'

const entry = (name: string, aliases: string[] = []): Entry => ({
  list: 'test',
  version: 1,
  entry_id: name,
  schema: 'Person',
  name,
  aliases,
  birth_date: '',
  countries: [],
})
const matched = (names: string[], name: string) =>
  openMatcher(names.map((one) => entry(one)))(name).map((one) => one.name)

describe('names', () => {
  it('are compared without case, accents, script, punctuation, order and legal forms', () => {
    expect(tokensOf('Müller, Jörg GmbH & Co. KG')).toEqual(['jorg', 'muller'])
    expect(tokensOf('ООО «Ромашка»')).toEqual(['romashka'])
    expect(tokensOf('Ltd.')).toEqual(['ltd'])
  })

  it.each([
    ['Ivan Petrov', 'PETROV, Ivan', true],
    ['Ivan Sergeyevich Petrov', 'Ivan Petrov', true],
    ['Muhammad al-Hassan', 'Muhamad al Hasan', true],
    ['Ivan Petrov', 'Ivan Sidorov', false],
    ['Petrov', 'Ivan Petrov', false],
    ['Romashka Ltd', 'ООО Ромашка', true],
    ['Mei Tan', 'Mei Tong', false],
  ])('%s and %s: %s', (one, other, isMatch) => {
    expect(matched([other], one).length > 0).toBe(isMatch)
  })

  it('are found by their aliases', () => {
    const compare = openMatcher([entry('Ivan Petrov', ['Vanya Petroff'])])
    expect(compare('Vanya Petroff')).toMatchObject([{ entry_id: 'Ivan Petrov', name: 'Vanya Petroff', score: 1 }])
  })

  it('that one by one comparing finds are all found by the index', () => {
    const word = fc.stringMatching(/^[abel]{2,11}$/)
    const name = fc.array(word, { minLength: 2, maxLength: 3 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 30 }), name, (names, asked) => {
        const slow = names.filter((one) => bestPairs(tokensOf(one), tokensOf(asked)) >= 0.92)
        const quick = openMatcher(names.map((one, at) => ({ ...entry(one), entry_id: String(at) })))(asked)
        expect(quick.length).toBe(Math.min(slow.length, 10))
      }),
      { seed: 7, numRuns: 300 },
    )
  })
})

/** The score, written as it is defined. */
function bestPairs(a: string[], b: string[]): number {
  const [short, long] = a.length <= b.length ? [a, [...b]] : [b, [...a]]
  if (short.length < 2) return long.length === 1 && short[0] === long[0] ? 1 : 0
  let sum = 0
  for (const token of short) {
    const scores = long.map((other) => jaroWinkler(token, other))
    const best = Math.max(...scores)
    long.splice(scores.indexOf(best), 1)
    sum += best
  }
  return sum / short.length
}

it.each([
  ['martha', 'marhta', 0.961],
  ['dwayne', 'duane', 0.84],
  ['dixon', 'dicksonx', 0.813],
])('Jaro and Winkler: %s and %s', (a, b, score) => {
  expect(jaroWinkler(a, b)).toBeCloseTo(score, 3)
  expect(jaroWinkler(b, a)).toBeCloseTo(score, 3)
})

describe('a list', () => {
  const header = 'id,schema,name,aliases,birth_date,countries,dataset'
  it('is read with several values in a cell, and further columns are left out', () => {
    expect(readEntries(`${header}\nQ1,Person,Ivan Petrov,"Vanya; Ivan P.",1960,ru;by,x\n`)).toEqual([
      {
        entry_id: 'Q1',
        schema: 'Person',
        name: 'Ivan Petrov',
        aliases: ['Vanya', 'Ivan P.'],
        birth_date: '1960',
        countries: ['ru', 'by'],
      },
    ])
  })
  it.each([
    ['id,name\nQ1,Ivan', /lacks schema, aliases/],
    [`${header}\n,Person,Ivan,,,,`, /Line 2/],
    [`${header}\nQ1,Person,,,,,`, /Line 2: Q1 has no name/],
    [`${header}\nQ1,Person,A,,,,\nQ1,Person,B,,,,`, /twice/],
    [header, /no entries/],
  ])('that is not right is refused: %s', (text, words) => {
    expect(() => readEntries(text)).toThrow(words)
  })
})
