import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { counted, openWorkingOut, type Outcome, type WorkingOut } from './fixtures.ts'
import { ours, theirs } from './sheet-fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())
const of = (outcomes: readonly Outcome[], side: 'a' | 'b', ref: string) =>
  outcomes.find((one) => one.side === side && one.provider_ref === ref)

describe('a match', () => {
  it('is a fee mismatch beyond what was agreed, a date shift after the due day, and has all that differs', async () => {
    const pair = await app.pairOf()
    await pair.plan({ days: 5 })
    await pair.load('a', ours(...['1', '2', '3', '4'].map((ref) => ({ ref, amount: '10.00' }))))
    const { recon_id } = await pair.load(
      'b',
      theirs(
        { ref: '1', gross: '10.00', fee: '0.50', booked_on: '2026-10-08' },
        { ref: '2', gross: '10.00', fee: '0.60', booked_on: '2026-10-08' },
        { ref: '3', gross: '10.00', fee: '0.50', booked_on: '2026-10-10' },
        { ref: '4', gross: '11.00', fee: '0.60', booked_on: '2026-10-12' },
      ),
    )
    await pair.check(recon_id)
    const { outcomes } = await pair.run()
    expect(of(outcomes, 'a', 'P1')).toMatchObject({ status: 'matched', mismatches: [] })
    expect(of(outcomes, 'a', 'P2')).toMatchObject({ status: 'fee_mismatch', mismatches: ['fee'], fee_off: '0.1' })
    // The fifth working day after a Thursday is the next one.
    expect(of(outcomes, 'a', 'P3')).toMatchObject({ status: 'date_shift', days_off: 2 })
    expect(of(outcomes, 'a', 'P4')).toMatchObject({
      status: 'amount_mismatch',
      mismatches: ['amount', 'fee', 'date'],
      amount_off: '1',
      fee_off: '0.08',
    })
  })

  it('of a line that states only a net is one by our amount less what was agreed: what differs is a fee’s', async () => {
    const pair = await app.pairOf()
    await pair.load('a', ours({ ref: '1', amount: '10.00' }, { ref: '2', amount: '10.00' }))
    await pair.load(
      'b',
      theirs(
        { ref: '1', net: '9.50', net_currency: 'EUR', currency: '' },
        { ref: '2', net: '9.40', net_currency: 'EUR', currency: '' },
      ),
    )
    const unplanned = await pair.run()
    expect(of(unplanned.outcomes, 'a', 'P2')).toMatchObject({
      status: 'matched',
      amount_off: '0',
      fee_off: '0',
      evidence: { gross_not_stated: true },
    })
    await pair.plan()
    const { outcomes } = await pair.run()
    expect(of(outcomes, 'a', 'P1')).toMatchObject({ status: 'matched', fee_off: '0' })
    expect(of(outcomes, 'a', 'P2')).toMatchObject({ status: 'fee_mismatch', amount_off: '0', fee_off: '0.1' })
  })
})

describe('a transaction without a line', () => {
  it('is expected until the end of its due day, by the plan that it has', async () => {
    const pair = await app.pairOf()
    await pair.plan({ currency: 'USD', days: 1 })
    await pair.load('a', ours({ ref: '1', amount: '10.00' }, { ref: '2', amount: '10.00', currency: 'USD' }))
    const statuses = async (asOf: string) =>
      (await pair.run({ asOf })).outcomes
        .map(({ currency, status, due_on }) => `${currency} ${status} ${due_on}`)
        .toSorted()
    expect(await statuses('2026-10-02')).toEqual(['EUR expected 2026-10-08', 'USD expected 2026-10-02'])
    expect(await statuses('2026-10-03')).toEqual(['EUR expected 2026-10-08', 'USD missing_in_settlement 2026-10-02'])
    expect(await statuses('2026-10-09')).toEqual([
      'EUR missing_in_settlement 2026-10-08',
      'USD missing_in_settlement 2026-10-02',
    ])
  })
})

describe('payouts and what the bank has', () => {
  it('match with the sign turned, by what was paid out; what leaves the bank is no payout', async () => {
    const pair = await app.pairOf({ leg: 'bank', categories: ['PSP', 'BANK'] })
    await pair.load(
      'a',
      theirs(
        { ref: 'x', type: 'payment', gross: '100.00' },
        { ref: '7', type: 'payout', gross: '', net: '-97.00', net_currency: 'EUR' },
        { ref: '8', type: 'payout', gross: '-50.00', booked_on: '2026-10-02' },
      ),
    )
    await pair.load('b', theirs({ ref: '7', type: 'transfer', gross: '97.00' }, { ref: 'out', type: 'transfer', gross: '-12.00' }, { ref: 'else', type: 'transfer', gross: '5.00' }))
    const { outcomes } = await pair.run()
    expect(counted(outcomes)).toEqual(['a matched 1', 'a missing_in_settlement 1', 'b adjustment 1', 'b matched 1', 'b missing_in_transactions 1'])
    expect(of(outcomes, 'a', 'P7')).toMatchObject({ status: 'matched', rule_key: 'payout_reference', amount_off: '0' })
  })

  it('of a batch of less than nothing match with what the provider takes from the bank, and with nothing else that leaves it', async () => {
    const pair = await app.pairOf({ leg: 'bank', categories: ['PSP', 'BANK'] })
    const batchOf = (ref: string, net: string) => [{ ref: `r${ref}`, type: 'refund', gross: `-${net}`, net: `-${net}`, batch: ref }, { ref, type: 'payout', gross: '', net, batch: ref }]
    await pair.load('a', theirs(...batchOf('7', '30.00'), ...batchOf('8', '45.00')))
    await pair.load('b', theirs({ ref: '7', type: 'transfer', gross: '-29.00' }, { ref: '8', type: 'transfer', gross: '-45.00' }, { ref: 'rent', type: 'transfer', gross: '-900.00' }))
    const { outcomes } = await pair.run()
    expect(counted(outcomes)).toEqual(['a amount_mismatch 1', 'a matched 1', 'b adjustment 1', 'b amount_mismatch 1', 'b matched 1'])
    expect(of(outcomes, 'a', 'P7')).toMatchObject({ status: 'amount_mismatch', amount_off: '1' })
  })
}) // prettier-ignore
