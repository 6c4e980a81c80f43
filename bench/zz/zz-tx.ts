import pg from 'pg'
import { openBenchDatabase, partsOf, asOwner } from '../database.ts'
import { cpuOfFamily } from '../cpu.ts'
import { interleave, median } from '../rounds.ts'
const db = await openBenchDatabase(console.error)
try {
  const parts = await partsOf(db.ownerUrl)
  const [m] = await asOwner<{ merchant_id: string }>(db.ownerUrl, `select merchant_id from merchants where slug='acme'`)
  const [t] = await asOwner<{ token_hash: Buffer }>(
    db.ownerUrl,
    `select token_hash from session_tokens t join merchants m using(merchant_id) where slug='acme' limit 1`,
  )
  const mid = m!.merchant_id
  const k = `select "order_ref", "merchant_order_ref", "channel_order_ref", "amount_minor" as "amount", "currency", "status", "status_reason", "payment_method", "masked_card_number", "card_brand", "channel_key", "shopper_name", "shopper_email", "link_ref", "late", "created_at", (
  select c.name from payment_channels c
  where c.merchant_id = payments.merchant_id and c.environment = payments.environment and c.channel_key = payments.channel_key
) as "payment_channel_name" from "payments" where "payments"."merchant_id" = $1 and "payments"."environment" = $2 and true order by "created_at" desc, "order_ref" desc limit 11`
  const page = { name: 'page', text: k, values: [mid, 'sandbox'] }
  const who = {
    name: 'who',
    text: `select state, facts::text as facts, seen_ago, proved_ago from find_session($1)`,
    values: [t!.token_hash],
  }
  const open = `begin; set local app.merchants = '{${mid}}'; set local app.environment = 'sandbox'`
  const oldScope = {
    name: 'scope',
    text: "select set_config('app.merchants', $1, true), set_config('app.environment', $2, true)",
    values: [`{${mid}}`, 'sandbox'],
  }
  const tog = (c: any, n = 1) => {
    const { stream } = c.connection
    for (let i = 0; i < n; i++) {
      stream.cork()
      process.nextTick(() => stream.uncork())
    }
  }
  const hex = `'\\x${t!.token_hash.toString('hex')}'`

  const w = (f: string, cols = 'state, facts::text as facts, seen_ago, proved_ago') => ({
    name: f + cols,
    text: `select ${cols} from ${f}($1)`,
    values: [t!.token_hash],
  })
  const tx = (q: any) => async (c: pg.Client) => {
    tog(c)
    await Promise.all([c.query(open), c.query(q)])
    await c.query('commit')
  }

  const T = 'from session_tokens t',
    S = ' join sessions s on s.merchant_id = t.merchant_id and s.session_id = t.session_id',
    U = ' join sub_users u on u.merchant_id = s.merchant_id and u.sub_user_id = s.sub_user_id',
    M = ' join merchants m on m.merchant_id = s.merchant_id',
    W = ' where t.token_hash=$1'
  const q = (name: string, text: string) => (c: pg.Client) => c.query({ name, text, values: [t!.token_hash] })
  const variants: Record<string, (c: pg.Client) => Promise<unknown>> = {
    one: (c) => c.query({ name: 'one', text: 'select 1' }),
    j1: q('j1', 'select t.environment ' + T + W),
    j2: q('j2', 'select t.environment, s.ended_at ' + T + S + W),
    j3: q('j3', 'select t.environment, s.ended_at, u.name ' + T + S + U + W),
    j4: q('j4', 'select t.environment, s.ended_at, u.name, m.name ' + T + S + U + M + W),
    j4json: q(
      'j4json',
      `select jsonb_build_object('sessionId', s.session_id, 'environment', t.environment, 'expiresAt', s.expires_at,
      'subUserId', u.sub_user_id, 'name', u.name, 'email', u.email, 'roles', u.roles, 'emailVerified', u.is_email_verified,
      'merchantId', m.merchant_id, 'merchantKey', m.key, 'merchantName', m.name, 'kind', m.kind, 'country', m.country,
      'currency', m.currency, 'timeZone', m.time_zone, 'crossBorder', m.cross_border_enabled) ` +
        T +
        S +
        U +
        M +
        W,
    ),
    j4cols: q(
      'j4cols',
      `select s.session_id, t.environment, s.expires_at, u.sub_user_id, u.name, u.email, u.roles, u.is_email_verified, m.merchant_id, m.key, m.name, m.kind, m.country, m.currency,m.time_zone, m.cross_border_enabled ` +
        T +
        S +
        U +
        M +
        W,
    ),
    j4ex: q(
      'j4ex',
      'select t.environment, s.ended_at, u.name, m.name, exists (select from payment_channels c where c.merchant_id=m.merchant_id and c.is_enabled) ' +
        T +
        S +
        U +
        M +
        W,
    ),
    fn: (c) => c.query(who),
  }
  const clients = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const c = new pg.Client({
        connectionString: process.argv[2] === 'owner' ? db.ownerUrl : parts.databaseUrl,
        pipeline: true,
      } as never)
      await c.connect()
      await c.query(`prepare pwho as ${who.text}`)
      await c.query(`prepare ppage as ${page.text}`)
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
