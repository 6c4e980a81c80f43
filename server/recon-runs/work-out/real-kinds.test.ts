import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRealFiles, realFile } from '#test/real-files.ts'
import { counted, openWorkingOut, type WorkingOut } from './fixtures.ts'
import { batch1128, settlementsOf, told, workedOut } from './real-case-fixtures.ts'
import { ofMerchant, ours } from './sheet-fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  if (hasRealFiles) app = await openWorkingOut()
})
afterAll(() => app?.close())

/** What a merchant has, and one or more files of a folder of the provider's, worked out. */
async function withFiles(list: Parameters<typeof ours>, ...files: string[]) {
  const pair = await app.pairOf()
  const types = { ...ofMerchant.types, refund_reversal: 'refund_reversal' } as const
  await pair.load('a', ours(...list.map((row) => ({ merchant_order_ref: '', currency: 'USD', ...row, channel_order_ref: row.ref }))), { reading: { ...ofMerchant, types } })
  for (const file of files) await pair.load('b', readFileSync(realFile(`e2e_wmf_audit/Adyen/${file}`)), { layout: batch1128.layout })
  return { pair, ...(await pair.run()) }
} // prettier-ignore

describe.skipIf(!hasRealFiles)('lines of a real file', () => {
  it('match each their own kind, and a refund of which two columns were filled stands out by 51.00', async () => {
    const { pair, outcomes } = await workedOut(app, batch1128)
    expect(counted(outcomes)).toEqual(['a amount_mismatch 1', 'a matched 10', 'b adjustment 4', 'b amount_mismatch 1', 'b matched 10'])
    const refund = outcomes.find(({ side, type }) => side === 'a' && type === 'refund')
    expect(refund).toMatchObject({ status: 'amount_mismatch', amount_off: '51', evidence: { marks: ['both_sides_filled'] } })
    expect(await settlementsOf(pair)).toEqual([
      'CAD proven: 9.54 paid out, 0 open, 0.46 charged, 0 beside',
      // Costs of 1.06, and a line whose gross is 0.10 less than its net and charges come to.
      'USD proven: 59.75 paid out, 0 open, 12.25 charged, -0.96 beside',
    ])
    const rates = await pair.sql<{ said: string }>(`select currency || ' ' || trim_scale(rate) as said from recon_records where merchant_id = $1 and rate not in (0, 1) order by 1`)
    expect(rates.map(({ said }) => said)).toEqual(['JPY 0.006733333333333', 'JPY 0.006746268656716', 'NZD 0.593846153846154'])
  })

  it('correct a deposit both ways beside its payment, and prove the payout', async () => {
    const { pair, outcomes } = await withFiles([{ ref: '5364893193133131', amount: '10' }], 'deposit_correction__settlement_detail_report_batch_2.csv')
    expect(counted(outcomes)).toEqual(['a matched 1', 'b adjustment 3', 'b matched 1'])
    expect(outcomes.filter(({ status }) => status === 'adjustment').map(({ type }) => type).toSorted()).toEqual(['payout', 'reserve', 'reserve'])
    // Corrections of 1.00 in all, and a payment whose gross is 9.00 more than its net and charges come to.
    expect(await settlementsOf(pair)).toEqual(['USD proven: 1.76 paid out, 0 open, 0.24 charged, -8 beside'])
  })

  it('that charge back and refund one payment in either order each match their own kind', async () => {
    const kinds = ['payment', 'refund', 'chargeback'].flatMap((type) => ['FGH', 'XYZ'].map((ref) => ({ ref, type, amount: '1' })))
    const files = ['', '-2'].map((part) => `chargeback_and_refund__settlement_detail_report_batch_1120${part}.csv`)
    const { outcomes } = await withFiles(kinds, ...files)
    expect(counted(outcomes)).toEqual(['a matched 6', 'b matched 6'])
    const groups = Map.groupBy(outcomes, ({ group_id }) => group_id)
    expect([...groups.values()].map((group) => [group.length, new Set(group.map(({ type }) => type)).size])).toEqual(Array(6).fill([2, 1]))
    const paid = await withFiles(kinds.slice(0, 2), ...files)
    expect(told(paid.outcomes, 'b', 'missing_in_transactions')).toEqual(['chargeback -1 USD', 'chargeback -1 USD', 'refund -1 USD', 'refund -1 USD'])
  })

  it('that take a refund back match its reversal where it is known, and cancel each other where it is not', async () => {
    const file = 'refunded_reversal__settlement_detail_report_batch_1120.csv'
    const [ref, amount] = ['1234893193133131', '5']
    const payment = { ref, amount }
    const known = await withFiles([payment, { ref, amount, type: 'refund' }, { ref, amount, type: 'refund_reversal' }], file)
    expect(counted(known.outcomes)).toEqual(['a matched 3', 'b matched 3'])
    expect(told(known.outcomes, 'b', 'matched')).toEqual(['payment 5 USD', 'refund -5 USD', 'refund_reversal 5 USD'])
    const { outcomes } = await withFiles([payment], file)
    expect(counted(outcomes)).toEqual(['a matched 1', 'b matched 3'])
    expect(outcomes.filter(({ evidence }) => evidence['cancelled']).map(({ type }) => type).toSorted()).toEqual(['refund', 'refund_reversal'])
  })
}) // prettier-ignore
