import { readdirSync, readFileSync, statSync } from 'node:fs'
const dir = '/root/benchtmp/'
const f = readdirSync(dir)
  .filter((x) => x.endsWith('.cpuprofile'))
  .map((x) => [x, statSync(dir + x).mtimeMs, statSync(dir + x).size] as const)
  .sort((a, b) => b[1] - a[1])
const p = JSON.parse(readFileSync(dir + f[0]![0], 'utf8'))
const byId = new Map<number, any>(p.nodes.map((n: any) => [n.id, n]))
const self = new Map<number, number>()
p.samples.forEach((id: number, i: number) => self.set(id, (self.get(id) ?? 0) + p.timeDeltas[i]))
const parent = new Map<number, number>()
for (const n of p.nodes) for (const c of n.children ?? []) parent.set(c, n.id)
const name = (n: any) =>
  `${n.callFrame.functionName || '(anon)'} ${n.callFrame.url.replace(/.*\/(node_modules|srv\/wt\/bench)\//, '')}:${n.callFrame.lineNumber + 1}`
const selfBy = new Map<string, number>(),
  totBy = new Map<string, number>(),
  modBy = new Map<string, number>()
let total = 0
for (const [id, t] of self) {
  const n = byId.get(id)
  const nm = name(n)
  if (nm.startsWith('(idle)')) continue
  {
    let c: number | undefined = id,
      skip = false
    while (c !== undefined) {
      if (
        byId.get(c).callFrame.functionName.startsWith('runEntryPoint') ||
        byId.get(c).callFrame.url.includes('modules/esm')
      )
        skip = true
      c = parent.get(c)
    }
    if (skip) continue
  }
  total += t
  selfBy.set(nm, (selfBy.get(nm) ?? 0) + t)
  const mod =
    n.callFrame.url.match(/node_modules\/((@[^/]+\/)?[^/]+)/)?.[1] ??
    n.callFrame.url.match(/wt\/bench\/(.*)/)?.[1] ??
    (n.callFrame.url || n.callFrame.functionName)
  modBy.set(mod, (modBy.get(mod) ?? 0) + t)
  const seen = new Set<string>()
  let cur: number | undefined = id
  while (cur !== undefined) {
    const c = name(byId.get(cur))
    if (!seen.has(c)) {
      seen.add(c)
      totBy.set(c, (totBy.get(c) ?? 0) + t)
    }
    cur = parent.get(cur)
  }
}
const show = (m: Map<string, number>, k: number) =>
  [...m]
    .sort((a, b) => b[1] - a[1])
    .slice(0, k)
    .forEach(([n, t]) => console.log(((t / total) * 100).toFixed(1).padStart(6) + '%', n))
console.log('modules')
show(modBy, 30)
console.log('self')
show(selfBy, 35)
console.log('total')
show(totBy, 70)
const target = process.argv[2]
if (target) {
  const st = new Map<string, number>()
  for (const [id, t] of self) {
    const n = byId.get(id)
    if (n.callFrame.functionName !== target) continue
    const path = []
    let c: number | undefined = id
    while (c !== undefined && path.length < 22) {
      path.push(byId.get(c).callFrame.functionName || '(anon)')
      c = parent.get(c)
    }
    const k = path.join(' < ')
    st.set(k, (st.get(k) ?? 0) + t)
  }
  console.log('STACKS')
  show(st, 6)
}
