import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FeeClaim } from '#contract/fee-claims.ts'
import { unzipped } from '#test/unzip.ts'
import { openCheckingFees, type CheckingFees } from './checking-fixtures.ts'

let fees: CheckingFees
beforeAll(async () => {
  fees = await openCheckingFees()
})
afterAll(() => fees.recon.close())

describe('a claim', () => {
  it('takes each overcharge once, is sent with its evidence, and names the line that gave it back', async () => {
    await fees.made({ currency: 'SGD', flat_fee: 0.1 })
    await fees.load(
      [
        { ref: 'C1', gross: '10.00', fee: '1.30' },
        { ref: 'C2', gross: '20.00', fee: '0.60' },
        { ref: 'U1', gross: '30.00', fee: '0.65' },
      ],
      'c.csv',
    )
    const over = await fees.mismatches({ direction: 'over' })
    const refs = over.map(({ check_ref }) => check_ref)
    const claims = '/api/recon/fees/claims'
    const under = (await fees.mismatches({ direction: 'under' })).map(({ check_ref }) => check_ref)
    expect((await fees.recon.ask('POST', claims, { check_refs: [...refs, ...under] })).status).toBe(409)
    const claim = fees.contentOf<FeeClaim>(await fees.recon.ask('POST', claims, { check_refs: refs }))
    expect(claim).toMatchObject({ state: 'open', amount: '1.1', currency: 'SGD', rows: 2 })
    expect((await fees.recon.ask('POST', claims, { check_refs: refs })).status).toBe(409)
    const of = `${claims}/${claim.claim_ref}`
    expect(fees.contentOf<FeeClaim>(await fees.recon.ask('POST', `${of}/send`, { to: 'fees@provider.example' }))).toMatchObject({ state: 'sent', sent_to: 'fees@provider.example' }) // prettier-ignore
    const [mail] = await fees.sql<{ attachments: unknown }>(`select attachments from messages where merchant_id = $1 and recipient = $2`, 'fees@provider.example') // prettier-ignore
    expect(mail?.attachments).toMatchObject([{ of: { kind: 'fee-claim', ref: claim.claim_ref } }])
    expect((await fees.recon.ask('POST', `${of}/close`, { as: 'recovered', recovery_ref: 'NOT-THERE' })).status).toBe(
      400,
    )
    await fees.load([{ ref: 'BACK', type: 'Fee', gross: '1.10', fee: '' }], 'back.csv')
    expect(fees.contentOf<FeeClaim>(await fees.recon.ask('POST', `${of}/close`, { as: 'recovered', recovery_ref: 'BACK' }))).toMatchObject({ state: 'recovered', recovered: '1.1', recovery_ref: 'BACK' }) // prettier-ignore
    expect((await fees.recon.ask('POST', `${of}/close`, { as: 'accepted' })).status).toBe(409)
  })

  it('gives its evidence as a sheet, with exact figures and without formulas that a program would run', async () => {
    await fees.load([{ ref: '=1+1', gross: '35.00', fee: '1.30' }], 'payload.csv')
    const check_refs = (await fees.mismatches({ txn_ref: '=1+1' })).map(({ check_ref }) => check_ref)
    const claim = fees.contentOf<FeeClaim>(await fees.recon.ask('POST', '/api/recon/fees/claims', { check_refs }))
    const file = fees.contentOf<{ name: string; data_url: string }>(
      await fees.recon.ask('GET', `/api/recon/fees/claims/${claim.claim_ref}/evidence`),
    )
    expect(file.name).toBe(`claim-${claim.claim_ref}.xlsx`)
    const bytes = Buffer.from(file.data_url.split(',')[1] ?? '', 'base64')
    const sheet = unzipped(bytes).get('xl/worksheets/sheet1.xml') ?? ''
    const cells = [...sheet.matchAll(/<c[ />].*?(?=<c[ />]|<\/row>)/g)]
      .map(([cell]) => cell.replace(/<[^>]*>/g, ''))
      .slice(14)
    expect(cells).toEqual([
      '2026-10-01 10:00:00', "'=1+1", '', 'payment', '', '35', 'SGD', '1.3', '0', '0.8', '0', '0.5', 'SGD', '35.00 SGD × 2 % + 0.10 = 0.80',
    ]) // prettier-ignore
    expect(sheet).not.toContain('<f>')
  })
})
