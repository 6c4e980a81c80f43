import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reconciling } from '#server/recon-files/fixtures.ts'
import { openRead } from '#server/recon-records/read-fixtures.ts'
import { runJobs } from '#test/run-jobs.ts'
import type { TestSession } from '#test/test-app.ts'
import { rowsOfCsv } from './fixtures.ts'

let recon: Reconciling
beforeAll(async () => {
  recon = await openRead()
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
