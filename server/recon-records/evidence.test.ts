import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReconEvidence, ReconOriginal } from '#contract/recon-evidence.ts'
import type { Reconciling } from '#server/recon-files/fixtures.ts'
import type { TestSession } from '#test/test-app.ts'
import { openRead } from './read-fixtures.ts'

let recon: Reconciling
beforeAll(async () => {
  recon = await openRead()
})
afterAll(() => recon.close())
const original = async (ref: string, as?: TestSession) =>
  recon.dataOf<ReconOriginal>(await recon.ask('GET', `/api/recon/records/1.b.${ref}/original`, undefined, as))

describe('the row that a record was read from', () => {
  it('is shown as it stands in its file', async () => {
    for (const [ref, row_no] of [['r1', 2], ['r2', 3], ['r3', 2]] as const) {
      const { cells, ...row } = await original(ref)
      expect(row).toMatchObject({ row_no })
      expect(Object.fromEntries((cells ?? []).map(({ title, value }) => [title, value]))).toMatchObject({
        Reference: ref, Gross: '10.00', Note: `call ${ref}`,
      }) // prettier-ignore
    }
  }) // prettier-ignore

  it('has its cells that the mapping does not read hidden from whoever may not open transactions', async () => {
    const reader = await recon.testApp.signIn(recon.merchant, { roles: ['recon-user'] })
    const { cells } = await original('r1', reader)
    expect(cells).toContainEqual({ title: 'Gross', value: '10.00' })
    expect(cells).toContainEqual({ title: 'Note', value: '••••' })
  })

  it('is gone with its original', async () => {
    await sql('update recon_files set parts = 0 where merchant_id = $1')
    expect(await original('r1')).toMatchObject({ cells: null })
  })

  it('is that of no other merchant, and of no record that was read from no file', async () => {
    const other = await recon.testApp.signIn(await recon.testApp.addMerchant())
    expect((await recon.ask('GET', '/api/recon/records/1.b.r1/original', undefined, other)).status).toBe(404)
    await sql('update recon_outcomes set recon_id = null where merchant_id = $1')
    expect((await recon.ask('GET', '/api/recon/records/1.b.r1/original')).status).toBe(404)
  })
})

describe('the evidence of a record', () => {
  it('names who decided about it, and who agreed', async () => {
    const decision = '00000000-0000-7000-8000-00000000000d'
    await sql(
      `insert into recon_decisions (merchant_id, environment, decision_id, msm_id, act, group_id, status, amount_off, fee_off, tax_off, reason, decided_by,
         approved_by, decided_at) values ($1, 'sandbox', $2, 1, 'accept', $2, 'fee_mismatch', 0, 0, 0, 'Small', 'Ann', 'Bob', now())`,
      decision,
    )
    await sql('update recon_outcomes set decision_id = $2 where merchant_id = $1', decision)
    const evidence = recon.dataOf<ReconEvidence>(await recon.ask('GET', '/api/recon/records/1.b.r2'))
    expect(evidence.decided).toMatchObject({ act: 'accept', reason: 'Small', decided_by: 'Ann', approved_by: 'Bob' })
  })
})

const sql = (text: string, ...values: unknown[]) =>
  recon.testApp.owner.transaction(null, (tx) => tx.query(text, [recon.merchant.merchantId, ...values]))
