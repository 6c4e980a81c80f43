import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Stats } from '#contract/analytics.ts'
import type { Owner } from '#server/kit/ctx.ts'
import { openDatabase, type Database } from '#server/kit/db/db.ts'
import { openTestApp, type TestApp, type TestMerchant } from '#test/test-app.ts'
import { rollUpDeltas, rollUpStatements } from './roll-up-deltas.ts'
import { anyHappening, happen, seeded } from './fixtures.ts'
import { verifySums } from './verify.ts'

/** Rolling up under writes, by several workers that are killed; new zones; and that these tests notice a missing lock. */
let testApp: TestApp
const folder = 'folder'
let folders: Database[]
beforeAll(async () => {
  testApp = await openTestApp()
  const url = new URL(testApp.parts.databaseUrl)
  url.searchParams.set('application_name', folder)
  folders = [openDatabase(url.href, { most: 1 }), openDatabase(url.href, { most: 1 })]
})
afterAll(async () => {
  await Promise.all(folders.map((database) => database.close()))
  await testApp.close()
})

const ownerOf = ({ merchantId }: TestMerchant): Owner => ({ merchantId, environment: 'sandbox' })
const sql = <R extends object>(text: string, values: unknown[] = []) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(text, values))
const span = { from: new Date('2026-05-01T00:00:00Z'), to: new Date('2026-05-02T12:00:00Z') }
async function some(owner: Owner, count: number, seed: number): Promise<void> {
  const random = seeded(seed)
  for (let n = 0; n < count; n++) await happen(testApp, owner, anyHappening(random, span))
}
const pendingOf = async ({ merchantId }: Owner) =>
  Number(
    (await sql<{ count: bigint }>('select count(*) from payment_deltas where merchant_id = $1', [merchantId]))[0]
      ?.count,
  )

describe('rolling up deltas', () => {
  it('adds each delta once, by two workers at a time, under writes, with either killed at any moment', async () => {
    const owner = ownerOf(await testApp.addMerchant({ timeZone: 'Asia/Kathmandu' }))
    let writing = true
    let killed = 0
    const write = Promise.all([some(owner, 25, 1), some(owner, 25, 2)]).finally(() => (writing = false))
    const work = folders.map(async (database) => {
      while (writing) await rollUpDeltas(database, owner, { most: 3 }).catch(() => killed++)
    })
    const kill = async () => {
      while (writing)
        await sql(
          `select pg_sleep(0.02), pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and state <> 'idle'`,
          [folder],
        )
    }
    await Promise.all([write, ...work, kill()])
    expect(killed).toBeGreaterThan(0)
    expect(await verifySums(testApp.owner, owner)).toEqual([])
    await rollUpDeltas(testApp.serveParts.database, owner)
    expect(await pendingOf(owner)).toBe(0)
    expect(await verifySums(testApp.owner, owner)).toEqual([])
  }, 60_000)

  it('is tested well enough to notice two workers that take the same delta', async () => {
    const owner = ownerOf(await testApp.addMerchant())
    await some(owner, 3, 3)
    await rollUpDeltas(testApp.serveParts.database, owner)
    await some(owner, 3, 4)
    const [deletes, ...adding] = rollUpStatements.toReversed()
    expect(deletes).toMatch(/^delete from payment_deltas/)
    const deltas = await sql<{ delta_id: bigint }>('select delta_id from payment_deltas where merchant_id = $1', [owner.merchantId]) // prettier-ignore
    const values = [owner.merchantId, owner.environment, deltas.map(({ delta_id }) => delta_id)]
    const rollUp = (database: Database) =>
      database.transaction({ merchantIds: [owner.merchantId], environment: 'sandbox' }, async (tx) => {
        for (const statement of adding) await tx.query(statement, values)
      })
    for (const database of folders) await rollUp(database)
    await sql('delete from payment_deltas where merchant_id = $1', [owner.merchantId])
    const found = (await verifySums(testApp.owner, owner)).map(({ invariant }) => invariant)
    expect(found).toContain('the days of each zone are the sums of its payments')
    expect(found).toContain('the hours of each zone are the sums of its payments')
    expect(found).toContain('the totals are the sums of all payments')
    expect(found).toContain('what succeeded, was refunded and is kept apart is what the ledger has of it')
  })

  it('builds the roll-ups of a new zone, also from payments whose deltas are not yet rolled up', async () => {
    const master = await testApp.addMerchant({ kind: 'master', timeZone: 'America/Lima' })
    const owner = ownerOf(
      await testApp.addMerchant({ kind: 'managed', masterId: master.merchantId, timeZone: 'Asia/Kolkata' }),
    )
    await some(owner, 10, 5)
    await rollUpDeltas(testApp.serveParts.database, owner)
    await some(owner, 10, 6)
    await sql(`update merchants set time_zone = 'Pacific/Chatham' where merchant_id = $1`, [owner.merchantId])
    await rollUpDeltas(testApp.serveParts.database, owner, { most: 2 })
    const zones = await sql<{ time_zone: string }>(
      'select time_zone from payment_zones where merchant_id = $1 order by 1',
      [owner.merchantId],
    )
    expect(zones.map(({ time_zone }) => time_zone)).toEqual(['', 'America/Lima', 'Asia/Kolkata', 'Pacific/Chatham'])
    expect(await verifySums(testApp.owner, owner)).toEqual([])
  })
})

describe("a master's dashboard", () => {
  it('adds up the merchants that it names, keeps their currencies apart, and takes no other', async () => {
    const boss = await testApp.addMerchant({ kind: 'master', timeZone: 'Asia/Singapore' })
    const session = await testApp.signIn(boss)
    const subs = await Promise.all(
      ['Asia/Kathmandu', 'Asia/Seoul'].map((timeZone) =>
        testApp.addMerchant({ kind: 'managed', masterId: boss.merchantId, timeZone, name: timeZone }),
      ),
    )
    for (const [seed, sub] of subs.entries()) {
      await some(ownerOf(sub), 15, 10 + seed)
      if (seed === 0) await rollUpDeltas(testApp.serveParts.database, ownerOf(sub))
    }
    const time_filter = { from: '2026-05-01 00:00:00', to: '2026-05-03 00:00:00' }
    const stats = async (uuids: string[]) => {
      const path = `/merchants/${boss.key}/analytics/net-transactions-data`
      const answer = await testApp.call(session, 'POST', path, { uuids, time_filter })
      expect(answer.status, answer.text).toBe(200)
      return (answer.body.content as unknown as { txn_stats: Stats[] }).txn_stats
    }
    const [both, first, second] = [
      await stats([subs[0]?.key as string, subs[1]?.merchantId as string]),
      await stats([subs[0]?.key as string]),
      await stats([subs[1]?.key as string]),
    ]
    for (const { currency, count, attempts } of both) {
      const of = (rows: Stats[]) => rows.find((row) => row.currency === currency)
      expect(count).toBe((of(first)?.count ?? 0) + (of(second)?.count ?? 0))
      expect(attempts).toBe((of(first)?.attempts ?? 0) + (of(second)?.attempts ?? 0))
    }
    expect(both.reduce((all, { attempts }) => all + attempts, 0)).toBe(30)
    const stranger = await testApp.addMerchant()
    const path = `/merchants/${boss.key}/analytics/net-transactions-data`
    const refused = await testApp.call(session, 'POST', path, { uuids: [subs[0]?.key, stranger.key], time_filter })
    expect(refused.status).toBe(404)
  })
})

describe('the total of the payments list', () => {
  it('is exact beyond the cap where the roll-ups can answer, and capped where they cannot', async () => {
    const merchant = await testApp.addMerchant({ timeZone: 'Asia/Kathmandu' })
    const session = await testApp.signIn(merchant)
    await some(ownerOf(merchant), 1, 7)
    await sql(
      `insert into payments (merchant_id, environment, order_ref, merchant_order_ref, amount_minor, currency, status, payment_method,
         channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip, device_info, description, source, created_at, updated_at)
       select $1, 'sandbox', 'r' || n, 'ORDER-' || n, n, case when n % 3 = 0 then 'JPY' else 'SGD' end, case when n % 4 = 0 then 'Failed' else 'Success' end,
         'CARD', 'SIMULATOR', '', '', '', '', '', '', '', '', '', $2::timestamptz + n * interval '7 minutes', now() from generate_series(1, 10500) n`,
      [merchant.merchantId, span.from],
    )
    await rollUpDeltas(testApp.serveParts.database, ownerOf(merchant))
    const total = async (body: object) => {
      const { body: page } = await testApp.call(session, 'POST', `/merchant/${merchant.key}/payments`, body)
      return [page['total_elements'], page['total_capped']]
    }
    expect(await total({})).toEqual([10_501, false])
    const days = { from: '2026-05-02 18:15:00', to: '2026-05-10 18:15:00' }
    for (const [filters, condition] of [
      [{ status: 'Success' }, `status = 'Success'`],
      [{ status: ['Success', 'Failed'], currency: 'JPY' }, `currency = 'JPY' and status in ('Success', 'Failed')`],
      [
        { created_at: days, channel_key: 'SIMULATOR', payment_method: ['CARD', 'WALLET'] },
        `created_at >= '2026-05-02 18:15Z' and created_at < '2026-05-10 18:15Z'`,
      ],
      [{ created_at: { from: days.from } }, `created_at >= '2026-05-02 18:15Z'`],
      [
        { created_at: { to: '2026-05-04 00:00:00' }, status: 'Failed' },
        `created_at < '2026-05-04 00:00Z' and status = 'Failed'`,
      ],
    ] as const) {
      const [row] = await sql<{ count: bigint }>(
        `select count(*) from payments where merchant_id = $1 and ${condition}`,
        [merchant.merchantId],
      )
      expect(await total({ filters }), condition).toEqual([Number(row?.count), false])
    }
    expect(await total({ search: 'ORDER-' })).toEqual([10_000, true])
    expect(await total({ from: '2006-01-02 15:04:05' })).toEqual([10_501, false])
  }, 30_000)
})

describe('a question', () => {
  it('is refused with a reason when it makes no sense, and has a time limit', async () => {
    const merchant = await testApp.addMerchant()
    const session = await testApp.signIn(merchant)
    const ask = async (body: object) => {
      const answer = await testApp.call(session, 'POST', `/api/analytics/txn-volume-graph/${merchant.key}`, body)
      return [
        answer.status,
        (answer.body['errors'] as { path: string; reason: string }[] | undefined)?.map(
          ({ path, reason }) => `${path}: ${reason}`,
        ),
      ]
    }
    const year = { from: '2025-01-01 00:00:00', to: '2026-01-01 00:00:00' }
    expect(await ask({ period: 'days', time_filter: { from: year.to, to: year.from } })).toEqual([
      400,
      ['time_filter.to: too_small'],
    ])
    expect(await ask({ period: 'hours', time_filter: year })).toEqual([400, ['period: too_small']])
    expect(await ask({ period: 'days', time_filter: year, offset: 17 })).toEqual([400, ['offset: not_a_choice']])
    expect(await ask({ period: 'days', time_filter: year, offset: 345 })).toEqual([400, ['time_filter: too_big']])
    expect(await ask({ period: 'days', time_filter: year, offset: 480 })).toEqual([200, undefined])
    expect(await ask({ period: 'months', time_filter: { ...year, from: '1991-01-01 15:04:05' } })).toEqual([
      200,
      undefined,
    ])
    expect(await ask({ period: 'years', time_filter: year })).toEqual([400, ['period: not_a_choice']])
  })
})
