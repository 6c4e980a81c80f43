import { afterAll, expect, test } from 'vitest'
import { signIn } from './client.ts'
import { type Merchant } from './intents.ts'
import { full, report } from './counts.ts'
import { becomes, freePort, startDeployment, type Deployment } from './deployment.ts'
import { attack, attacks, type Target } from './hostile.ts'
import { newJournal } from './journal.ts'
import { watchMemory, type MemoryWatch } from './memory-watch.ts'
import type { Patch } from './patched-source.ts'
import { sheetsInThreads } from './planted.ts'
import { planted } from './planted-test.ts'

/**
 * Hostile requests of every kind, in rounds. V8 lets some 64 MB of buffers wait for its collector and the allocator keeps
 * what it once had, so memory rises in the first rounds; then it has to stay.
 */
const rounds = 12
const warmUp = 4
/** By default a kind is sent so often in a round; these cost more. */
const times = 3_000
const costly: Record<string, number> = {
  'a body of 10 MB': 100,
  'a body of 10 MB of untold length': 100,
  'a body of 10 MB to no path': 100,
  'a body that does not end': 200,
  'a body of the largest size that is no JSON': 300,
  'JSON that is deep': 150,
  'fields that are not known': 50,
  'an upload that is too large': 16,
  'an upload of nobody': 16,
  'an upload that is cut off': 16,
  'a picture of 19 MB with rubbish': 8,
  'a hostile picture': 22,
  'a hostile sheet': 5,
  'a failed sign-in': 100,
  'many requests whose answers are not read': 30,
}
/** What a process may have at most; docs/operations.md tells operators to plan more. */
const mostMb = 700
/** How much more at the end than in the first rounds: what one collection more or less makes. */
const riseMb = 60
const file = import.meta.filename
const timeout = 40 * 60_000
let deployment: Deployment | undefined
let target: Target
let memory: MemoryWatch

afterAll(() => deployment?.close(), 60_000)

/** Starts the API, as small as it begins, and signs in. */
async function start(patches?: readonly Patch[]): Promise<void> {
  deployment ??= await startDeployment()
  const [api] = deployment.apis
  const port = await freePort()
  await api.kill()
  api.change({ ...(patches && { source: await deployment.plant(patches) }), env: { METRICS_PORT: String(port) } })
  await api.start()
  const merchant = await signedIn(deployment)
  target = { url: api.url, merchantKey: merchant.key, token: merchant.sessions[0]?.token ?? '' }
  memory = watchMemory(port)
}

/** On a busy machine the first try may be shed. */
async function signedIn(at: Deployment): Promise<Merchant> {
  let found: Merchant | undefined
  const tried = async () => {
    found = (await signIn(at, newJournal(), { sessions: 1 }).catch(() => []))[0]
    return found !== undefined
  }
  if (!(await becomes(tried, 30_000)) || !found) throw new Error('nobody could sign in')
  return found
}

const kinds = Object.keys(attacks)
test.runIf(full)(
  `hostile requests of ${kinds.length} kinds, ${rounds} rounds: memory does not grow`,
  { timeout },
  async () => {
    await start()
    const mostOfRound: number[] = []
    const answers: Record<string, number> = {}
    for (let round = 1; round <= rounds; round++) {
      for (const kind of kinds)
        for (const [status, count] of Object.entries(await attack(target, kind, { times: costly[kind] ?? times })))
          answers[status] = (answers[status] ?? 0) + count
      mostOfRound.push(memory.mostMb())
      report(`round ${round}: ${mostOfRound.at(-1)} MB at most`)
    }
    await memory.stop()
    const sent = Object.values(answers).reduce((sum, count) => sum + count, 0)
    report(`${sent} hostile requests; MB at most in each round: ${mostOfRound.join(', ')}; ${JSON.stringify(answers)}`)
    expect(answers['500'] ?? 0).toBe(0)
    expect(Math.max(...mostOfRound)).toBeLessThan(mostMb)
    expect(Math.max(...mostOfRound.slice(-4))).toBeLessThan(Math.max(...mostOfRound.slice(0, warmUp)) + riseMb)
    expect(deployment?.apis[0].running()).toBe(true)
  },
)

planted('sheets that threads of the process read are found', { file, patches: sheetsInThreads, timeout }, async () => {
  await start(sheetsInThreads)
  await attack(target, 'a hostile sheet', { times: 12, atOnce: 4 })
  await memory.stop()
  const most = memory.mostMb()
  report(`with threads: ${most} MB at most`)
  expect(most).toBeGreaterThan(mostMb)
})
