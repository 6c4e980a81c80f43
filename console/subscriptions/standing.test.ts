import { describe, expect, it } from 'vitest'
import { standingOf } from './standing.ts'

type Of = Parameters<typeof standingOf>[0]
const active: Of = {
  status: 'active',
  subscription_type: 'REGULAR',
  currency: 'USD',
  in_trial: false,
  paused: false,
  paused_until: null,
  cancels_at_period_end: false,
  next_deduction_date: '2026-03-31 04:00:00',
  next_deduction_amount: 30,
  max_amount: null,
  expiry_date: '2026-02-28 00:00:00',
  ended_at: null,
  charges: [],
}
const charge = (state: Of['charges'][number]['state'], to_pay: number, next_try_at: string | null = null) => ({
  state,
  n: 1,
  to_pay,
  period_end: '2026-03-31 04:00:00',
  next_try_at,
})
const says = (changed: Partial<Of>) => standingOf({ ...active, ...changed })

describe('the sentence of a subscription', () => {
  it('says what is charged next and when', () => {
    expect(says({})).toEqual({ say: 'charges', amount: 30, at: '2026-03-31 04:00:00' })
    expect(says({ in_trial: true })).toEqual({ say: 'trial', amount: 30, at: '2026-03-31 04:00:00' })
    expect(says({ subscription_type: 'ONDEMAND', max_amount: 50 })).toEqual({ say: 'onDemandUpTo', amount: 50 })
  })

  it('never says that one is charged which is not', () => {
    const charged = new Set(['charges', 'trial', 'onDemand', 'onDemandUpTo', 'unpaidRetries', 'unpaidTrying'])
    const ended_at = '2026-03-01 00:00:00'
    const quiet: Partial<Of>[] = [
      { status: 'created' },
      { status: 'expired', ended_at },
      { status: 'completed', ended_at },
      { status: 'cancelled', ended_at },
      { paused: true },
      { paused: true, status: 'past_due', charges: [charge('unpaid', 30, '2026-03-02 01:00:00')] },
      { paused: true, in_trial: true, paused_until: '2026-05-01 00:00:00' },
      { cancels_at_period_end: true },
      { next_deduction_date: null, next_deduction_amount: null, charges: [charge('paid', 30)] },
    ]
    expect(quiet.map((one) => says(one).say).filter((say) => charged.has(say))).toEqual([])
  })

  it('of one that is past due says what is open, once, and when it is tried again', () => {
    const charges = [charge('unpaid', 60.1, '2026-03-03 01:00:00'), charge('carried', 30.05), charge('paid', 30)]
    expect(says({ status: 'past_due', charges })).toEqual({
      say: 'unpaidRetries',
      amount: 60.1,
      at: '2026-03-03 01:00:00',
    })
    expect(says({ status: 'past_due', charges: [charge('unpaid', 0.1), charge('unpaid', 0.2)] })).toEqual({
      say: 'unpaid',
      amount: 0.3,
    })
    expect(says({ status: 'past_due', charges: [charge('trying', 30)] })).toEqual({ say: 'unpaidTrying', amount: 30 })
  })
})
