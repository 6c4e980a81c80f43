import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FeeSummary } from '#contract/fee-checks.ts'
import type { Learned } from '#contract/fee-learning.ts'
import type { FeePlan } from '#contract/fee-shapes.ts'
import { openCheckingFees, told, type CheckingFees } from './checking-fixtures.ts'

let fees: CheckingFees
beforeAll(async () => {
  fees = await openCheckingFees()
})
afterAll(() => fees.recon.close())

describe('fees of loaded files', () => {
  it('are compared to the last cent, and anew when plan or tolerance changes', async () => {
    const general = await fees.made({ currency: 'SGD', flat_fee: 0.1 })
    await fees.load([{ ref: 'A1', gross: '10.00', fee: '0.30' }, { ref: 'A2', gross: '20.00', fee: '0.51' }, { ref: 'A3', gross: '30.00', fee: '0.65' }], 'a.csv') // prettier-ignore
    expect(told(await fees.mismatches())).toEqual(['A2 0.51 0.5 0.01', 'A3 0.65 0.7 -0.05'])
    expect(told(await fees.mismatches({ direction: ['under'] }))).toEqual(['A3 0.65 0.7 -0.05'])
    expect(await fees.mismatches({ direction: ['under', 'over'] })).toHaveLength(2)
    const [row] = await fees.mismatches({ direction: ['over'] })
    expect(row?.formula).toMatchObject({ base: '20', percent_fee: '2', share: '0.4', flat_fee: '0.1', fee: '0.5' })
    const tolerance = { payment_channel_key: 'SIMULATOR', tolerance: 0.019 }
    expect(fees.recon.dataOf(await fees.recon.ask('POST', '/merchants/recon/v3/tolerance/update', tolerance))).toEqual(
      tolerance,
    )
    await fees.check()
    expect(told(await fees.mismatches())).toEqual(['A3 0.65 0.7 -0.05'])
    expect(told(await fees.mismatches({ outcome: 'within' }))).toEqual(['A2 0.51 0.5 0.01'])
    await fees.recon.ask('POST', '/merchants/recon/v3/tolerance/update', { ...tolerance, tolerance: 0 })
    await fees.check()

    const changed = { uuid: general.uuid, flat_fee: 0.05 }
    const [after] = fees.recon.dataOf<FeePlan[]>(await fees.recon.ask('POST', '/merchants/recon/v3/charge-config/update', { charge_config: changed })) // prettier-ignore
    expect(after).toMatchObject({ flat_fee: '0.05', parent_uuid: general.uuid })
    const plans = fees.recon.dataOf<FeePlan[]>(await fees.recon.ask('GET', '/merchants/recon/v3/charge-config/all'))
    expect(plans.map(({ valid_to }) => valid_to !== null)).toEqual([false, true])
    await fees.check()
    expect(told(await fees.mismatches())).toEqual(['A2 0.51 0.5 0.01', 'A3 0.65 0.7 -0.05'])
  })

  it('leave with the file that brought them', async () => {
    const reconId = await fees.load([{ ref: 'W1', gross: '10.00', fee: '9.00' }], 'w.csv')
    expect(told(await fees.mismatches({ txn_ref: 'W1' }))).toEqual(['W1 9 0.3 8.7'])
    await fees.recon.act(reconId, 'withdraw')
    await fees.recon.work()
    await fees.check()
    expect(await fees.mismatches({ txn_ref: 'W1' })).toEqual([])
  })

  it('teach the terms behind them, and are summed', async () => {
    const learned = fees.contentOf<Learned[]>(await fees.recon.ask('POST', '/api/recon/fees/learn', { payment_channel_key: 'SIMULATOR' })) // prettier-ignore
    expect(learned).toMatchObject([{ txn_type: 'payment', currency: 'SGD', rows: 3, amounts: 3 }])
    const summary = fees.contentOf<FeeSummary[]>(await fees.recon.ask('POST', '/api/recon/fees/summary', {}))
    expect(summary).toMatchObject([{ records: 3, checked: 3, mismatches: 2, charged: '1.46', expected: '1.5', over: '0.01', under: '0.05' }]) // prettier-ignore
  })
})
