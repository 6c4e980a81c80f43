import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadHostKey } from '#server/providers/simulator/settlement/host-key.ts'
import { daysAgo, now, openReconciled } from './recon-fixtures.ts'

/** The settlement files of the demo, with payments of every day: what the simulator settled, with some honest flaws. */
let demo: Awaited<ReturnType<typeof openReconciled>>
beforeAll(async () => {
  demo = await openReconciled({ days: daysAgo(63, 0), demoPayments: 900 })
})
afterAll(() => demo.close())
const ask = <R extends object>(sql: string, values?: unknown[]) => demo.ask<R>(sql, values)

describe('the files of the demo', () => {
  it('are proven but for two, with one refused, one that came twice and one replaced', async () => {
    const files = await ask<{ status: string; way: string; count: bigint }>(
      `select status, way, count(*) as count, count(same_as) as same, count(replaced_by) as replaced, sum(rejected) as rejected
       from recon_files group by 1, 2 order by 1, 2`,
    )
    expect(files.map(({ count: _, ...file }) => file)).toEqual([
      { status: 'Success', way: 'sftp', same: 1n, replaced: 1n, rejected: 0n },
      { status: 'Success', way: 'upload', same: 0n, replaced: 0n, rejected: 0n },
      { status: 'Validation Failed', way: 'upload', same: 0n, replaced: 0n, rejected: 0n },
    ])
    expect(Number(files[0]?.count)).toBeGreaterThan(20)
    const unproven = await ask(
      `select distinct substring(original_file_name from '\\d{8}') as day from recon_files join recon_proofs using (merchant_id, environment, recon_id)
       where state = 'unproven' order by 1`,
    )
    expect(unproven).toEqual([{ day: '20261011' }, { day: '20261101' }])
  })

  it('say of each payment what was captured of it, but for six lines: of other amounts, another currency, nobody, or no reference', async () => {
    const [found] = await ask<{ lines: bigint; alike: bigint }>(
      `select count(*) as lines, count(*) filter (where currency = 'SGD' and provider_ref = 'pay_' || merchant_ref and case when merchant_ref ~ '^order-'
           then gross * 100 = (array[4900, 7999, 12050, 15300, 28900])[split_part(merchant_ref, '-', 3)::int + 1] + split_part(merchant_ref, '-', 2)::int end) as alike
       from recon_records where type = 'payment' and standing = 'current'`,
    )
    expect(Number(found?.lines)).toBeGreaterThan(50)
    expect(Number(found?.lines) - Number(found?.alike)).toBe(6)
  })

  it('are read by a mapping with two versions', async () => {
    expect(await ask(`select distinct version from recon_mappings order by 1`)).toEqual([
      { version: 1 },
      { version: 2 },
    ])
    expect(await ask(`select from recon_files where mapping_id = ''`)).toEqual([])
  })

  it('were fetched from a server whose key is pinned, which a schedule looks at next, and where only newer ones are new', async () => {
    const [intake] = await ask(
      `select sftp_state as state, host_key as pinned, sftp_port as port, next_look_at > $1 as later from recon_intakes join recon_schedules
         using (merchant_id, environment, channel_key)`,
      [now],
    )
    const { fingerprint: pinned } = await loadHostKey(demo.dir)
    expect(intake).toEqual({
      state: 'working',
      pinned,
      port: demo.testApp.parts.config.simulator.sftpPort,
      later: true,
    })
    expect(
      await ask(
        `select original_file_name from recon_files f where way = 'sftp' and not exists (select from recon_arrivals a
           where a.recon_id = f.recon_id::text and a.state = 'taken' and a.origin = '/settlement/' || f.original_file_name
             and a.size_bytes = f.size_bytes)`,
      ),
    ).toEqual([])
  })
})

it('a week was overcharged: some of it is recovered, some claimed, and some to be claimed yet', async () => {
  const over = await ask(
    `select distinct $1::date - (at at time zone 'UTC')::date as ago, state from fee_checks c left join fee_claims k
         using (merchant_id, environment, claim_ref)
       where outcome = 'mismatch' and c.difference > 0 order by 1 desc`,
    [now],
  )
  expect(over).toEqual([
    ...[61, 60, 59, 58].map((ago) => ({ ago, state: 'recovered' })),
    ...[57, 56].map((ago) => ({ ago, state: 'open' })),
    { ago: 55, state: null },
    // What was restated, too.
    { ago: 26, state: null },
    // And a tax.
    { ago: 17, state: null },
  ])
  const [claimed] = await ask(
    `select bool_and(amount > 0) as over, count(*) filter (where recovered = amount) as recovered from fee_claims`,
  )
  expect(claimed).toEqual({ over: true, recovered: 1n })
  // Nothing of it is to be done or told any more.
  expect(await ask(`select from messages where about_type = 'fee_claim' and state = 'pending'`)).toEqual([])
  expect(await ask(`select from notices where kind like 'fee%' or kind like 'recon_file%'`)).toEqual([])
})
