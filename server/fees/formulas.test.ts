import { afterAll, beforeAll, expect, it } from 'vitest'
import { feeMismatchList } from '#contract/fee-checks.ts'
import type { FeeClaim } from '#contract/fee-claims.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { formulas, formulasIn } from '#test/attacks.ts'
import { exported } from '#test/exported.ts'
import { unzipped } from '#test/unzip.ts'
import { openCheckingFees, type CheckingFees } from './checking-fixtures.ts'
import { claimSheet } from './claim-sheet.ts'

/** What would run in a spreadsheet, in the references and methods of a provider's file: it leaves as text. */
let fees: CheckingFees
beforeAll(async () => {
  fees = await openCheckingFees()
})
afterAll(() => fees.recon.close())

const payloads = [...new Set(formulas())]

it('runs neither in the export of fees that differ nor in the evidence of a claim', async () => {
  await fees.made({ currency: 'SGD', flat_fee: 0.1 })
  const { testApp, session, merchant } = fees.recon
  const input_header = { date: 'Date', amount: 'Gross', txn_ref: 'Reference', merchant_ref: 'Reference', method: 'Reference', fee: 'Fee' }
  await fees.recon.saveMapping({ file_prefix: 'formulas*', display_name: 'Formulas', input_header, reading: { type: 'payment', types: {} } })
  const lines = payloads.map((one) => `2026-10-01 10:00:00,"${one.replaceAll('"', '""')}",10.00,5.00`)
  const file = Buffer.from(['Date,Reference,Gross,Fee', ...lines].join('\n'))
  const { recon_id } = await fees.recon.loadHere(file, 'formulas.csv')
  await fees.check()
  const asked = { filters: { recon_id }, columns: Object.keys(feeMismatchList.columns).map((key) => ({ key })) }
  const { workbook, csv } = await exported(testApp, session, '/api/recon/fees/mismatches/export', asked)
  expect(csv).toContain(`'${payloads[0]}`)
  expect(formulasIn(workbook, csv)).toEqual([])

  const refs = (await fees.mismatches({ recon_id })).map(({ check_ref }) => check_ref)
  const { claim_ref } = fees.contentOf<FeeClaim>(await fees.recon.ask('POST', '/api/recon/fees/claims', { check_refs: refs }))
  const owner = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
  const parts = { ...testApp.serveParts, now: () => testApp.clock.now ?? new Date() }
  const sheet = await claimSheet.read((work) => ownTransaction(parts, owner, { requestId: 'claim' }, work), claim_ref)
  if (!sheet) throw new Error('no sheet')
  const workbookOfClaim = Buffer.from(sheet)
  expect([...unzipped(workbookOfClaim).values()].join('')).toContain(`'${payloads[0]}`)
  expect(formulasIn(workbookOfClaim, '')).toEqual([])
}) // prettier-ignore
