import { openBenchDatabase, asOwner } from '../database.ts'
import { startProcess } from '../process.ts'
import { signIn } from '../sign-in.ts'
import { cpuOf, cpuOfFamily } from '../cpu.ts'
import type { Paid } from '../closed-loop.ts'
const which = process.argv[2]!,
  conns = Number(process.argv[3] ?? 32),
  secs = Number(process.argv[4] ?? 4)
const db = await openBenchDatabase(console.error)
try {
  if (process.env['SQL']) console.log(await asOwner(db.ownerUrl, process.env['SQL']))
  const api = await startProcess<{ url: string }>(
    'pay-api.ts',
    { ownerUrl: db.ownerUrl },
    {
      nodeOptions: process.argv.includes('--prof')
        ? ['--cpu-prof', '--cpu-prof-dir=/root/benchtmp', '--cpu-prof-interval=200']
        : [],
    },
  )
  const s = await signIn(api.ready.url, 'borneo')
  const load =
    which === 'ours'
      ? await startProcess('pay-load.ts', null)
      : await startProcess('by-hand.ts', {
          ownerUrl: db.ownerUrl,
          merchantId: s.user.merchantUuid,
          currency: 'MYR',
          connections: conns,
        })
  console.log('pid', db.pid, api.pid)
  for (let i = 0; i < 3; i++) {
    const c0 = cpuOf(api.pid),
      d0 = cpuOfFamily(db.pid)
    const r = await load.ask<Paid>({
      url: api.ready.url,
      session: s,
      currency: 'MYR',
      connections: conns,
      seconds: secs,
    })
    console.log(
      which,
      conns,
      r.perSecond.toFixed(0),
      '/s p99',
      r.p99Ms.toFixed(0),
      'server',
      ((cpuOf(api.pid) - c0) / r.payments).toFixed(0),
      'db',
      ((cpuOfFamily(db.pid) - d0) / r.payments).toFixed(0),
    )
  }
  await api.stop()
  await load.stop()
} finally {
  await db.stop()
}
