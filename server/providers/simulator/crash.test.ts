import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Provider } from '../provider.ts'
import { simulatorProvider } from './adapter.ts'
import { testCards } from './cards.ts'
import { askedOf, type Child, mandate, payment, publishableKey, secretKey, spawnSimulator } from './fixtures.ts'

let dir: string
let child: Child
const signal = AbortSignal.timeout(120_000)
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'simulator-'))
  child = await spawnSimulator(dir)
})
afterEach(async () => {
  await child.kill()
  await rm(dir, { recursive: true })
})

const providerOf = ({ url }: Child): Provider => simulatorProvider({ url, secretKey, publishableKey, timeoutMs: 2_000 })

async function submitCard(url: string, form: { [field: string]: unknown } | string): Promise<string> {
  const answer = await request(`${url}/v1/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof form === 'string' ? form : JSON.stringify(form),
  })
  return answer.body.text()
}
const formOf = (number: string) => ({
  publishable_key: publishableKey,
  number,
  exp_month: 12,
  exp_year: 2039,
  cvc: number.length === 15 ? '1234' : '123',
  holder: 'Ada Lovelace',
})
const tokenOf = async (url: string, number: string): Promise<string> =>
  (JSON.parse(await submitCard(url, formOf(number))) as { token: string }).token

interface Effect {
  type: string
  key: string
}
async function effects({ url }: Child): Promise<Effect[]> {
  const headers = { authorization: `Bearer ${secretKey}` }
  const answer = await request(`${url}/v1/witness?from=1`, { headers })
  return ((await answer.body.json()) as { effects: Effect[] }).effects
}

test('killed under bursts of payments: what was answered is there, and what is asked again is there once', async () => {
  const asked: { key: string; token: string }[] = []
  let cutOff = 0
  for (let round = 0; round < 5; round += 1) {
    const burst = await Promise.all(
      Array.from({ length: 150 }, async (_, index) => ({
        key: `round-${round}-${index}`,
        token: await tokenOf(child.url, '4242424242424242'),
      })),
    )
    asked.push(...burst)
    const answered = await payUntilKilled(burst, 20 + 10 * round)
    cutOff += burst.length - answered.length

    child = await spawnSimulator(dir)
    const provider = providerOf(child)
    for (const key of answered) expect(await provider.status(askedOf(key), signal)).toMatchObject({ kind: 'captured' })
    const repeated = await Promise.all(asked.map((each) => provider.authorise(payment(each), signal)))
    expect(new Set(repeated.map((outcome) => outcome.kind))).toEqual(new Set(['captured']))
  }
  expect(cutOff).toBeGreaterThan(0)
  const keys = (await effects(child)).map((effect) => effect.key)
  expect(keys.sort()).toEqual(asked.map(({ key }) => key).sort())
})

/** Pays with all at once and kills the simulator after so many answers; the keys that were answered. */
async function payUntilKilled(burst: { key: string; token: string }[], answers: number): Promise<string[]> {
  const provider = providerOf(child)
  const answered: string[] = []
  const pay = async (each: { key: string; token: string }) => {
    const outcome = await provider.authorise(payment(each), signal)
    if (outcome.kind === 'captured') answered.push(each.key)
    if (answered.length === answers) await child.kill()
  }
  await Promise.all(burst.map(pay))
  await child.kill()
  return answered
}

test('killed while a payment is pending: it settles once after the restart', async () => {
  const token = await tokenOf(child.url, '4000000000005019')
  expect(await providerOf(child).authorise(payment({ key: 'pending', token }), signal)).toMatchObject({
    kind: 'pending',
  })
  await child.kill()
  child = await spawnSimulator(dir)
  const provider = providerOf(child)
  await expect.poll(() => provider.status(askedOf('pending'), signal)).toMatchObject({ kind: 'captured' })
  expect((await effects(child)).map((effect) => effect.type)).toEqual(['payment', 'settlement'])
})

test('killed under bursts of set-ups and charges: each mandate is there once, and so is what its bank did by itself', async () => {
  const { mandates } = providerOf(child)
  const begun = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const request = mandate({ key: `m-${index}`, token: await tokenOf(child.url, '4000000000007056') })
      return { request, outcome: await mandates?.setUp(request, signal) }
    }),
  )
  const charges = begun.map(({ outcome }, index) => ({
    key: `p-${index}`,
    mandate: { token: outcome && 'mandate' in outcome ? outcome.mandate.token : '', offSession: true },
  }))
  const provider = providerOf(child)
  let answered = 0
  await Promise.all(
    charges.map(async (charge) => {
      const outcome = await provider.authorise(payment(charge), signal)
      if (outcome.kind === 'captured') answered += 1
      if (answered === 10) await child.kill()
    }),
  )
  child = await spawnSimulator(dir)
  const after = providerOf(child)
  for (const { request, outcome } of begun) expect(await after.mandates?.setUp(request, signal)).toEqual(outcome)
  await Promise.all(charges.map((charge) => after.authorise(payment(charge), signal)))
  const counted = async () => {
    const all = await effects(child)
    return ['mandate', 'payment', 'mandate_change'].map(
      (type) =>
        new Set(all.filter((one) => one.type === type).map(({ key }) => key)).size === 30 &&
        all.filter((one) => one.type === type).length === 30,
    )
  }
  await expect.poll(counted, { timeout: 5_000 }).toEqual([true, true, true])
})

test('no card number is in the folder or in what is printed, whatever is sent', async () => {
  for (const { number } of testCards) {
    const token = await tokenOf(child.url, number)
    await providerOf(child).authorise(payment({ key: `key-${token}`, token }), AbortSignal.timeout(200))
    await submitCard(child.url, { ...formOf(number), cvc: 'x' })
    await submitCard(child.url, { ...formOf(number), [number]: number })
    const refused = await submitCard(child.url, `{"number": "${number}", ${number} oops`)
    expect(refused).not.toContain(number)
  }
  const real = '4539578763621486'
  expect(await submitCard(child.url, formOf(real))).toContain('number_not_a_test_card')
  const files = await Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name), 'utf8')))
  expect(files.join('')).toContain('424242******4242')
  const text = files.join('') + child.printed()
  for (const { number } of [...testCards, { number: real }]) {
    expect(text).not.toContain(number)
    expect(text).not.toContain(number.match(/.{1,4}/g)?.join(' '))
  }
})
