import { pino } from 'pino'
import { createWriteStream, readFileSync } from 'node:fs'
import { startPostgres } from '#server/kit/postgres.ts'
import { startProcess } from '../process.ts'
import { signIn } from '../sign-in.ts'
import { asOwner } from '../database.ts'
import { cpuOfFamily } from '../cpu.ts'
import type { Loaded } from '../load.ts'
const dest = pino.destination({ dest: '/root/benchtmp/pg.log', sync: true, append: false })
const pg = await startPostgres({
  dataDir: '/srv/wt/bench/data/bench',
  log: pino({ level: 'debug' }, dest),
  flags: { log_duration: 'on', log_min_duration_statement: '0', log_error_verbosity: 'default' },
})
const api = await startProcess<{ url: string }>('api.ts', { ownerUrl: pg.url })
const load = await startProcess('load.ts', null)
const s = await signIn(api.ready.url, 'acme')
const ask = () =>
  load.ask<Loaded>({
    url: `${api.ready.url}/gateway/merchant/${s.user.merchantUuid}/payments`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${s.token}` },
    body: '{}',
    connections: 32,
    seconds: 2,
  })
await ask()
dest.flushSync()
const start = readFileSync('/root/benchtmp/pg.log').length
const r = await ask()
dest.flushSync()
const text = readFileSync('/root/benchtmp/pg.log').subarray(start).toString()
const stat = new Map<string, [number, number]>()
for (const m of text.matchAll(/duration: ([\d.]+) ms\s+(\w+) ?([^:"]{0,30}): ([^"]{0,70})/g)) {
  const k = `${m[2]} ${m[3]} ${m[4]}`.slice(0, 90)
  const c = stat.get(k) ?? [0, 0]
  stat.set(k, [c[0] + 1, c[1] + Number(m[1])])
}
for (const [k, [n, ms]] of [...stat].sort((a, b) => b[1][1] - a[1][1]).slice(0, 25))
  console.log(
    (n / r.requests).toFixed(3).padStart(7),
    'x',
    ((ms * 1000) / n).toFixed(0).padStart(6),
    'µs',
    ((ms * 1000) / r.requests).toFixed(0).padStart(5),
    'µs/req',
    k,
  )
await api.stop()
await load.stop()
await pg.stop()
