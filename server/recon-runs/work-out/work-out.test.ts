import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { counted, openWorkingOut, transactionTitles, type WorkingOut } from './fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())

const ours = (...lines: string[]) => [transactionTitles, ...lines].join('\n')
const titles = 'line_id,type,payment_reference,merchant_reference,occurred_at,currency,gross,fee,tax,net,batch,method'
const theirs = (...lines: string[]) => [titles, ...lines].join('\n')
const at = '2026-10-01T10:00:00Z'
const simulator = { layout: 'SIMULATOR' }

describe('a run', () => {
  it('says of each record what it is, with all differences as numbers', async () => {
    const pair = await app.pairOf()
    await pair.load(
      'a',
      ours(
        'O1,P1,2026-10-01 10:00:00,EUR,10.00,payment,card',
        'O2,P2,2026-10-01 10:00:00,EUR,20.00,payment,card',
        'O3,P3,2026-10-01 10:00:00,EUR,30.00,payment,card',
        'O4,P4,2026-10-01 10:00:00,EUR,41.00,payment,card',
        'O5,P5,2026-10-01 10:00:00,EUR,50.00,payment,card',
        'O6,P6,2026-10-01 10:00:00,EUR,60.00,payment,card',
      ),
    )
    await pair.load(
      'b',
      theirs(
        `L1,payment,P1,O1,${at},EUR,10.00,0.30,0,9.70,B1,card`,
        `L2,payment,P2,O2,${at},EUR,20.01,0.30,0,19.71,B1,card`,
        `L4,payment,P4,O4,${at},USD,41.00,0.30,0,40.70,B1,card`,
        `L5,payment,P5,O5,${at},EUR,50.00,0.30,0,49.70,B1,card`,
        `L5x,payment,P5,O5,${at},EUR,50.00,0.30,0,49.70,B1,card`,
        `L6,payment,P6,O6,${at},EUR,25.00,0.30,0,24.70,B1,card`,
        `L6x,payment,P6,O6,${at},EUR,35.00,0.30,0,34.70,B1,card`,
        `L9,payment,P9,O9,${at},EUR,97.00,0.30,0,96.70,B1,card`,
      ),
      simulator,
    )
    const { outcomes, digest } = await pair.run()
    expect(counted(outcomes)).toEqual(['a amount_mismatch 1', 'a matched 3', 'a missing_in_settlement 2', 'b amount_mismatch 1', 'b duplicate 1', 'b matched 4', 'b missing_in_transactions 2'])
    const of = (ref: string, side: 'a' | 'b') => outcomes.find((one) => one.side === side && one.provider_ref === ref)
    expect(of('P2', 'a')).toMatchObject({ status: 'amount_mismatch', mismatches: ['amount'], amount_off: '0.01', is_lead: true, is_open: true })
    expect(of('P2', 'b')).toMatchObject({ amount_off: '0', is_lead: false, group_id: of('P2', 'a')?.group_id })
    expect(of('P4', 'a')?.evidence.nearest).toMatchObject({ why: 'other_currency', amount: '41', currency: 'USD' })
    expect(of('P6', 'a')).toMatchObject({ status: 'matched', rule_key: 'parts_provider', evidence: { theirs: 2 } })
    expect(digest).toMatch(/^[0-9a-f]{64}$/)
  })
}) // prettier-ignore
