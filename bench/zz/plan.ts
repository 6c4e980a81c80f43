import pg from 'pg'
import { openBenchDatabase, asOwner, partsOf } from '../database.ts'
const db = await openBenchDatabase(console.error)
try {
  const [m] = await asOwner<{ merchant_id: string }>(
    db.ownerUrl,
    `select merchant_id from merchants where slug='borneo'`,
  )
  const parts = await partsOf(db.ownerUrl)
  if (process.argv[2])
    for (const t of ['payments', 'payment_links', 'idempotency_keys', 'payment_channels'])
      await asOwner(db.ownerUrl, `alter policy scope on ${t} using (${process.argv[2]})`)
  const c = new pg.Client({ connectionString: parts.databaseUrl })
  await c.connect()
  await c.query("select set_config('app.merchants',$1,false), set_config('app.environment','sandbox',false)", [
    `{${m!.merchant_id}}`,
  ])
  await c.query('set plan_cache_mode=force_generic_plan')
  const ex = async (n: string, t: string) => {
    await c.query(`prepare ${n}(uuid,text,text) as ${t}`)
    console.log(
      n,
      (await c.query(`explain execute ${n}('${m!.merchant_id}','sandbox','x')`)).rows
        .map((r: any) => r['QUERY PLAN'])
        .filter((x: string) => /Index|Filter|Scan/.test(x))
        .join('\n   '),
    )
  }
  const w = 'where merchant_id = $1 and environment = $2 and order_ref = $3'
  await ex(
    'a',
    `update payments set status='Success' ${w} and status in ('Initiated','Pending','Authorized','Failed','Expired')`,
  )
  await ex('a1', `update payments set status='Success' ${w} and status = 'Initiated'`)
  await ex(
    'b',
    `update payments set status='Success' ${w} and (status in ('Initiated','Pending','Authorized')) is true`,
  )
  await ex('b1', `update payments set status='Success' ${w} and (status = 'Initiated') is true`)
  await ex('d', `select 1 from payments where merchant_id = $1 and environment = $2 and link_ref = $3`)
  await ex(
    'f',
    `select 1 from payments where merchant_id = $1 and environment = $2 and link_ref = $3 and status in ('Initiated','Pending','Authorized')`,
  )
  await ex(
    'g',
    `insert into payments select * from payments where false and order_ref=$3 and merchant_id=$1 and environment=$2`,
  )
  const wl = 'where merchant_id = $1 and environment = $2 and link_ref = $3'
  await ex('l', `update payment_links set status='success' ${wl} and status in ('processing')`)
  await ex('l2', `update payment_links set status='success' ${wl} and status in ('created','processing')`)
  await ex('l3', `update payment_links set status='success' ${wl} and (status in ('created','processing')) is true`)
  await ex('l4', `select 1 from payment_links ${wl} for update`)
  await ex('n1', `update payments set channel_asked_at=now() ${w} and channel_asked_at is null`)
  await ex(
    'k',
    `update idempotency_keys set status=200 where merchant_id=$1 and environment=$2 and owner='x' and key=$3`,
  )
  await c.query('set plan_cache_mode=auto')
  await ex(
    'cnt',
    `select count(*) from (select from payments where merchant_id=$1 and environment=$2 and 'x'<>$3 limit 10001) x`,
  )
  await ex(
    'pg',
    `select order_ref, (select c.name from payment_channels c
  where c.merchant_id = payments.merchant_id and c.environment = payments.environment and c.channel_key = payments.channel_key) from payments where merchant_id=$1 and environment=$2 and 'x'<>$3 order by created_at desc, order_ref desc limit 11`,
  )
  await ex(
    'em',
    `select order_ref from payments where merchant_id=$1 and environment=$2 and shopper_email_lower=$3 order by created_at desc, order_ref desc limit 11`,
  )
  await c.end()
} finally {
  await db.stop()
}
