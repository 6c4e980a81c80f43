import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { openReconciling, type Reconciling } from '#server/recon-files/fixtures.ts'
import { keepAnswer } from '#server/recon-records/fixtures.ts'
import { runJobs } from '#test/run-jobs.ts'
import type { TestSession } from '#test/test-app.ts'
import { rowsOfCsv } from './fixtures.ts'

let recon: Reconciling
beforeAll(async () => {
  recon = await openReconciling()
  await recon.saveMapping()
  for (const half of [['r1', 'r2'], ['r3']]) {
    await recon.loadHere(half.map((ref) => ({ ref, fee: '0.30', note: `call ${ref}` })))
  }
  const { merchantId } = recon.merchant
  const lines = ['r1', 'r2', 'r3'].map((ref) => ({ key: ref, side: 'b' as const, provider_ref: ref }))
  await ownTransaction(recon.testApp.serveParts, { merchantId, environment: 'sandbox' }, { requestId: 'raw' }, (ctx) =>
    keepAnswer(ctx, {}, lines),
  )
  await recon.testApp.owner.transaction(null, (tx) =>
    tx.query(
      `update recon_outcomes o set recon_id = r.recon_id, reading = r.reading, row_no = r.row_no from recon_records r
       where o.merchant_id = $1 and r.merchant_id = $1 and r.provider_ref = o.provider_ref`,
      [merchantId],
    ),
  )
})
afterAll(() => recon.close())

async function rows(as: TestSession): Promise<Record<string, string>[]> {
  const asked = { kind: 'raw', msm_id: 1, format: 'csv' }
  const { report_id } = recon.dataOf<{ report_id: string }>(await recon.ask('POST', '/merchants/recon/v3/g/reports/create', asked, as))
  await runJobs(recon.testApp, { names: ['run-export'] })
  const file = await recon.testApp.app.inject({
    method: 'GET',
    url: `/gateway/api/exports/${report_id}/file`,
    headers: { authorization: `Bearer ${as.token}` },
  })
  return rowsOfCsv(file.body).toSorted((a, b) => ((a['transaction_id'] ?? '') < (b['transaction_id'] ?? '') ? -1 : 1))
} // prettier-ignore

describe('raw rows', () => {
  it('have what stands in their file, column by column, beside what was read of it', async () => {
    expect(await rows(recon.session)).toMatchObject(
      ['r1', 'r2', 'r3'].map((ref) => ({
        transaction_id: ref,
        amount: '10',
        Reference: ref,
        Gross: '10.00',
        Note: `call ${ref}`,
      })),
    )
  })

  it('hide from whoever may not open transactions what the mapping does not read', async () => {
    const reader = await recon.testApp.signIn(recon.merchant, { roles: ['recon-user'] })
    for (const row of await rows(reader)) expect(row).toMatchObject({ Gross: '10.00', Note: '••••' })
  })
})
