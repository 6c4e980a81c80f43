import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAllRecon } from '#server/settlements/verify.ts'
import { verifyAllSums } from '#server/rollups/verify.ts'
import { loadDemo } from '#server/demo.ts'
import { verifyAllLedgers } from '#server/ledger/verify.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { channelOf } from '#server/channels/channel.ts'
import { simulatorProvider } from '#server/providers/simulator/adapter.ts'
import { startSimulator } from '#server/providers/simulator/main.ts'
import type { RefundRequest } from '#server/providers/provider.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { makeDue } from './due.ts'
import { loadHistory } from './history.ts'

/** The demo's history: what the application would have written, the same each time, whole or not there. */
let testApp: TestApp
let dir: string
beforeAll(async () => {
  // The provider of an earlier run would know its keys.
  dir = await mkdtemp(join(tmpdir(), 'history-'))
  testApp = await openTestApp({ DEMO: '1', DEMO_PAYMENTS: '900', SIMULATOR_DIR: dir })
})
afterAll(async () => {
  await testApp.close()
  await rm(dir, { recursive: true })
})
const ask = <R extends object>(sql: string, values: unknown[] = []) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(sql, values))
const wish = { payments: 900, now: new Date('2026-11-20T08:00:00Z') }
/** All of what was made up, but for whose it is. */
const print = () =>
  ask(
    `select count(*), sum(hashtext(p.order_ref || p.status || p.amount_minor || p.created_at || p.shopper_email)) as sum from payments p join merchants m using (merchant_id) where slug = 'borneo'`,
  )

describe("the demo's history", () => {
  it('is there after a first start, adds up, and comes once', async () => {
    expect(await loadDemo(testApp.parts)).toBe(true)
    const [{ count } = { count: 0n }] = await ask<{ count: bigint }>('select count(*) from payments')
    expect(Number(count)).toBeGreaterThan(800)
    expect(await verifyAllLedgers(testApp.owner)).toEqual([])
    expect(await verifyAllSums(testApp.owner)).toEqual([])
    expect(await verifyAllRecon(testApp.owner)).toEqual([])
    // What a payment's screens show is there too.
    const [shown] = await ask<Record<string, bigint>>(
      `select count(*) filter (where shopper_ip = '' or device_info = '') as anonymous,
         count(*) filter (where status = 'Success' and not held and fee_terms is null) as without_terms from payments`,
    )
    expect(shown).toEqual({ anonymous: 0n, without_terms: 0n })
    const kinds = await ask<{ kind: string }>(
      `select distinct concat_ws(' ', status, type, case when manual then 'by hand' end) as kind from refunds`,
    )
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['SUCCESS full', 'SUCCESS partial', 'FAIL full', 'PENDING full by hand']),
    )
    const deliveries = await ask(`select from webhook_deliveries where state = 'delivered'`)
    expect(deliveries.length).toBeGreaterThan(50)
    expect(
      await ask(
        `select from payment_channels c join payments p using (merchant_id, environment, channel_key) where p.created_at < c.created_at`,
      ),
    ).toEqual([])
    expect((await ask(`select from channel_rest_events where event = 'ended'`)).length).toBeGreaterThan(0)
    expect(await ask(`select from notices where kind like 'refund_%'`)).toEqual([])
    expect(await loadDemo(testApp.parts)).toBe(false)
    expect(await ask('select count(*) from payments')).toEqual([{ count }])
    const [days] = await ask<{ days: bigint; reasons: bigint; late: bigint; back: bigint }>(
      `select count(distinct created_at::date) as days, count(distinct nullif(status_reason, '')) as reasons,
         (select count(*) from (select from payments group by merchant_id, shopper_email having count(distinct payable_ref) > 2) p) as back from payments`,
    )
    expect(Number(days?.days)).toBeGreaterThan(85)
    expect(Number(days?.reasons)).toBeGreaterThan(4)
    expect(Number(days?.back)).toBeGreaterThan(20)
    // Whoever the audit log says has signed in was there, and nobody was who could not.
    expect(
      await ask(
        `select u.email from audit_events e join sub_users u on u.sub_user_id = e.actor_id
         where e.action = 'session.begin' and e.result = 'done' and (not u.is_active or not u.is_email_verified
           or not exists (select from sessions s where s.merchant_id = u.merchant_id and s.sub_user_id = u.sub_user_id and s.last_seen_at >= e.at))`,
      ),
    ).toEqual([])
    // No job has anything to do for what is over, and nothing of it waits.
    expect(await ask(`select from payments where status in ('Initiated', 'Pending', 'Authorized')`)).toEqual([])
    expect(
      await ask(`select from payment_links where status in ('created', 'processing') and expires_at < now()`),
    ).toEqual([])
  }, 60_000)

  it('has pages of each kind, with a past', async () => {
    const pages = await ask<{ slug: string; pages: bigint; types: bigint; sold: bigint; ends: bigint }>(
      `select slug, count(*) as pages, count(distinct page_type) as types, count(*) filter (where s.sold > 0) as sold,
         count(*) filter (where p.status <> 'activated' or p.expires_at < now() or s.limited and s.available = 0) as ends
       from payment_pages p join merchants m using (merchant_id) join page_stocks s using (merchant_id, environment, page_ref)
       group by slug order by slug`,
    )
    expect(pages).toEqual([
      { slug: 'acme', pages: 6n, types: 3n, sold: 6n, ends: 3n },
      { slug: 'borneo', pages: 2n, types: 2n, sold: 2n, ends: 0n },
      { slug: 'coral', pages: 2n, types: 2n, sold: 2n, ends: 0n },
    ])
  })

  it('of pages sold, took and counted what their orders and payments say', async () => {
    const differing = await ask(
      `select p.page_ref, s.*, o.* from payment_pages p join page_stocks s using (merchant_id, environment, page_ref)
       cross join lateral (
         select coalesce(sum(quantity) filter (where units = 'sold'), 0) as units, count(*) as orders,
           coalesce(sum(amount_minor) filter (where status = 'success'), 0) as captured
         from page_orders o where o.page_ref = p.page_ref) o
       cross join lateral (
         select coalesce(sum(amount_minor), 0) as captured, coalesce(sum(refunded_minor), 0) as refunded
         from payments where source_ref = p.page_ref and status = 'Success') paid
       cross join lateral (
         select sum(captured_minor) as captured, sum(refunded_minor) as refunded, sum(units_sold) as units from (
           select captured_minor, refunded_minor, units_sold from page_sums where page_ref = p.page_ref
           union all select captured_minor, refunded_minor, units_sold from page_deltas where page_ref = p.page_ref) f) sums
       cross join lateral (
         select coalesce(sum(case movement when 'stocked' then units when 'reserved' then -units when 'released' then units else 0 end), 0) as free,
           coalesce(sum(units) filter (where movement = 'sold'), 0) as sold from stock_movements where page_ref = p.page_ref) moved
       cross join lateral (
         select coalesce(sum(count) filter (where step = 'ordered'), 0) as ordered,
           coalesce(sum(count) filter (where step = 'opened') >= sum(count) filter (where step = 'began'), false) as narrows
         from page_funnel where page_ref = p.page_ref) funnel
       where s.sold <> o.units or sums.units <> o.units or o.captured <> paid.captured or sums.captured <> o.captured
         or sums.refunded <> paid.refunded or moved.sold <> s.sold or (s.limited and moved.free <> s.available) or funnel.ordered <> o.orders
         or not narrows`,
    )
    expect(differing).toEqual([])
  })

  it('is known to the provider, which refunds no more than was captured', async () => {
    const [payment] = await ask<{ order_ref: string; amount_minor: bigint; currency: string }>(
      `select order_ref, amount_minor, currency from payments where status = 'Success' and channel_key = 'REGIONAL' limit 1`,
    )
    if (!payment) throw new Error('no payment came by the channel of the past')
    const { port, close } = await startSimulator({ ...testApp.parts.simulatorKeys, port: 0, host: '127.0.0.1', dir: testApp.parts.config.simulator.dir }) // prettier-ignore
    try {
      const { secretKey } = testApp.parts.simulatorKeys
      const provider = simulatorProvider({
        url: `http://127.0.0.1:${port}`,
        secretKey,
        publishableKey: '',
      })
      const { order_ref: paymentKey, amount_minor: amountMinor, currency } = payment
      const refund = (key: string) =>
        provider.refund({ key, paymentKey, amountMinor, currency } as RefundRequest, new AbortController().signal)
      expect(await refund('all-of-it')).toMatchObject({ kind: 'captured' })
      expect(await refund('once-more')).toMatchObject({ kind: 'declined' })
    } finally {
      await close()
    }
    // Its credentials open where they are, so that refunds find their way.
    const [merchant] = await ask<{ merchant_id: string }>(`select merchant_id from merchants where slug = 'acme'`)
    const owner = { merchantId: merchant?.merchant_id ?? '', environment: 'sandbox' as const }
    const channel = await ownTransaction(testApp.serveParts, owner, { requestId: 'test' }, (ctx) => channelOf(ctx, 'REGIONAL')) // prettier-ignore
    expect(channel.credentials).toEqual({ account: 'acme' })
  }, 30_000)

  it('is the same for the same moment and seed, and another for another', async () => {
    const again = async (seed: number) => {
      await ask(
        `truncate payments, payment_links, page_orders, stock_movements, page_sums, page_deltas, page_funnel, timeline, payment_deltas, payment_totals, payment_hours, payment_days, payment_trait_days cascade`,
      )
      await ask('update payment_zones set payments = 0')
      const appendOnly = ['ledger_entries', 'ledger_transfers', 'account_movements']
      for (const table of appendOnly) await ask(`alter table ${table} disable trigger user`)
      await ask(`truncate ${appendOnly.join(', ')}`)
      for (const table of appendOnly) await ask(`alter table ${table} enable trigger user`)
      await ask(`delete from idempotency_keys where owner = 'demo'`)
      for (const { merchant_id } of await ask<{ merchant_id: string }>(
        `select merchant_id from merchants where slug = 'borneo'`,
      ))
        await ask(makeDue('history'), [merchant_id, new Date()])
      await loadHistory(testApp.parts.ownerUrl, { ...wish, seed })
      expect(await verifyAllSums(testApp.owner)).toEqual([])
      return print()
    }
    const first = await again(1)
    expect(await again(1)).toEqual(first)
    expect(await again(2)).not.toEqual(first)
  }, 60_000)
})
