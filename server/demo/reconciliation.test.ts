import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDemo } from '#server/demo.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'

/** The settlement files of the demo: what the simulator settled of the 90 days, with some honest flaws. */
let testApp: TestApp
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'reconciliation-'))
  testApp = await openTestApp({ DEMO: '1', DEMO_PAYMENTS: '2000', SIMULATOR_DIR: dir })
  const t = performance.now()
  await loadDemo(testApp.parts)
  console.log('demo', performance.now() - t)
})
afterAll(async () => {
  await testApp.close()
  await rm(dir, { recursive: true })
})
const ask = <R extends object>(sql: string, values: unknown[] = []) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(sql, values))

describe('the files of the demo', () => {
  it('are there', async () => {
    console.log(
      await ask(
        `select status, way, reason, count(*), sum(rows) as rows, sum(loaded) as loaded, sum(repeated) repeated, sum(restated) restated, sum(rejected) rejected from recon_files group by 1,2,3`,
      ),
    )
    console.log(
      await ask(`select original_file_name, reason, reason_params from recon_files where status <> 'Success' limit 3`),
    )
    console.log(await ask(`select state, count(*), count(distinct recon_id) files from recon_proofs group by 1`))
    expect(1).toBe(1)
  })
})
