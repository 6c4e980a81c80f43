// one server under load with cpu profile
import { openBenchDatabase } from '../database.ts'
import { startProcess } from '../process.ts'
import { signIn } from '../sign-in.ts'
import { cpuOf, cpuOfFamily } from '../cpu.ts'
import type { Loaded } from '../load.ts'
const db = await openBenchDatabase(console.error)
const prof = process.argv.includes('--prof')
try {
  const api = await startProcess<{ url: string }>(
    'api.ts',
    { ownerUrl: db.ownerUrl },
    { nodeOptions: prof ? ['--cpu-prof', '--cpu-prof-dir=/root/benchtmp', '--cpu-prof-interval=200'] : [] },
  )
  const load = await startProcess('load.ts', null)
  const slug = process.argv.includes('small') ? 'delta' : 'acme'
  const s = await signIn(api.ready.url, slug)
  for (let i = 0; i < 4; i++) {
    const c0 = cpuOf(api.pid),
      d0 = cpuOfFamily(db.pid),
      l0 = cpuOf(load.pid)
    const r = await load.ask<Loaded>({
      url: `${api.ready.url}/gateway/merchant/${s.user.merchantUuid}/payments`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${s.token}` },
      body: '{}',
      connections: 32,
      seconds: 3,
    })
    console.log(
      r.perSecond.toFixed(0),
      'req/s p99',
      r.p99Ms,
      'server',
      ((cpuOf(api.pid) - c0) / r.requests).toFixed(0),
      'db',
      ((cpuOfFamily(db.pid) - d0) / r.requests).toFixed(0),
      'load',
      ((cpuOf(load.pid) - l0) / r.requests).toFixed(0),
    )
  }
  await api.stop()
  await load.stop()
} finally {
  await db.stop()
}
