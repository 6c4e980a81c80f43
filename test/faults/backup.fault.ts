import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '#server/kit/postgres/postgres.ts'
import { check, type Rule } from './checker.ts'
import { signIn, type Load } from './client.ts'
import { countOf, report } from './counts.ts'
import { gatherEvidence } from './evidence.ts'
import { manyInstants } from './planted.ts'
import { planted } from './planted-test.ts'
import { becomes, freePort, startDeployment, type Deployment } from './deployment.ts'
import { acknowledged, newJournal, type Journal } from './journal.ts'
import { sourceRoot } from './patched-source.ts'
import { program } from './program.ts'
import { startLoad, usual } from './shoppers.ts'

/** E11: backups while shoppers pay, each restored into a server of its own where the work goes on. */
const file = import.meta.filename
const timeout = countOf(20 * 60_000, 120_000)
const rounds = countOf(3, 1)
let deployment: Deployment
let load: Load

beforeAll(async () => {
  deployment = await startDeployment()
  const journal = newJournal()
  load = { deployment, journal, merchants: await signIn(deployment, journal) }
}, 120_000)
afterAll(() => deployment.close(), 60_000)

/** What holds of a backup, whatever has happened at the provider since. */
const held: readonly Rule[] = [
  'nothing acknowledged is lost',
  'what a shopper was told stands',
  'the provider is asked for each payment once',
  'what the provider took is a success here, and nothing else is',
  'each success is booked once, for its amount, and nothing else is',
  'every transfer balances',
  'no link takes money twice, a cancelled one none',
  'a link is paid when a payment paid it in time, and only then',
  'every attempt comes to an end',
  'a key keeps the answer that was given, with the effect',
  'each link made has its line in the audit log',
]

test(
  `${rounds} backups under payments, restored: nothing acknowledged before is missing, and the work goes on`,
  { timeout },
  async () => {
    let unfinished = 0
    const shoppers = startLoad(load, { shoppers: 16, mix: usual })
    for (let round = 1; round <= rounds; round++) {
      await grows(40)
      const before = load.journal.intents.filter(acknowledged)
      const told = [...load.journal.told]
      const file = join(deployment.dataDir, `backup-${round}`)
      const since = performance.now()
      expect(await tool('backup', [file], deployment.ownerUrl)).toMatchObject({ code: 0 })
      const tookMs = Math.round(performance.now() - since)
      await using target = await freshServer(`restored-${round}`)
      const restoring = performance.now()
      const restored = await tool('restore', [file], target.url)
      expect(restored, restored.said).toMatchObject({ code: 0 })
      expect(restored.said).toContain('The ledger holds.')
      expect(restored.said).toContain('The audit log holds.')
      const restoredMs = Math.round(performance.now() - restoring)
      unfinished += await target.open()
      await target.work()
      expect(
        await becomes(async () => (await target.open()) === 0, 90_000),
        'what was under way comes to its end',
      ).toBe(true)
      const journal: Journal = { ...newJournal(), intents: before, told }
      const evidence = await gatherEvidence({ journal, ownerUrl: target.url, simulatorDir: deployment.simulator.dir })
      expect(check(evidence).filter(({ rule }) => held.includes(rule as Rule))).toEqual([])
      report(`${before.length} writes before; backup ${tookMs} ms, restore ${restoredMs} ms`)
    }
    await shoppers.stop()
    report(`${unfinished} payments were under way at the instants of the backups`)
    expect(unfinished).toBeGreaterThan(0)
  },
)

planted('a backup of many instants is found by the ledger', { file, patches: manyInstants, timeout }, async () => {
  const source = await deployment.plant(manyInstants)
  const shoppers = startLoad(load, { shoppers: 16, mix: ['success'] })
  await grows(10)
  const file = join(deployment.dataDir, 'backup-torn')
  expect(await tool('backup', [file], deployment.ownerUrl, source)).toMatchObject({ code: 0 })
  await shoppers.stop()
  await using target = await freshServer('restored-torn')
  // Either a key between tables is broken, or a ledger that does not match its payments.
  expect((await tool('restore', [file], target.url)).code).not.toBe(0)
})

/** Waits until so much more has been acknowledged. */
async function grows(more: number): Promise<void> {
  const done = () => load.journal.intents.filter(acknowledged).length
  const before = done()
  expect(await becomes(() => done() >= before + more, 60_000)).toBe(true)
}

async function tool(
  name: 'backup' | 'restore',
  args: string[],
  databaseUrl: string,
  source = sourceRoot,
): Promise<{ code: number | null; said: string }> {
  const env = { ...deployment.settings, DATABASE_URL: databaseUrl }
  const child = spawn(process.execPath, [join(source, 'tools', `${name}.ts`), ...args], { cwd: source, env })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  await once(child, 'close')
  return { code: child.exitCode, said }
}

/** Another PostgreSQL, with nothing in it, where a worker can go on with what is restored. */
async function freshServer(name: string) {
  const dataDir = join(deployment.dataDir, name)
  await mkdir(dataDir, { recursive: true })
  const postgres = await startPostgres({ dataDir, log: pino({ level: 'silent' }), flags: { fsync: 'off' } })
  const env = { ...deployment.settings, DATABASE_URL: postgres.url, PORT: String(await freePort()) }
  const worker = program({ name: `worker of ${name}`, role: 'worker', source: sourceRoot, env, onLine: (line) => deployment.log.push(line) }) // prettier-ignore
  return {
    url: postgres.url,
    work: () => worker.start(),
    /** Payments that may still take money. */
    async open(): Promise<number> {
      const journal = newJournal()
      const { payments } = await gatherEvidence({
        journal,
        ownerUrl: postgres.url,
        simulatorDir: deployment.simulator.dir,
      })
      return payments.filter(({ status }) => ['Initiated', 'Pending', 'Authorized'].includes(status)).length
    },
    async [Symbol.asyncDispose]() {
      await worker.kill()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
