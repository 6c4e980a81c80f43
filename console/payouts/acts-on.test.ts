import { describe, expect, it } from 'vitest'
import { payoutStates } from '#contract/payout-states.ts'
import { actsOn, largestOf, sumsOf } from './acts-on.ts'
import { filterTabs, tabOf } from './tabs.ts'

describe('the acts on a payout', () => {
  it('verifies what waits for that, and approves what is verified or skips that step', () => {
    expect(actsOn({ status: 'Created', waits_for: 'verification' })).toEqual(['verify', 'reject', 'cancel'])
    expect(actsOn({ status: 'Created', waits_for: 'approval' })).toEqual(['approve', 'reject', 'cancel'])
    expect(actsOn({ status: 'Verified', waits_for: 'approval' })).toEqual(['approve', 'reject', 'cancel'])
  })

  it('cancels until it is at the bank, and then leaves it alone', () => {
    const all = payoutStates.states.map((status) => [status, actsOn({ status, waits_for: '' })] as const)
    expect(all.filter(([, acts]) => acts.includes('cancel')).map(([status]) => status)).toEqual([
      'Created',
      'Verified',
      'Approved',
      'Scheduled',
      'Queued',
    ])
    for (const [status, acts] of all.slice(5)) expect(acts, status).toEqual([])
  })
})

it('adds up each currency exactly, and names the three largest', () => {
  const rows = [
    { currency: 'SGD', amount: 0.1 },
    { currency: 'KRW', amount: 5000 },
    { currency: 'SGD', amount: 0.2 },
    { currency: 'SGD', amount: 7 },
  ] as const
  expect(sumsOf(rows)).toEqual([
    { currency: 'SGD', count: 3, amount: 7.3 },
    { currency: 'KRW', count: 1, amount: 5000 },
  ])
  expect(largestOf(rows).map(({ amount }) => amount)).toEqual([5000, 7, 0.2])
})

it('knows the open tab by the filters of the address', () => {
  for (const [tab, filters] of Object.entries(filterTabs)) expect(tabOf({ ...filters, currency: 'SGD' })).toBe(tab)
  expect(tabOf({ status: 'Success' })).toBe('all')
  expect(tabOf({ status: 'Scheduled', waits_for: 'approval' })).toBe('all')
})
