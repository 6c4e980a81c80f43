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
  key: string
  ref: string
  lines?: { ref: string }[]
}
interface Witness {
  remittances: { states: { [status: string]: number } }
  effects?: Effect[]
}
async function witness(query = ''): Promise<Witness> {
  const headers = { authorization: `Bearer ${secretKey}` }
  return (await (await request(`${child.url}/v1/witness${query}`, { headers })).body.json()) as Witness
}
const patience = { timeout: 10_000 }
const sales = 600
const aMonthAgo = new Date(Date.now() - 30 * 86_400_000)
const sale = (index: number, callbackUrl: string) => ({
  key: `sale-${index}`,
  ref: `pay_${index}`,
  at: aMonthAgo,
  amountMinor: 1_000n,
  currency: 'USD',
  card: null,
  merchantAccount: 'acme',
  callbackUrl,
})

test('killed as it settles and remits: what was answered is there, each remittance is made once, and each sale is in one word', async () => {
  const told = await receiver()
  await recordPast(
    dir,
    Array.from({ length: sales }, (_, index) => sale(index, told.url)),
  )
  child = await spawnSimulator(dir)
  const before = opened(child)
  // More than it is asked at once, so that the last ones come after the first answer.
  const asked = Array.from({ length: 150 }, () => remittance('Ada Lovelace'))
  const answered: string[] = []
  await Promise.all(
    asked.map(async (each) => {
      const { kind } = await abroad(before).send(each, signal)
      if (kind === 'pending') answered.push(each.key)
      if (answered.length === 1) await child.kill()
    }),
  )
  expect(answered.length).toBeLessThan(asked.length)

  child = await spawnSimulator(dir)
  const after = opened(child)
  for (const key of answered) expect((await standing(after, key, signal)).kind).toMatch(/^(pending|paid)$/)
  await Promise.all(asked.map((each) => abroad(after).send(each, signal)))
  await expect.poll(async () => (await witness()).remittances.states, patience).toEqual({ paid: asked.length })

  const heard = () =>
    told.received.flatMap(({ body }) =>
      (JSON.parse(body) as { settlement: { lines: { ref: string }[] } }).settlement.lines.map(({ ref }) => ref),
    )
  await expect.poll(() => new Set(heard()).size, patience).toBe(sales)
  const { effects = [] } = await witness('?from=1')
  const keys = effects.filter(({ type }) => type === 'remittance').map(({ key }) => key)
  expect(keys.sort()).toEqual(asked.map(({ key }) => key).sort())
  const words = effects.filter(({ type }) => type === 'settled_word')
  const lines = words.flatMap((word) => word.lines ?? [])
  expect([lines.length, new Set(lines.map(({ ref }) => ref)).size]).toEqual([sales, sales])
  expect(words.map(({ ref }) => ref.slice('20261127'.length)).sort()).toEqual(['01-USD', '01-USD-2'])
  await told.close()
})
