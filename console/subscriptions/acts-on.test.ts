import { describe, expect, it } from 'vitest'
import { actsOn, isForgivable, runningUntil, subscriptionActs, type Standing } from './acts-on.ts'

const active: Standing = {
  status: 'active',
  subscription_type: 'REGULAR',
  paused: false,
  cancels_at_period_end: false,
  next_deduction_date: '2026-03-31 04:00:00',
  test_clock: '',
  changes: [],
  charges: [{ state: 'paid' }],
  mandate: { state: 'active' },
}
const acts = (changed: Partial<Standing>, { writable = true, live = true } = {}) =>
  actsOn({ ...active, ...changed }, { writable, environment: live ? 'live' : 'sandbox' })

describe('the acts on a subscription', () => {
  it('follow from its state', () => {
    expect(acts({})).toEqual(['change', 'pause', 'methodLink', 'cancel'])
    expect(acts({ status: 'created', mandate: null })).toEqual(['copy', 'cancel'])
    expect(acts({ paused: true })).toEqual(['change', 'resume', 'methodLink', 'cancel'])
    expect(acts({ status: 'past_due', charges: [{ state: 'unpaid' }] })).toEqual([
      'retry',
      'change',
      'pause',
      'methodLink',
      'cancel',
    ])
    expect(acts({ cancels_at_period_end: true })).toEqual(['methodLink', 'keep', 'cancel'])
    for (const status of ['completed', 'expired', 'cancelled'] as const) expect(acts({ status })).toEqual([])
  })

  it('never try a charge that is under way, nor one of a pause', () => {
    expect(acts({ status: 'past_due', charges: [{ state: 'unpaid' }, { state: 'trying' }] })).not.toContain('retry')
    expect(acts({ status: 'past_due', paused: true, charges: [{ state: 'unpaid' }] })).not.toContain('retry')
  })

  it('deduct from one on demand that has a method', () => {
    const onDemand = { subscription_type: 'ONDEMAND', next_deduction_date: null } as const
    expect(acts(onDemand)).toEqual(['deduct', 'pause', 'methodLink', 'cancel'])
    expect(acts({ ...onDemand, mandate: { state: 'revoked' } })).not.toContain('deduct')
  })

  it('have one change at a time, and take back one that is scheduled', () => {
    expect(acts({ changes: [{ state: 'paying' }] })).not.toContain('change')
    expect(acts({ changes: [{ state: 'scheduled' }] })).toContain('cancelChange')
    expect(acts({ changes: [{ state: 'scheduled' }] })).not.toContain('change')
  })

  it('charge ahead of time in the sandbox alone, by real time', () => {
    expect(acts({}, { live: false })).toContain('trigger')
    expect(acts({ test_clock: 'clock' }, { live: false })).not.toContain('trigger')
    expect(acts({})).not.toContain('trigger')
  })

  it('are only to copy its link for who may only look', () => {
    const states = ['created', 'active', 'past_due', 'completed'] as const
    expect(states.flatMap((status) => acts({ status, paused: true }, { writable: false }))).toEqual(['copy'])
    expect(subscriptionActs).toContain('copy')
  })
})

it('forgives what is due and unpaid, and nothing of the future', () => {
  const now = new Date('2026-03-31T12:00:00Z')
  const forgivable = (state: Parameters<typeof isForgivable>[0]['state'], due_at = '2026-03-31 04:00:00') =>
    isForgivable({ state, due_at }, now)
  expect([forgivable('unpaid'), forgivable('carried'), forgivable('due')]).toEqual([true, true, true])
  expect([forgivable('due', '2026-04-30 04:00:00'), forgivable('paid'), forgivable('trying')]).toEqual([
    false,
    false,
    false,
  ])
})

it('ends with its trial, or with the period that is running, and with none that is over', () => {
  const now = new Date('2026-03-15T12:00:00Z')
  const next_deduction_date = '2026-03-31 04:00:00'
  const until = (period_ends: (string | null)[], in_trial = false) =>
    runningUntil({ in_trial, next_deduction_date, charges: period_ends.map((period_end) => ({ period_end })) }, now)
  expect(until([], true)).toBe(next_deduction_date)
  expect(until([null, '2026-03-31 04:00:00', '2026-02-28 04:00:00'])).toBe('2026-03-31 04:00:00')
  expect(until(['2026-03-15 11:59:59'])).toBeNull()
  expect(until([null])).toBeNull()
})
