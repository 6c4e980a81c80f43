import { isValidElement, type ReactElement, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { Table } from '#console/kit/charts/card.tsx'
import { barsIn } from './charts.tsx'
import { chartWords } from './words.ts'

/** The rows of a chart's table, as React tells them apart: by key, with the title of each. */
function rowsOf(period: 'hours' | 'days', bars: string[], to: string) {
  const words = chartWords('en', 'America/New_York', 'USD')
  const rows = barsIn({ period, bars, to }, words).map(({ key, title }) => ({ key, cells: [title] }))
  const body = elementsIn(Table({ head: ['Time'], rows, label: 'Volume' })).find(({ type }) => type === 'tbody')
  const shown = elementsIn(body?.props.children).filter(({ type }) => type === 'tr')
  return shown.map(({ key }, at) => ({ key, title: rows[at]?.cells[0] ?? '' }))
}

type Shown = ReactElement<{ children?: ReactNode }>
/** The elements of a tree, outermost first. */
function elementsIn(node: ReactNode): Shown[] {
  if (Array.isArray(node)) return node.flatMap(elementsIn)
  return isValidElement<Shown['props']>(node) ? [node, ...elementsIn(node.props.children)] : []
}

test('the hour that comes twice as the clocks go back has two rows of one title, each with a key of its own', () => {
  // In New York, daylight saving time ends on 1 November 2026 at 06:00 UTC.
  const rows = rowsOf('hours', ['2026-11-01 04:00:00', '2026-11-01 05:00:00', '2026-11-01 06:00:00'], '2026-11-01 07:00:00') // prettier-ignore
  expect(rows.map(({ title }) => title)).toEqual(['1 Nov 2026, 00:00', '1 Nov 2026, 01:00', '1 Nov 2026, 01:00']) // prettier-ignore
  expect(new Set(rows.map(({ key }) => key)).size).toBe(3)
})

test('a row keeps its key while the period moves on, so that it is not taken for the row that was in its place', () => {
  const days = ['2026-11-10 05:00:00', '2026-11-11 05:00:00', '2026-11-12 05:00:00', '2026-11-13 05:00:00']
  const before = rowsOf('days', days.slice(0, 3), days[3] ?? '')
  const after = rowsOf('days', days.slice(1), '2026-11-14 05:00:00')
  expect(after.slice(0, 2)).toEqual(before.slice(1))
  expect(before.map(({ key }) => key)).not.toContain(after[2]?.key)
})
