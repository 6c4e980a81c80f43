import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRealFiles } from '#test/real-files.ts'
import { counted, openWorkingOut, type WorkingOut } from './fixtures.ts'
import { settlementsOf, told, workedOut } from './real-case-fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  if (hasRealFiles) app = await openWorkingOut()
})
afterAll(() => app?.close())

describe.skipIf(!hasRealFiles)('a real file and the list of its merchant', () => {
  it('leave a reversed dispute that nobody here knows', async () => {
    const { pair, outcomes } = await workedOut(app, { name: 'stripe_payout', layout: 'STRIPE_PAYOUT_RECONCILIATION', file: 'stripe/settlement_report.csv' })
    expect(counted(outcomes)).toEqual(['a matched 3', 'b adjustment 3', 'b matched 3', 'b missing_in_transactions 1'])
    expect(told(outcomes, 'b', 'missing_in_transactions')).toEqual(['chargeback_reversal 3.35 USD'])
    expect(await settlementsOf(pair)).toEqual(['USD proven: 23.05 paid out, 0 open, 0.95 charged, -1 beside'])
  })

  it('join the two sides of a conversion to their payment, with its rate', async () => {
    const { outcomes } = await workedOut(app, { name: 'paypal_stl_20260106', layout: 'PAYPAL_STL', file: 'e2e_wmf_audit/Paypal/STL-20260106.01.009.csv', reading: { dates: ['YYYY/MM/DD HH:mm:ss Z'] } })
    expect(counted(outcomes)).toEqual(['a matched 3', 'b adjustment 2', 'b matched 3'])
    const payment = outcomes.find(({ side, currency }) => side === 'a' && currency === 'BRL')
    expect(payment?.evidence.conversion).toEqual({ out: '-13.56', out_currency: 'BRL', in: '2.41', in_currency: 'USD', rate: '0.1777286136' })
    expect(outcomes.filter(({ group_id }) => group_id === payment?.group_id)).toHaveLength(4)
  })

  it('match 26 payments, and say of a release that the list calls a payment what it is there', async () => {
    const { outcomes } = await workedOut(app, { name: 'paypal_activity_en', layout: 'PAYPAL_ACTIVITY', file: 'oca_paypal/statement_import_paypal__activity_en.csv', reading: { dates: ['DD/MM/YYYY HH:mm:ss z'] } })
    expect(counted(outcomes)).toContain('a matched 26')
    const release = outcomes.find(({ side, provider_ref }) => side === 'a' && provider_ref === 'TID46')
    expect(release).toMatchObject({ status: 'missing_in_settlement', evidence: { nearest: { why: 'other_type', type: 'reserve' } } })
    for (const ref of ['TID37', 'TID46'])
      expect(outcomes.find(({ side, provider_ref }) => side === 'b' && provider_ref === ref)).toMatchObject({ type: 'reserve', status: 'adjustment' })
  })

  it('match a payment and a refund of other references, beside a transfer and an adjustment', async () => {
    const { outcomes } = await workedOut(app, { name: 'razorpay_documented', layout: 'RAZORPAY_SETTLEMENT', file: 'razorpay/settlement_recon_documented.csv', reading: { dates: ['unix'] } })
    expect(counted(outcomes)).toEqual(['a matched 2', 'b adjustment 2', 'b matched 2'])
    expect(outcomes.filter(({ status }) => status === 'adjustment').map(({ type }) => type).toSorted()).toEqual(['adjustment', 'transfer'])
  })
}) // prettier-ignore
