import { openBenchDatabase } from './database.ts'
import { startProcess } from './process.ts'
import { signIn } from './sign-in.ts'
import { asOwner } from './as-owner.ts'
import { bigMerchant } from './volume.ts'
import { cpuOf, cpuOfFamily } from './cpu.ts'
const db = await openBenchDatabase(console.error)
await asOwner(db.ownerUrl, "alter system set shared_preload_libraries='pg_stat_statements'", []); await asOwner(db.ownerUrl, 'create extension if not exists pg_stat_statements', [])
const api = await startProcess('api.ts', { ownerUrl: db.ownerUrl }, {nodeOptions: ['--cpu-prof','--cpu-prof-dir=/tmp/prof1']})
await asOwner(db.ownerUrl, 'truncate payment_deltas', []); const load = await startProcess('load.ts', null)
const big = await signIn(api.ready.url, bigMerchant)
const a = { url: `${api.ready.url}/gateway/merchant/${big.user.merchantUuid}/payments`, headers: {'content-type':'application/json', authorization: `Bearer ${big.token}`}, body:'{}', connections: 32, seconds: 4 }
await load.ask(a)
await asOwner(db.ownerUrl, 'select pg_stat_statements_reset()', [])
const c=[cpuOf(api.pid),cpuOfFamily(db.pid)]
const r=await load.ask(a)
console.log(r, 'server', ((cpuOf(api.pid)-c[0])/r.requests).toFixed(0), 'db', ((cpuOfFamily(db.pid)-c[1])/r.requests).toFixed(0))
const rows = await asOwner(db.ownerUrl, `select calls, round((total_exec_time*1000/${r.requests})::numeric) us, round((total_plan_time*1000/${r.requests})::numeric) plan, shared_blks_hit/calls hit, left(regexp_replace(query, '\\s+', ' ', 'g'), 220) q from pg_stat_statements order by total_exec_time desc limit 12`, [])
for (const x of rows) console.log(String(x.calls/r.requests).slice(0,5), String(x.us), String(x.plan), String(x.hit), x.q)
await api.stop(); await load.stop(); await db.stop()
