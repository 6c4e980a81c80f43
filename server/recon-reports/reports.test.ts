import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openReported, refsOf, type Reported } from './fixtures.ts'

let reports: Reported
beforeAll(async () => {
  reports = await openReported()
})
afterAll(() => reports.close())

describe('a report', () => {
  it.each([
    ['reconciled', ['a m1', 'a m2', 'b m1', 'b m2']],
    ['unreconciled', ['a m3', 'b m4']],
    ['mismatch', ['a m2', 'b m2']],
    ['no_mismatch', ['a m1', 'b m1']],
  ] as const)('of the kind %s has exactly the records that are', async (kind, expected) => {
    expect(refsOf(await reports.report({ kind }))).toEqual(expected)
  })

  it('of fees says of each line what was charged and agreed, in percent of its amount too', async () => {
    const rows = await reports.report({ kind: 'fee_audit' })
    expect(rows.find((row) => row['merchant_order_ref'] === 'm2')).toMatchObject({
      fee: '0.7', expected_fee: '0.5', fee_percent: '7', agreed_percent: '5',
    }) // prettier-ignore
  })

  it('of ages has open exceptions alone, each with its age', async () => {
    const rows = await reports.report({ kind: 'ageing' })
    expect(refsOf(rows)).toEqual(['a m2', 'a m3', 'b m4'])
    for (const row of rows) expect(Number(row['age_days'])).toBeGreaterThan(0)
    expect(rows.map((row) => row['age_bucket'])).not.toContain('')
  })
})
