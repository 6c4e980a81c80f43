import { describe, expect, it } from 'vitest'
import { hasRealFiles, realFile } from '#test/real-files.ts'
import { amount, readBy, sumOf } from './reading-fixtures.ts'

const titles =
  '" ID","Datetime","Type","Status","Note","From","To","Amount (total)","Amount (fee)","Funding Source","Destination"'

describe("Venmo's history", () => {
  it('has signs and currency inside the cell; what is paid from the account is a transfer', async () => {
    const text = `${titles}\n"1","2026-09-06T05:10:45","Payment","Complete","order-1","A","Shop","+ $1,150.00","","","Venmo balance"\n"2","2026-09-06T05:10:46","Charge","Complete","Utilities","Shop","B","- $120.00","","Visa",""\n"3","2026-09-06T05:13:03","Standard Transfer","Issued","","","","- $1,030.00","","","Visa"`
    const { records } = await readBy('VENMO_TRANSACTIONS', { text })
    expect(records.map(({ type, gross }) => [type, amount(gross)])).toEqual([
      ['payment', '1150'],
      ['transfer', '-120'],
      ['payout', '-1030'],
    ])
  })

  it.runIf(hasRealFiles)('of a real file: eleven lines, 2,573.73 received', async () => {
    const { records, summary } = await readBy('VENMO_TRANSACTIONS', { path: realFile('venmo/transactions.csv') })
    expect(summary).toMatchObject({ rows: 11, records: 11, rejected: 0 })
    expect(sumOf(records.filter(({ type }) => type === 'payment').map(({ gross }) => gross))).toBe('2573.73')
  })
})
