import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSimulator } from '../fixtures.ts'
import { recordPast, type PastEffect } from '../past.ts'
import { pastRemittanceLine } from './past.ts'
import { wordsOfPast } from './past-words.ts'
import type { WordRecord } from './records.ts'

const now = new Date('2026-11-27T10:00:00Z')
const url = 'http://127.0.0.1:9/told'
const sale = (key: string, at: string, more: object = {}) => ({
  key, ref: `pay_${key}`, at: new Date(at), amountMinor: 50_000n, currency: 'JPY', card: null, merchantAccount: 'delta', callbackUrl: url, ...more,
}) // prettier-ignore
const wallet = { method: { type: 'WALLET', subType: 'GRABPAY' } } as const
const past: PastEffect[] = [
  sale('friday', '2026-11-20T09:00:00Z'),
  sale('wallet', '2026-11-20T10:00:00Z', wallet),
  sale('dollars', '2026-11-20T11:00:00Z', { currency: 'USD' }),
  sale('regional', '2026-11-23T09:00:00Z', { merchantAccount: 'delta-regional' }),
  sale('silent', '2026-11-23T09:00:00Z', { callbackUrl: '' }),
  sale('not-due', '2026-11-26T09:00:00Z'),
  { refund: 'back', ref: 'ref_back', paymentKey: 'friday', at: new Date('2026-11-24T09:00:00Z'), amountMinor: 1_000n, currency: 'JPY' },
] // prettier-ignore

const comparable = ({ account, ref, currency, settled_on, lines }: WordRecord) =>
  JSON.stringify([account, ref, currency, settled_on, lines])

test('what would have been told is what the simulator tells, and is told no second time', async () => {
  const simulator = await openSimulator({ now: () => now })
  const wordsKept = async () =>
    (await readFile(join(simulator.dir, 'events.ndjson'), 'utf8'))
      .split('\n')
      .flatMap((line) => (line.includes('"settled_word"') ? [JSON.parse(line) as WordRecord] : []))
  let words: Awaited<ReturnType<typeof wordsOfPast>> = []
  await simulator.restart(async () => {
    await recordPast(simulator.dir, past)
    words = await wordsOfPast(simulator.dir, now)
  })
  const ownWords = words.map((word) => pastRemittanceLine(word) as WordRecord)
  expect(ownWords.map(({ account, ref, settled_on }) => `${settled_on} ${account} ${ref}`)).toEqual([
    '2026-11-23 delta 2026112001-JPY',
    '2026-11-24 delta 2026112001-JPY-2',
    '2026-11-24 delta 2026112001-USD',
    '2026-11-25 delta-regional 2026112301-JPY',
    '2026-11-26 delta 2026112401-JPY',
  ])
  await expect.poll(async () => (await wordsKept()).length).toBe(words.length)
  expect((await wordsKept()).map(comparable).toSorted()).toEqual(ownWords.map(comparable).toSorted())
  await simulator.restart(async () => {
    words = await wordsOfPast(simulator.dir, now)
  })
  expect(words).toEqual([])
  await simulator.close()
})
