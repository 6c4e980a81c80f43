import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { simulatorProvider } from '../adapter.ts'
import { type Child, publishableKey, receiver, secretKey, spawnSimulator } from '../fixtures.ts'
import { recordPast } from '../past.ts'
import { abroad, remittance, standing } from './fixtures.ts'

let dir: string
let child: Child
const signal = AbortSignal.timeout(60_000)
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'simulator-'))
})
afterEach(async () => {
  await child.kill()
  await rm(dir, { recursive: true })
})
const opened = ({ url }: Child) => ({
  provider: simulatorProvider({ url, secretKey, publishableKey, timeoutMs: 2_000 }),
})
interface Effect {
  type: string
  key?: string
  ref?: string
  lines?: { ref: string }[]
}
async function effects(): Promise<Effect[]> {
  const answer = await request(`${child.url}/v1/witness?from=1`, { headers: { authorization: `Bearer ${secretKey}` } })
  return ((await answer.body.json()) as { effects: Effect[] }).effects
}

test('killed under a burst of remittances: what was answered is there, and what is asked again is there once', async () => {
  child = await spawnSimulator(dir)
  const asked = Array.from({ length: 80 }, () => remittance('Ada Lovelace'))
  const answered: string[] = []
  await Promise.all(
    asked.map(async (each) => {
      const { kind } = await abroad(opened(child)).send(each, signal)
      if (kind === 'pending') answered.push(each.key)
      if (answered.length === 20) await child.kill()
    }),
  )
  expect(answered.length).toBeLessThan(asked.length)
  child = await spawnSimulator(dir)
  const after = opened(child)
  for (const key of answered) expect((await standing(after, key, signal)).kind).toMatch(/^(pending|paid)$/)
  await Promise.all(asked.map((each) => abroad(after).send(each, signal)))
  await expect.poll(async () => (await effects()).filter(({ type }) => type === 'remittance_change').length).toBe(80)
  const keys = (await effects()).filter(({ type }) => type === 'remittance').map(({ key }) => key)
  expect(keys.sort()).toEqual(asked.map(({ key }) => key).sort())
})

test('killed while it settles: each payment is in one word, and each word comes until it is taken', async () => {
  const told = await receiver()
  const day = new Date(Date.now() - 30 * 86_400_000)
  await recordPast(
    dir,
    Array.from({ length: 1_200 }, (_, index) => ({
      key: `sale-${index}`,
      ref: `pay_${index}`,
      at: day,
      amountMinor: 1_000n,
      currency: 'USD',
      card: null,
      merchantAccount: 'acme',
      callbackUrl: told.url,
    })),
  )
  for (let round = 0; round < 2; round += 1) {
    child = await spawnSimulator(dir)
    await child.kill()
  }
  child = await spawnSimulator(dir)
  const heard = () =>
    new Set(
      told.received.flatMap(({ body }) =>
        (JSON.parse(body) as { settlement: { lines: { ref: string }[] } }).settlement.lines.map(({ ref }) => ref),
      ),
    ).size
  await expect.poll(heard, { timeout: 5_000 }).toBe(1_200)
  const words = (await effects()).filter(({ type }) => type === 'settled_word')
  const lines = words.flatMap((word) => word.lines ?? [])
  expect([lines.length, new Set(lines.map(({ ref }) => ref)).size]).toEqual([1_200, 1_200])
  expect(new Set(words.map(({ ref }) => ref)).size).toBe(words.length)
  await told.close()
})
