import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRealFiles, realFile } from '#test/real-files.ts'
import { close } from './close.ts'
import { openSettling, openWorkingOut, rowsOf, type WorkingOut } from './fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  if (hasRealFiles) app = await openWorkingOut()
})
afterAll(() => app?.close())

describe.skipIf(!hasRealFiles)('a real batch whose payments are booked here', () => {
  it('is proven to the cent, and closing it leaves nothing owed by the provider and nothing in suspense', async () => {
    const pair = await openSettling(app)
    const rows = rowsOf(realFile('e2e_cases/adyen_batch_380/transactions.csv'))
    await pair.book(
      rows.map((row, at) => ({
        ref: `T${at}`,
        merchantRef: row['merchant_order_ref'] ?? '',
        providerRef: row['channel_order_ref'] ?? '',
        type: row['type'] === 'refund' ? 'refund' : 'payment',
        amount: Math.abs(Math.round(Number(row['amount']) * 100)),
        currency: row['currency'] ?? '',
        at: `${row['date']?.replace(' ', 'T')}Z`,
      })),
    )
    const file = 'oca_adyen/bank_statement_import_adyen__settlement_detail_report_batch_380.csv'
    await pair.load('b', readFileSync(realFile(file)), { layout: 'ADYEN_SETTLEMENT_DETAIL' })
    await pair.run()
    const [settlement, ...others] = await pair.settlements()
    if (!settlement) throw new Error('no settlement')
    expect(others).toEqual([])
    const charged = (Number(settlement.fees) + Number(settlement.passed_on) + Number(settlement.tax)).toFixed(2)
    expect({ ...settlement, charged }).toMatchObject({
      state: 'proven',
      payout: '55308.07',
      proof: '0',
      open: 0,
      lines: 227,
      adjustments: '-38.1',
      charged: '389.63',
    })
    await pair.transaction((ctx) =>
      close(ctx, settlement.settlement_id, { version: settlement.version, by: 'test', isByTwo: false }),
    )
    const books = await pair.books()
    expect(books).toMatchObject({ 'bank:SIMULATOR USD': 5_530_807, 'provider_costs:SIMULATOR USD': 38_963 + 3_810 })
    expect(Object.keys(books)).not.toContain('psp_receivable:SIMULATOR USD')
    expect(Object.keys(books)).not.toContain('recon_suspense USD')
    expect(await pair.findings()).toEqual([])
  })
})
