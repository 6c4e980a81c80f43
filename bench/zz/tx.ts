import pg from 'pg'
import { openBenchDatabase, partsOf, asOwner } from '../database.ts'
import { cpuOfFamily } from '../cpu.ts'
import { interleave, median } from '../rounds.ts'
const db = await openBenchDatabase(console.error)
try {
  const parts = await partsOf(db.ownerUrl)
  const [m] = await asOwner<{ merchant_id: string }>(db.ownerUrl, `select merchant_id from merchants where slug='acme'`)
  const mid = m!.merchant_id
  const k = `select "order_ref", "merchant_order_ref", "channel_order_ref", "amount_minor" as "amount", "currency", "status", "status_reason", "payment_method", "masked_card_number", "card_brand", "channel_key", "shopper_name", "shopper_email", "link_ref", "late", "created_at", coalesce((
  select c.name from payment_channels c
  where c.merchant_id = payments.merchant_id and c.environment = payments.environment and c.channel_key = payments.channel_key
), payments.channel_key) as "payment_channel_name" from "payments" where "payments"."merchant_id" = $1 and "payments"."environment" = $2 and 1 = 1 order by "created_at" desc, "order_ref" desc limit 11`
  const page = { name: 'page', text: k, values: [mid, 'sandbox'] }
  const hashes = (
    await asOwner<{ token_hash: Buffer }>(db.ownerUrl, `select token_hash from session_tokens order by 1 limit 100`)
  ).map((r) => r.token_hash)
  const bw = (n: number, fn = 'find_sessions') => {
    const q = {
      name: fn + 'bw',
      text: `select token_hash, state, facts, seen_ago, proved_ago from ${fn}($1)`,
      values: [hashes.slice(0, n)],
    }
    return (c: pg.Client) => c.query(q)
  }
  const variants: Record<string, (c: pg.Client) => Promise<unknown>> = {
    one: (c) => c.query({ name: 'one', text: 'select 1' }),
    page: (c) => c.query(page),
    bw1: bw(1),
    bw2: bw(2),
    bw5: bw(5),
    bw10: bw(10),
    bw30: bw(30),
  }
  const clients = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const c = new pg.Client({ connectionString: parts.databaseUrl, pipeline: true } as never)
      await c.connect()
      return c
    }),
  )
  await Promise.all(
    clients.map((c) =>
      c.query("select set_config('app.merchants',$1,false), set_config('app.environment','sandbox',false)", [
        `{${mid}}`,
      ]),
    ),
  )
  const turn = async (f: (c: pg.Client) => Promise<unknown>) => {
    const n = 150
    const c0 = process.cpuUsage(),
      d0 = cpuOfFamily(db.pid),
      t0 = performance.now()
    await Promise.all(
      clients.map(async (c) => {
        for (let i = 0; i < n; i++) await f(c)
      }),
    )
    const c = process.cpuUsage(c0)
    const tot = n * 10
    return {
      node: (c.user + c.system) / tot,
      pg: (cpuOfFamily(db.pid) - d0) / tot,
      wall: ((performance.now() - t0) * 1000) / tot,
    }
  }
  const r = await interleave(Object.fromEntries(Object.entries(variants).map(([n, f]) => [n, () => turn(f)])), 7)
  for (const [n, x] of Object.entries(r))
    console.log(
      n.padEnd(16),
      'node',
      median(x.map((y) => y.node))
        .toFixed(0)
        .padStart(5),
      'pg',
      median(x.map((y) => y.pg))
        .toFixed(0)
        .padStart(5),
      'wall',
      median(x.map((y) => y.wall))
        .toFixed(0)
        .padStart(5),
    )
  for (const c of clients) await c.end()
} finally {
  await db.stop()
}
