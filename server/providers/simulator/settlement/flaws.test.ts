import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSettlement, twoDays, type TestSettlement } from './fixtures.ts'

/** What can be asked to be wrong: each flaw is in the file, and nothing else is. */
let settled: TestSettlement
beforeEach(async () => {
  settled = await openSettlement(twoDays)
})
afterEach(() => settled.close())

const flaws = '/v1/control/settlement/accounts/acme/flaws'
const spoil = async (flaw: object) =>
  expect((await settled.post(flaws, { day: '2026-11-17', ...flaw })).status).toBe(200)
const csv = '/settlement/settlement_acme_20261117_01.csv'
/** Lines of the SGD batch as `reference gross fee net`, the payout at the end. */
async function lines(path = csv): Promise<string[]> {
  const rows = (await settled.file(path))
    .toString()
    .split('\r\n')
    .map((row) => row.split(','))
  return rows
    .filter((row) => row[12] === 'SGD')
    .map(([, type, , reference, , , , gross, fee, , , net]) => [reference || type, gross, fee, net].join(' '))
}
const o1 = 'o1 100.00 -3.20 96.24'
const o2 = 'o2 59.95 -2.04 57.63'
const r1 = 'r1 -40.00 -0.10 -40.11'
const payout = (amount: string) => `payout ${amount} 0.00 ${amount}`
const right = [o1, o2, r1, payout('-113.76')]

describe('a flaw of lines', () => {
  it.each([
    ['row_missing', 'o2', [o1, r1, payout('-56.13')]],
    ['row_doubled', 'o2', [o1, o2, o2, r1, payout('-171.39')]],
    ['off_by_one', 'o2', [o1, 'o2 59.94 -2.04 57.62', r1, payout('-113.75')]],
    ['other_currency', 'o2', [o1, r1, payout('-56.13')]],
    ['fee_raised', 'o2', [o1, 'o2 59.95 -2.22 57.43', r1, payout('-113.56')]],
    ['tax_raised', 'o2', [o1, 'o2 59.95 -2.04 57.62', r1, payout('-113.75')]],
    ['row_unknown', 'o2', [o1, o2, '746fd1f63207b70e 59.95 -2.04 57.63', r1, payout('-171.39')]],
    ['costs_added', 'o2', [o1, o2, 'fee -5.00 0.00 -5.00', r1, payout('-108.76')]],
    ['references_lost', 'o2', [o1, 'payment 59.95 -2.04 57.63', r1, payout('-113.76')]],
    ['row_contradicted', 'o2', [o1, 'o2 59.96 -2.04 57.64', 'o2 59.94 -2.04 57.62', r1, payout('-171.39')]],
  ])('%s is in the file, and the payout follows it', async (kind, reference, expected) => {
    await spoil({ kind, reference })
    expect(await lines()).toEqual(expected)
    expect((await settled.file('/bank/camt053_2026111701.xml')).toString()).toContain(
      `>${expected.at(-1)?.split(' ')[1]?.slice(1)}<`,
    )
  })

  it.each([
    ['row_missing', [o1, r1, payout('-113.76')]],
    ['row_doubled', [o1, o2, o2, r1, payout('-113.76')]],
  ])('%s leaves the payout right where that is asked for', async (kind, expected) => {
    await spoil({ kind, reference: 'o2', payout: 'stays' })
    expect(await lines()).toEqual(expected)
  })

  it('without a reference, it is about one payment, the same each time', async () => {
    await spoil({ kind: 'row_missing' })
    const first = await settled.file(csv)
    expect(first.toString().split('\r\n').length).toBe(8)
    await settled.restart()
    expect(await settled.file(csv)).toEqual(first)
  })

  it('raised fees are those of all payments of the day', async () => {
    await spoil({ kind: 'fee_raised' })
    expect(await lines()).toEqual(['o1 100.00 -3.50 95.92', 'o2 59.95 -2.22 57.43', r1, payout('-113.24')])
  })

  it('a refund of the next day keeps its own time', async () => {
    await spoil({ kind: 'refund_next_day' })
    await spoil({ kind: 'refund_next_day', day: '2026-11-18' })
    expect(await lines()).toEqual([o1, o2, payout('-153.87')])
    const next = (await settled.file('/settlement/settlement_acme_20261118_01.csv')).toString()
    expect(next).toContain('refund,pay_o1,r1,2026-11-17T20:00:00.000Z,2026-11-18,SGD,-40.00')
  })

  it('a payment that is settled late keeps its own time', async () => {
    await spoil({ kind: 'settled_late', reference: 'o2' })
    expect(await lines()).toEqual([o1, r1, payout('-56.13')])
    settled.setNow('2026-12-02T00:00:00Z')
    const later = (await settled.file('/settlement/settlement_acme_20261201_01.csv')).toString()
    expect(later).toContain('payment,pay_o2,o2,2026-11-17T09:00:00.000Z,2026-12-01,SGD,59.95')
  })

  it('is in no file that it was not asked for, and gone when all is made right', async () => {
    const stl = await settled.file('/paypal/STL-20261118.01.009.csv')
    await spoil({ kind: 'off_by_one', reference: 'o1' })
    expect(await settled.file('/paypal/STL-20261118.01.009.csv')).toEqual(stl)
    expect((await settled.file('/paypal/STL-20261117.01.009.csv')).toString()).toContain('CR,9999,SGD')
    await settled.post('/v1/control/settlement/accounts/acme/heal')
    expect(await lines()).toEqual(right)
  })
})

describe('a flaw of files', () => {
  it('a footer is a minor unit off, in every shape', async () => {
    await spoil({ kind: 'footer_wrong' })
    expect(await lines()).toEqual([o1, o2, r1, payout('-113.77')])
    expect((await settled.file('/paypal/STL-20261117.01.009.csv')).toString()).toContain('SF,SGD,15996,15376,')
    expect((await settled.file('/bank/camt053_2026111701.xml')).toString()).toMatch(/CLBD<[^A]*<Amt Ccy="SGD">113\.77</)
  })

  it('a payout does not come to the bank, and the next statement opens without it', async () => {
    await spoil({ kind: 'payout_missing', shapes: ['camt'] })
    expect(await lines()).toEqual(right)
    const statement = (await settled.file('/bank/camt053_2026111701.xml')).toString()
    expect(statement).not.toContain('<Ntry>')
    expect(statement).toMatch(/CLBD<[^A]*<Amt Ccy="SGD">0\.00</)
    expect((await settled.file('/bank/camt053_2026111801.xml')).toString()).toMatch(/OPBD<[^A]*<Amt Ccy="SGD">0\.00</)
  })

  it('comes late', async () => {
    settled.setNow('2026-11-18T06:00:00Z')
    await spoil({ kind: 'late', minutes: 720, shapes: ['csv'] })
    expect(await settled.paths()).toEqual(expect.not.arrayContaining([csv]))
    expect((await settled.paths()).length).toBe(3)
    settled.setNow('2026-11-18T12:00:00Z')
    expect(await settled.paths()).toContain(csv)
  })

  it('is cut off', async () => {
    const whole = await settled.file(csv)
    await spoil({ kind: 'truncated', shapes: ['csv'] })
    expect(await settled.file(csv)).toEqual(whole.subarray(0, Math.floor(whole.length * 0.6)))
  })

  it('comes again byte for byte under another name, and corrected with other content', async () => {
    settled.setNow('2026-11-18T06:00:00Z')
    await spoil({ kind: 'sent_again', shapes: ['csv'] })
    await spoil({ kind: 'restated', shapes: ['csv'] })
    const again = csv.replace('.csv', '_2.csv')
    const corrected = csv.replace('.csv', '_R1.csv')
    expect(await settled.paths()).toEqual(expect.arrayContaining([csv, again, corrected]))
    expect(await settled.file(again)).toEqual(await settled.file(csv))
    const [was, is] = [await lines(), await lines(corrected)]
    expect(is.filter((line) => !was.includes(line)).length).toBe(2)
    expect(is.at(-1)).toBe(payout('-113.75'))
  })

  it.each([
    [{ kind: 'unknown' }],
    [{ kind: 'late', minutes: 0 }],
    [{ kind: 'late', day: 'yesterday' }],
    [{ kind: 'truncated', shapes: [] }],
  ])('refuses %j', async (flaw) => {
    expect((await settled.post(flaws, flaw)).status).toBe(400)
  })
})
