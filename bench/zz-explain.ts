import pg from 'pg'
import { openBenchDatabase, partsOf, asOwner } from './database.ts'
const db = await openBenchDatabase(console.error)
try {
const parts = await partsOf(db.ownerUrl)
const [m] = await asOwner<{merchant_id:string}>(db.ownerUrl, `select merchant_id from merchants where slug='acme'`)
const [t] = await asOwner<{token_hash:Buffer}>(db.ownerUrl, `select token_hash from session_tokens t join merchants m using(merchant_id) where slug='acme' limit 1`)
const c = new pg.Client({connectionString: parts.databaseUrl}); await c.connect()
await c.query('begin')
await c.query("select set_config('app.merchants',$1,true), set_config('app.environment','sandbox',true)", [`{${m!.merchant_id}}`])
const ex = async (name:string, text:string, values:unknown[], n=20) => {
  const q = `explain (analyze, buffers, verbose, settings) execute ${name}`
  await c.query(`prepare ${name} as ${text}`)
  const lit = values.map(v=> Buffer.isBuffer(v) ? `'\\x${v.toString('hex')}'` : typeof v==='number'? v : `'${v}'`).join(',')
  const call = `execute ${name}${values.length?`(${lit})`:''}`
  for (let i=0;i<7;i++) await c.query(call)
  const r = await c.query(`explain (analyze, buffers, verbose) ${call}`)
  console.log('==',name); console.log(r.rows.map((x:any)=>x['QUERY PLAN']).join('\n'))
  let t0=performance.now(); for (let i=0;i<n;i++) await c.query(call); console.log('avg ms', ((performance.now()-t0)/n).toFixed(3))
}
const page = `select order_ref, merchant_order_ref, amount_minor as amount, created_at, (select c.name from payment_channels c where c.merchant_id = payments.merchant_id and c.environment = payments.environment and c.channel_key = payments.channel_key) as payment_channel_name from payments where payments.merchant_id = $1 and payments.environment = $2 and $3 order by created_at desc, order_ref desc limit $4`
await ex('page', page, [m!.merchant_id,'sandbox','true',11])
await ex('cnt', `select count(*) from (select 1 from payments where merchant_id=$1 and environment=$2 limit $3) x`, [m!.merchant_id,'sandbox',10001])
await ex('who', `select state, facts, seen_ago, proved_ago from find_session($1)`, [t!.token_hash])
await ex('noop', `select 1`, [])
await c.query('rollback'); await c.end()
} finally { await db.stop() }
