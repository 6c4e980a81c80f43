import { readdirSync, readFileSync, rmSync, mkdirSync } from 'node:fs'
import { openBenchDatabase } from '../database.ts'
import { startProcess } from '../process.ts'
import { signIn } from '../sign-in.ts'
import { cpuOf } from '../cpu.ts'
import type { Loaded } from '../load.ts'
const db = await openBenchDatabase(console.error)
const dir = '/root/benchtmp/both/'
rmSync(dir, { recursive: true, force: true })
mkdirSync(dir)
const opt = (n: string) => ({
  nodeOptions: ['--cpu-prof', `--cpu-prof-name=${n}.cpuprofile`, `--cpu-prof-dir=${dir}`, '--cpu-prof-interval=250'],
})
const counts: Record<string, number> = {}
try {
  const api = await startProcess<{ url: string }>('api.ts', { ownerUrl: db.ownerUrl }, opt('ours'))
  const bare = await startProcess<{ url: string }>('bare-list.ts', { ownerUrl: db.ownerUrl }, opt('bare'))
  const load = await startProcess('load.ts', null)
  const s = await signIn(api.ready.url, 'acme')
  const go = async (n: string, p: { pid: number }, url: string, h: Record<string, string>) => {
    const c0 = cpuOf(p.pid)
    const r = await load.ask<Loaded>({
      url,
      headers: { 'content-type': 'application/json', ...h },
      body: '{}',
      connections: 32,
      seconds: 3,
    })
    counts[n] = (counts[n] ?? 0) + r.requests
    console.log(n, ((cpuOf(p.pid) - c0) / r.requests).toFixed(0))
  }
  for (let i = 0; i < 4; i++) {
    await go('ours', api, `${api.ready.url}/gateway/merchant/${s.user.merchantUuid}/payments`, {
      authorization: `Bearer ${s.token}`,
    })
    await go('bare', bare, `${bare.ready.url}/payments/${s.user.merchantUuid}`, {})
  }
  await api.stop()
  await bare.stop()
  await load.stop()
} finally {
  await db.stop()
}
const cat = (u: string, f: string) =>
  f === '(garbage collector)'
    ? 'gc'
    : f === '(program)'
      ? 'program'
      : /^(writev|writeBuffer|writeUtf8String|writeLatin1String)$/.test(f)
        ? 'syscall write'
        : (u.match(/node_modules\/((@[^/]+\/)?[^/]+)/)?.[1] ??
          (u.includes('/wt/bench/')
            ? u.replace(/.*wt\/bench\//, '')
            : u.startsWith('node:')
              ? u.includes('crypto')
                ? 'node:crypto'
                : u.includes('http')
                  ? 'node:http'
                  : u.includes('stream') || u.includes(':net')
                    ? 'node:stream/net'
                    : u.includes('task_queues')
                      ? 'node:tasks'
                      : u.includes('buffer')
                        ? 'node:buffer'
                        : 'node:other'
              : 'native ' + f))
const res: Record<string, Map<string, number>> = {}
for (const n of ['ours', 'bare']) {
  const p = JSON.parse(readFileSync(dir + n + '.cpuprofile', 'utf8'))
  const byId = new Map<number, any>(p.nodes.map((x: any) => [x.id, x]))
  const parent = new Map<number, number>()
  for (const x of p.nodes) for (const c of x.children ?? []) parent.set(c, x.id)
  const skip = new Set<number>()
  const mark = (id: number) => {
    skip.add(id)
    for (const c of byId.get(id).children ?? []) mark(c)
  }
  for (const x of p.nodes)
    if (
      x.callFrame.functionName.startsWith('runEntryPoint') ||
      x.callFrame.url.includes('modules/esm') ||
      x.callFrame.functionName === '(idle)'
    )
      mark(x.id)
  const m = new Map<string, number>()
  p.samples.forEach((id: number, i: number) => {
    if (skip.has(id)) return
    const x = byId.get(id).callFrame
    const c = cat(x.url, x.functionName)
    m.set(c, (m.get(c) ?? 0) + p.timeDeltas[i] / counts[n]!)
  })
  res[n] = m
  console.log(n, counts[n], [...m.values()].reduce((a, b) => a + b, 0).toFixed(0), 'µs')
}
for (const k of [...new Set([...res['ours']!.keys(), ...res['bare']!.keys()])]
  .sort((a, b) => (res['ours']!.get(b) ?? 0) - (res['ours']!.get(a) ?? 0))
  .slice(0, 45))
  console.log(
    k.padEnd(40),
    (res['ours']!.get(k) ?? 0).toFixed(1).padStart(7),
    (res['bare']!.get(k) ?? 0).toFixed(1).padStart(7),
  )
