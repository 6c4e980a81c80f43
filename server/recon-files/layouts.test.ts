import { describe, expect, it } from 'vitest'
import { layoutSchema } from './layout-schema.ts'
import { layoutOf, layouts } from './layouts.ts'
import { columnsIn } from './read/columns.ts'
import { recognise } from './read/recognise.ts'

describe('layouts', () => {
  it.each(layouts.map((layout) => [layout.key, layout] as const))('%s is valid', (key, layout) => {
    expect(layoutSchema.safeParse(layout).error?.issues ?? []).toEqual([])
    expect(layoutOf(key)).toBe(layout)
  })

  it('have keys that are unique', () => {
    expect(new Set(layouts.map(({ key }) => key)).size).toBe(layouts.length)
  })

  it.each(layouts.filter(({ reading }) => reading.headers.length > 0).map((layout) => [layout.key, layout] as const))(
    '%s is recognised by its headers in any order, below other rows and by no others',
    (key, layout) => {
      const headers = layout.reading.headers.toReversed()
      const [found] = recognise([['Report of'], [], headers.map((one) => ` ${one} `)], layout.formats[0] ?? 'csv')
      // AstroPay's report is that of dLocal, whose it was.
      expect(found).toMatchObject({ layout: { key: key === 'ASTROPAY' ? 'DLOCAL' : key }, row: 2, missing: [] })
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
