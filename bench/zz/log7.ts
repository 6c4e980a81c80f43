import { pino } from 'pino'
import { readFileSync } from 'node:fs'
import { startPostgres } from '#server/kit/postgres.ts'
import { startProcess } from '../process.ts'
import { signIn } from '../sign-in.ts'
import type { Paid } from '../closed-loop.ts'
const dest = pino.destination({ dest: '/root/benchtmp/pg.log', sync: true, append: false })
const pg = await startPostgres({
  dataDir: '/srv/wt/bench/data/bench',
  log: pino({ level: 'debug' }, dest),
  flags: {
    log_duration: 'on',
    log_min_duration_statement: '0',
    log_error_verbosity: 'default',
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '3',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_analyze': 'off',
  },
})
const api = await startProcess<{ url: string }>('pay-api.ts', { ownerUrl: pg.url })
const s = await signIn(api.ready.url, 'borneo')
const conns = Number(process.argv[3] ?? 4)
const load =
  process.argv[2] === 'ours'
    ? await startProcess('pay-load.ts', null)
    : await startProcess('by-hand.ts', {
        ownerUrl: pg.url,
        merchantId: s.user.merchantUuid,
        currency: 'MYR',
        connections: conns,
      })
const ask = () => load.ask<Paid>({ url: api.ready.url, session: s, currency: 'MYR', connections: conns, seconds: 3 })
await ask()
dest.flushSync()
const start = readFileSync('/root/benchtmp/pg.log').length
const r = await ask()
dest.flushSync()
const text = readFileSync('/root/benchtmp/pg.log').subarray(start).toString()
const stat = new Map<string, [number, number]>()
for (const m of text.matchAll(/duration: ([\d.]+) ms\s+(\w+) ?([^:"]{0,30}): ([^"]{0,110})/g)) {
  const k = `${m[2]} ${m[3]} ${m[4]}`.slice(0, 130)
  const c = stat.get(k) ?? [0, 0]
  stat.set(k, [c[0] + 1, c[1] + Number(m[1])])
}
console.log(r.perSecond, r.payments)
for (const [k, [n, ms]] of [...stat].sort((a, b) => b[1][1] - a[1][1]).slice(0, 45))
  console.log(
    (n / r.payments).toFixed(3).padStart(7),
    'x',
    ((ms * 1000) / n).toFixed(0).padStart(6),
    'µs',
    ((ms * 1000) / r.payments).toFixed(0).padStart(5),
    'µs/pay',
    k,
  )
await api.stop()
await load.stop()
await pg.stop()
