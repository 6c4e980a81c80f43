import { describe, expect, it } from 'vitest'
import { isIsoCurrency } from '#contract/iso-currencies.ts'
import { timeZone as zoneName } from '#contract/kit/wire.ts'
import { layoutOf, layouts } from './layouts.ts'
import { columnsIn } from './read/columns.ts'
import { isDateFormat } from './read/date-format.ts'
import { recognise } from './read/recognise.ts'

/** AstroPay's report is that of dLocal, whose it was; a notification has the titles of a statement and no balances. */
const sameAs: Readonly<Record<string, string>> = { ASTROPAY: 'DLOCAL', CAMT_054: 'CAMT_053' }

describe('layouts', () => {
  it.each(layouts.map((layout) => [layout.key, layout] as const))('%s is valid', (key, layout) => {
    expect(key).toMatch(/^[A-Z0-9_]{3,40}$/)
    expect(layoutOf(key)).toBe(layout)
    const { reading } = layout
    expect(reading.dates.filter((format) => !isDateFormat(format))).toEqual([])
    const zones = [reading.timeZone ?? 'UTC', ...Object.values(reading.zones ?? {})]
    expect(zones.filter((zone) => !zoneName.safeParse(zone).success)).toEqual([])
    const currencies = [reading.currency ?? 'USD', reading.netCurrency ?? 'USD']
    expect(currencies.filter((code) => !isIsoCurrency(code))).toEqual([])
    expect(reading.columns.amount ?? reading.columns.net).toBeDefined()
    expect(reading.columns.date ?? reading.columns.booked_on).toBeDefined()
    const conditions = [...(reading.skip ?? []), ...(reading.typesWhen ?? [])].map(({ when }) => when)
    expect(conditions.flat().filter(({ is, startsWith, empty }) => (is ?? startsWith ?? empty) === undefined)).toEqual(
      [],
    )
    expect(conditions.filter((when) => when.length === 0)).toEqual([])
  })

  it('have keys that are unique', () => {
    expect(new Set(layouts.map(({ key }) => key)).size).toBe(layouts.length)
  })

  it.each(layouts.filter(({ reading }) => reading.headers.length > 0).map((layout) => [layout.key, layout] as const))(
    '%s is recognised by its headers in any order, below other rows and by no others',
    (key, layout) => {
      const headers = layout.reading.headers.toReversed()
      const [found] = recognise([['Report of'], [], headers.map((one) => ` ${one} `)], layout.formats[0] ?? 'csv')
      expect(found).toMatchObject({ layout: { key: sameAs[key] ?? key }, row: 2, missing: [] })
    },
  )

  it('know their rows again by columns that they want or read', () => {
    for (const { key, reading } of layouts) {
      const there = new Set([
        ...reading.headers,
        ...(reading.titles ?? []),
        ...Object.values(reading.columns).flatMap((from) => columnsIn(from)),
      ])
      expect([key, (reading.identity ?? []).filter((column) => !there.has(column))]).toEqual([key, []])
    }
  })

  it('want no column that a type word could be missing from: every one of several words has a type, or rows have one', () => {
    for (const { key, reading } of layouts) {
      const isTyped = Object.keys(reading.types).length > 0 || reading.type !== undefined
      expect([key, isTyped]).toEqual([key, true])
    }
  })
})
