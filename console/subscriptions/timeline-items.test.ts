import { expect, it } from 'vitest'
import { timelineItems } from './timeline-items.ts'

const charges = [{ charge_ref: 'second', kind: 'period', n: 1 } as const]
const items = (event: string, facts: Record<string, string>) => {
  const timeline = [{ at: '2026-03-31 04:00:00', event, actor: '', facts }]
  return timelineItems({ timeline, charges }, ({ kind, n }) => `${kind} ${n}`)
}

it('names charges in place of their references, and leaves out one that is not shown', () => {
  expect(items('charge_failed', { charge_ref: 'second', reason: 'FUNDS_LIMIT_ERROR' })[0]?.facts).toEqual({
    charge: 'period 1',
    reason: 'FUNDS_LIMIT_ERROR',
  })
  expect(items('charge_paid', { charge_ref: 'gone', amount: '3.00 USD' })[0]?.facts).toEqual({ amount: '3.00 USD' })
})

it('tells why it was cancelled by the words of ends, not of declines', () => {
  expect(items('cancelled', { reason: 'unpaid' })).toEqual([
    { at: '2026-03-31 04:00:00', event: 'cancelled', actor: '', facts: { end_reason: 'unpaid' } },
  ])
})
