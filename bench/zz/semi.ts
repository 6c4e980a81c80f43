import { openBenchDatabase } from '../database.ts'
import { startProcess } from '../process.ts'
import { signIn } from '../sign-in.ts'
import { cpuOf, cpuOfFamily } from '../cpu.ts'
import { interleave, median } from '../rounds.ts'
import type { Loaded } from '../load.ts'
const db = await openBenchDatabase(console.error)
const variants: Record<string, string[]> = {
  default: [],
  semi32: ['--max-semi-space-size=32'],
  semi64: ['--max-semi-space-size=64', '--min-semi-space-size=16'],
  semimin: ['--min-semi-space-size=16'],
}
try {
  const load = await startProcess('load.ts', null)
  const ps = Object.fromEntries(
    await Promise.all(
      Object.entries(variants).map(
        async ([n, o]) =>
          [n, await startProcess<{ url: string }>('api.ts', { ownerUrl: db.ownerUrl }, { nodeOptions: o })] as const,
      ),
    ),
  )
  const s = await signIn(ps['default']!.ready.url, 'acme')
  const r = await interleave(
    Object.fromEntries(
      Object.entries(ps).map(([n, p]) => [
        n,
        async () => {
          const c0 = cpuOf(p.pid),
            d0 = cpuOfFamily(db.pid)
          const r = await load.ask<Loaded>({
            url: `${p.ready.url}/gateway/merchant/${s.user.merchantUuid}/payments`,
            headers: { 'content-type': 'application/json', authorization: `Bearer ${s.token}` },
            body: '{}',
            connections: 32,
            seconds: 2,
          })
          return {
            cpu: (cpuOf(p.pid) - c0) / r.requests,
            db: (cpuOfFamily(db.pid) - d0) / r.requests,
            rps: r.perSecond,
          }
        },
      ]),
    ),
    6,
  )
  for (const [n, x] of Object.entries(r))
    console.log(
      n.padEnd(10),
      'cpu',
      median(x.map((y) => y.cpu)).toFixed(0),
      'db',
      median(x.map((y) => y.db)).toFixed(0),
      'rps',
      median(x.map((y) => y.rps)).toFixed(0),
    )
  for (const p of Object.values(ps)) await p.stop()
  await load.stop()
} finally {
  await db.stop()
}
