import { describe, expect, it } from 'vitest'
import { hasRealFiles, realFile } from '#test/real-files.ts'
import { proposedFor } from '../layouts/reading-fixtures.ts'

describe.runIf(hasRealFiles)('real files are recognised', () => {
  it.each([
    [
      'derived_encodings/b380_semicolon_decimalcomma_latin1.csv',
      'ADYEN_SETTLEMENT_DETAIL',
      { delimiter: ';', decimal: ',', group: '.', offset: 3 },
    ],
    ['oca_adyen/bank_statement_import_adyen__adyen_test.xlsx', 'ADYEN_SETTLEMENT_DETAIL', { offset: 3, sheet: 0 }],
    ['adyen/settlement_detail_report_donation_reordered.csv', 'ADYEN_SETTLEMENT_DETAIL', {}],
    ['adyen/payments_accounting_report_nyce.csv', 'ADYEN_PAYMENTS_ACCOUNTING', {}],
    ['e2e_wmf_audit/Paypal/STL-20260106.01.009.csv', 'PAYPAL_STL', {}],
    ['paypal/trr_grant.csv', 'PAYPAL_TRR', {}],
    ['oca_paypal/statement_import_paypal__activity_en.csv', 'PAYPAL_ACTIVITY', { dates: ['DD/MM/YYYY HH:mm:ss'] }],
    ['stripe/settlement_report.csv', 'STRIPE_PAYOUT_RECONCILIATION', {}],
    ['razorpay/settlement_recon_documented.csv', 'RAZORPAY_SETTLEMENT', {}],
    ['dlocal/donation.csv', 'DLOCAL', { delimiter: ';' }],
    ['trustly/P11KFUN-3618-r-code-reversal.csv', 'TRUSTLY_P11KFUN', {}],
    ['venmo/transactions.csv', 'VENMO_TRANSACTIONS', {}],
    ['gr4vy/all_transactions_report.csv', 'GR4VY_TRANSACTIONS', {}],
    ['oca_braintree/bank_statement_import_online_braintree__pull_report.csv', 'BRAINTREE_SETTLEMENT', {}],
  ])('%s', async (path, key, reading) => {
    const proposal = await proposedFor({ path: realFile(path) }, { encoding: 'windows-1252' })
    expect(proposal).toMatchObject({ layout: key, reading })
    // AstroPay's report has the same titles as dLocal's, whose it became.
    expect(proposal.questions.map(({ about }) => about)).toEqual(key === 'DLOCAL' ? ['layout'] : [])
    expect(proposal.typeWords.filter(({ type }) => type === null)).toEqual([])
    expect(proposal.preview.filter(({ outcome }) => 'rejected' in outcome)).toEqual([])
  })
})
