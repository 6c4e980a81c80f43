import { describe, expect, it } from 'vitest'
import { hasRealFiles, realFile } from '#test/real-files.ts'
import { amount, readBy } from './reading-fixtures.ts'

const titles =
  'id,external_identifier,status,created_at,captured_at,amount,currency,captured_amount,refunded_amount,method,scheme,payment_service_transaction_id'

describe("Gr4vy's transactions", () => {
  it('are in minor units of their currency, and only those that were captured', async () => {
    const text = `${titles}\na,order-1,capture_succeeded,2026-08-08T21:46:40.366204+01:00,2026-08-08T21:46:42.492602+01:00,1000,USD,1000,0,card,visa,S1\nb,order-2,capture_succeeded,2026-08-08T21:46:40.366204+01:00,2026-08-08T21:46:42.492602+01:00,5000,JPY,5000,0,card,jcb,S2\nc,order-3,authorization_declined,2026-08-08T21:46:40.366204+01:00,,1000,USD,0,0,card,visa,`
    const { records, summary } = await readBy('GR4VY_TRANSACTIONS', { text })
    expect(records.map(({ gross, currency, at }) => [amount(gross), currency, at])).toEqual([
      ['10', 'USD', '2026-08-08T20:46:40.366Z'],
      ['5000', 'JPY', '2026-08-08T20:46:40.366Z'],
    ])
    expect(summary.ignored).toEqual({ not_captured: 1 })
  })

  it.runIf(hasRealFiles).each([
    ['gr4vy/all_transactions_report.csv', ['10 USD', '5000 JPY'], 2],
    ['e2e_wmf_audit/Gravy/refund__gravy_settlement_report_2024_09_13.csv', ['35 USD', '35 USD'], 0],
  ])('of real files: %s', async (path, lines, ignored) => {
    const { records, summary } = await readBy('GR4VY_TRANSACTIONS', { path: realFile(path) })
    expect(records.map(({ gross, currency }) => `${amount(gross)} ${currency}`)).toEqual(lines)
    expect(summary.ignored['not_captured'] ?? 0).toBe(ignored)
  })
})
