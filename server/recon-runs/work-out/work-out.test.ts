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
const list = ours(
  { ref: '1', amount: '10.00' },
  { ref: '2', amount: '20.00' },
  { ref: '3', amount: '30.00' },
  { ref: '4', amount: '41.00' },
  { ref: '5', amount: '50.00' },
  { ref: '6', amount: '60.00' },
)
const settlement = theirs(
  { ref: '1', gross: '10.00' },
  { ref: '2', gross: '20.01' },
  { ref: '4', gross: '41.00', currency: 'USD' },
  { ref: '5', gross: '50.00' },
  { ref: '5', gross: '50.00' },
  { ref: '6', gross: '25.00' },
  { ref: '6', gross: '35.00' },
  { ref: '9', gross: '97.00' },
  { ref: '', type: 'fee', gross: '-1.00', payment_ref: '', merchant_ref: '' },
)

describe('a run', () => {
  it('says of each record what it is, with all differences as numbers', async () => {
    const pair = await app.pairOf()
    await pair.load('a', list)
    await pair.load('b', settlement)
    const { outcomes, digest, totals } = await pair.run()
    expect(counted(outcomes)).toEqual(['a amount_mismatch 1', 'a matched 3', 'a missing_in_settlement 2', 'b adjustment 1', 'b amount_mismatch 1', 'b duplicate 1', 'b matched 4', 'b missing_in_transactions 2'])
    expect(of(outcomes, 'a', 'P2')).toMatchObject({ status: 'amount_mismatch', mismatches: ['amount'], amount_off: '0.01', is_lead: true, is_open: true })
    expect(of(outcomes, 'b', 'P2')).toMatchObject({ amount_off: '0', is_lead: false, group_id: of(outcomes, 'a', 'P2')?.group_id })
    expect(of(outcomes, 'a', 'P4')?.evidence.nearest).toMatchObject({ why: 'other_currency', amount: '41', currency: 'USD' })
    expect(of(outcomes, 'a', 'P6')).toMatchObject({ status: 'matched', rule_key: 'parts_provider', evidence: { theirs: 2 } })
    expect(totals).toContainEqual(expect.objectContaining({ side: 'a', currency: 'EUR', status: 'matched', count: 3, amount: '120' }))
    expect(digest).toMatch(/^[0-9a-f]{64}$/)
  })

  it('takes a tolerance as whole minor units, inclusive, and keeps what it hides', async () => {
    const pair = await app.pairOf()
    await pair.load('a', list)
    await pair.load('b', settlement)
    expect(of((await pair.run({ tolerance: '0.0099' })).outcomes, 'a', 'P2')).toMatchObject({ status: 'amount_mismatch', tolerated: '0' })
    expect(of((await pair.run({ tolerance: '0.01' })).outcomes, 'a', 'P2')).toMatchObject({ status: 'matched', mismatches: [], amount_off: '0.01', tolerated: '0.01', evidence: { tolerance: '0.01' } })
  })

  it('stores only what changed, and leaves every earlier answer as it was', async () => {
    const pair = await app.pairOf()
    await pair.load('a', list)
    await pair.load('b', settlement)
    const first = await pair.run()
    expect(first.changed).toBe(15)
    expect(await pair.run()).toMatchObject({ changed: 0, digest: first.digest })
    const corrected = theirs({ ref: '1', gross: '10.00' }, { ref: '2', gross: '20.00' })
    await pair.load('b', corrected, { name: 'corrected.csv' })
    const later = await pair.run()
    expect(of(later.outcomes, 'a', 'P2')).toMatchObject({ status: 'matched', from_run: 3 })
    expect(later.changed).toBe(2)
    const asItWas = await pair.sql<{ status: string }>(`select status from recon_outcomes where merchant_id = $1 and provider_ref = 'P2' and from_run <= 2 and until_run > 2`)
    expect(asItWas).toEqual([{ status: 'amount_mismatch' }, { status: 'amount_mismatch' }])
  })

  it('changes nothing when it is cut off, and says so', async () => {
    const pair = await app.pairOf()
    await pair.load('a', list)
    await pair.load('b', settlement)
    const { digest } = await pair.run()
    await pair.load('b', theirs({ ref: '3', gross: '30.00' }))
    await expect(pair.run({ signal: AbortSignal.abort() })).rejects.toThrow()
    expect(of(await pair.outcomes(), 'a', 'P3')?.status).toBe('missing_in_settlement')
    const [pairRow] = await pair.sql<{ answer_run: number }>('select answer_run from recon_pairs where merchant_id = $1')
    expect(pairRow).toEqual({ answer_run: 1 })
    expect((await pair.run()).digest).not.toBe(digest)
  })

  it('leaves alone what is part of a closed settlement, and all days before the first open one', async () => {
    const pair = await app.pairOf()
    await pair.load('a', ours({ ref: '1', amount: '10.00' }, { ref: '2', amount: '20.00', date: '2026-09-01 10:00:00' }, { ref: '3', amount: '30.00' }))
    await pair.load('b', theirs({ ref: '1', gross: '10.00' }, { ref: '2', gross: '20.00', at: '2026-09-01 10:00:00' }))
    await pair.run()
    await pair.sql(`update recon_outcomes set settlement_id = gen_random_uuid() where merchant_id = $1 and provider_ref = 'P1'`)
    await pair.sql(`update recon_pairs set open_from = '2026-10-01' where merchant_id = $1`)
    await pair.load('b', theirs({ ref: '1', gross: '11.00' }, { ref: '2', gross: '22.00', at: '2026-09-01 10:00:00' }, { ref: '3', gross: '30.00' }))
    const { outcomes, totals } = await pair.run()
    for (const ref of ['P1', 'P2']) expect(of(outcomes, 'a', ref)).toMatchObject({ status: 'matched', from_run: 1 })
    expect(of(outcomes, 'a', 'P3')).toMatchObject({ status: 'matched', from_run: 2 })
    // The restated line of the closed settlement is another record, which nobody has taken yet.
    expect(totals.map(({ side, status, count }) => [side, status, count])).toEqual([['a', 'matched', 1], ['b', 'matched', 1], ['b', 'missing_in_transactions', 1]])
  })
}) // prettier-ignore
