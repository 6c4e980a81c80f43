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
  await loadDemo(testApp.parts)
}, 60_000)
afterAll(async () => {
  await testApp.close()
  await rm(dir, { recursive: true })
})
const ask = <R extends object>(sql: string, values: unknown[] = []) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(sql, values))

describe('the files of the demo', () => {
  it('are one of each day, proven but for two, with one refused, one that came twice and one replaced', async () => {
    const files = await ask<{
      status: string
      way: string
      count: bigint
      same: bigint
      replaced: bigint
      rejected: bigint
    }>(
      `select status, way, count(*) as count, count(same_as) as same, count(replaced_by) as replaced, sum(rejected) as rejected
       from recon_files group by 1, 2 order by 1, 2`,
    )
    expect(
      files.map(({ status, way, same, replaced, rejected }) => ({ status, way, same, replaced, rejected })),
    ).toEqual([
      { status: 'Success', way: 'sftp', same: 1n, replaced: 1n, rejected: 0n },
      { status: 'Success', way: 'upload', same: 0n, replaced: 0n, rejected: 0n },
      { status: 'Validation Failed', way: 'upload', same: 0n, replaced: 0n, rejected: 0n },
    ])
    expect(Number(files[0]?.count)).toBeGreaterThan(80)
    const unproven = await ask<{ name: string; days: number; state: string }>(
      `select distinct original_file_name as name, (select created_at::date from recon_files order by created_at desc limit 1) - created_at::date as days
       from recon_files join recon_proofs using (merchant_id, environment, recon_id) where state = 'unproven' order by 1`,
    )
    expect(unproven.map(({ days }) => days)).toEqual([39, 18])
  })

  it('say of each payment what was captured of it', async () => {
    const [found] = await ask<{ lines: bigint; alike: bigint }>(
      `select count(*) as lines, count(p.order_ref) as alike from recon_records r left join payments p on p.merchant_id = r.merchant_id
         and p.environment = r.environment and p.order_ref = r.merchant_ref and p.channel_order_ref = r.provider_ref
         and p.currency = r.currency and p.amount_minor = r.gross * 100
       where r.type = 'payment' and r.standing = 'current'`,
    )
    expect(Number(found?.lines)).toBeGreaterThan(400)
    // One has another amount, and one another currency.
    expect(Number(found?.lines) - Number(found?.alike)).toBe(2)
  })

  it('are read by a mapping with two versions', async () => {
    expect(await ask(`select distinct version from recon_mappings order by 1`)).toEqual([
      { version: 1 },
      { version: 2 },
    ])
    expect(await ask(`select from recon_files where mapping_id = ''`)).toEqual([])
  })
})
