import { expect, it } from 'vitest'
import { inOrderOf, isFirstIn, isOnIn, isSet, type CountrySetting } from './country-settings.ts'

/** What is set of a way in countries, without a database. */
const row = (own: {
  set?: string[] | null
  here?: Record<string, CountrySetting>
  is_default?: boolean
  name?: string
}) => ({
  set_countries: own.set ?? null,
  in_countries: own.here ?? null,
  is_default: own.is_default ?? false,
  name: own.name ?? '',
})
const off = { on: false, first: false }
const on = { on: true, first: false }
const first = { on: true, first: true }

it('a way is on where nothing is set, and off where its own country says so', () => {
  expect(isOnIn(row({}), 'SG')).toBe(true)
  expect(isOnIn(row({ set: ['SG'], here: { SG: off } }), 'SG')).toBe(false)
  expect(isOnIn(row({ set: ['SG'], here: { SG: off } }), 'MY')).toBe(true)
})

it('GLOBAL is for countries without settings of their own, whatever of the way they say', () => {
  const everywhere = row({ set: ['GLOBAL', 'SG'], here: { GLOBAL: off } })
  expect(isOnIn(everywhere, 'MY')).toBe(false)
  expect(isOnIn(everywhere, 'SG')).toBe(true)
  expect([isSet(everywhere, 'SG'), isSet(everywhere, 'MY')]).toEqual([true, false])
})

it('rows of a merchant that sells abroad no more limit nothing', () => {
  expect(isOnIn(row({ set: null, here: { GLOBAL: off, SG: off } }), 'SG')).toBe(true)
})

it("the first choice of a country comes before the merchant's own, and only there", () => {
  const set = ['SG']
  const one = row({ set, is_default: true, name: 'one' })
  const other = row({ set, here: { SG: first }, name: 'other' })
  const rows = [one, other]
  expect(inOrderOf(rows, 'SG').map(({ name }) => name)).toEqual(['other', 'one'])
  expect(inOrderOf(rows, 'MY')).toBe(rows)
  expect(rows.map((each) => isFirstIn(each, rows, 'SG'))).toEqual([false, true])
  expect(rows.map((each) => isFirstIn(each, rows, 'MY'))).toEqual([true, false])
})

it("the merchant's own first choice stays where a country has set something else of the way", () => {
  const set = ['SG']
  const rows = [row({ set, is_default: true }), row({ set, here: { SG: on } })]
  expect(rows.map((each) => isFirstIn(each, rows, 'SG'))).toEqual([true, false])
})
