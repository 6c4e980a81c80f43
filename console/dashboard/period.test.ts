import { describe, expect, it } from 'vitest'
import { readChoice, shownOf, timeFilter, writeChoice, type Choice } from './period.ts'

const now = new Date('2026-11-20T08:07:00Z')
const pick = (name: Choice['pick'], from = '', to = '') => shownOf({ pick: name, from, to }, now, 'Asia/Kathmandu')
const words = (choice: Choice['pick'], from?: string, to?: string) => {
  const shown = pick(choice, from, to)
  return [shown.period, timeFilter(shown), timeFilter(shown.compared)]
}

describe('the period of the dashboard', () => {
  it('has the days and hours of the merchant’s time zone, up to the end of the present one', () => {
    expect(words('hour')).toEqual([
      'hours',
      { from: '2026-11-19 08:15:00', to: '2026-11-20 08:15:00' },
      { from: '2026-11-18 08:15:00', to: '2026-11-19 08:15:00' },
    ])
    expect(words('day')).toEqual([
      'days',
      { from: '2026-10-21 18:15:00', to: '2026-11-20 18:15:00' },
      { from: '2026-09-21 18:15:00', to: '2026-10-21 08:15:00' },
    ])
    expect(words('week')[1]).toEqual({ from: '2026-08-30 18:15:00', to: '2026-11-20 18:15:00' })
    expect(words('month')[1]).toEqual({ from: '2025-11-30 18:15:00', to: '2026-11-20 18:15:00' })
    expect(words('year')[1]).toEqual({ from: '2023-12-31 18:15:00', to: '2026-11-20 18:15:00' })
    expect(words('year')[0]).toBe('months')
  })

  it('is compared with the time right before: all of it when the period is over, else as far as the period has gone', () => {
    expect(words('custom', '2026-11-01', '2026-11-10').slice(1)).toEqual([
      { from: '2026-10-31 18:15:00', to: '2026-11-10 18:15:00' },
      { from: '2026-10-21 18:15:00', to: '2026-10-31 18:15:00' },
    ])
    expect(words('month')[2]).toEqual({ from: '2024-11-30 18:15:00', to: '2025-11-20 08:15:00' })
    const leap = shownOf({ pick: 'month', from: '', to: '' }, new Date('2028-02-29T12:00:00Z'), 'UTC')
    expect(timeFilter(leap.compared).to).toBe('2027-02-28 12:15:00')
  })

  it('has whole days over a change of clocks', () => {
    const spring = shownOf({ pick: 'custom', from: '2026-03-08', to: '2026-03-08' }, now, 'America/New_York')
    expect(timeFilter(spring)).toEqual({ from: '2026-03-08 05:00:00', to: '2026-03-09 04:00:00' })
    expect(timeFilter(spring.compared)).toEqual({ from: '2026-03-07 05:00:00', to: '2026-03-08 05:00:00' })
  })

  it('is read from the address, whose invalid values are ignored', () => {
    for (const choice of [
      { pick: 'day', from: '', to: '' },
      { pick: 'year', from: '', to: '' },
      { pick: 'custom', from: '2026-01-31', to: '2026-02-28' },
    ] as const)
      expect(readChoice(writeChoice(choice))).toEqual(choice)
    for (const raw of [
      { period: 'aeon' },
      { from: '2026-02-30', to: '2026-03-01' },
      { from: '2026-03-02', to: '2026-03-01' },
      { from: '1000-01-01', to: '2026-03-01' },
    ])
      expect(readChoice(raw as Record<string, string>).pick).toBe('day')
  })
})
