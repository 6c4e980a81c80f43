import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spawnSimulator, type Child } from '#server/providers/simulator/fixtures.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { verifyAllLedgers } from '#server/ledger/verify.ts'
import { checkChannels, type ChannelRows, type ChannelRule } from './channel-checker.ts'
import { openChannelShop, ways, type ChannelShop, type Way } from './channel-shop.ts'
import { readChannelWitness } from './channel-witness.ts'
import { signIn } from './client.ts'
import { countOf, full, report } from './counts.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { newJournal } from './journal.ts'
import type { Patch } from './patched-source.ts'
import { forgottenKeyReused, keptErrorRepeated, nextBeforeTheEnd, timeoutIsTheirs } from './planted.ts'
import { planted } from './planted-test.ts'
import { providerWire, type ProviderWire, type WireFault } from './provider-wire.ts'

/** Orders over three providers and two rules, each with a fault on its way, while workers die: each is taken, and once. */
const orders = countOf(1_000, 24)
const seed = Number(process.env['FAULT_SEED'] ?? 14)
const file = import.meta.filename
const timeout = countOf(60 * 60_000, 110_000)
const providers = ['stripe', 'paypal', 'xendit'] as const
let deployment: Deployment
let simulator: Child
let shop: ChannelShop
let wires: Record<(typeof providers)[number], ProviderWire>

beforeAll(async () => {
  deployment = await startDeployment()
  const { url, dir, publishableKey } = deployment.simulator
  const secretKey = deployment.settings['SIMULATOR_SECRET_KEY'] ?? ''
  const wire = (name: string) => providerWire(url, () => control(`${name}/borneo`, { fault: 'error-before', times: 1 }))
  wires = { stripe: await wire('stripe'), paypal: await wire('paypal'), xendit: await wire('xendit') }
  // PayPal's certificate is at the address of its interface.
  await deployment.simulator.kill()
  const port = Number(new URL(url).port)
  simulator = await spawnSimulator(dir, { port, keys: { secretKey, publishableKey }, origin: wires.paypal.url })
  const env = Object.fromEntries(providers.map((name) => [`${name.toUpperCase()}_API`, `${wires[name].url}/${name}`]))
  const parts = [...deployment.apis, deployment.worker, deployment.secondWorker]
  await Promise.all(parts.map((part) => part.kill()))
  for (const part of parts) part.change({ env })
  await Promise.all(parts.map((part) => part.start()))
  const journal = newJournal()
  shop = await openChannelShop({ deployment, journal, merchants: await signIn(deployment, journal) })
}, 120_000)
afterAll(async () => {
  shop?.close()
  await deployment.close()
  await simulator?.kill()
  for (const name of providers) await wires[name].close()
}, 60_000)

/** How the simulator treats an account from now on. */
async function control(account: string, manner: object): Promise<void> {
  const answer = await request(`${deployment.simulator.url}/v1/control/accounts/${account}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${deployment.settings['SIMULATOR_SECRET_KEY'] ?? ''}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(manner),
  })
  await answer.body.dump()
}

/** What may befall the creation of a payment. What takes a minute to be found out comes in the long form only. */
const ofCreations: Record<(typeof providers)[number], readonly WireFault[][]> = {
  stripe: [
    ['reset-before'], ['reset-after'], ['error-before'], ['error-after'], ['kept'], ['unauthorised'], ['limited', 'limited'], ['late'],
    ...(full ? [['silence'] satisfies WireFault[]] : []),
  ],
  paypal: [
    ['reset-before'], ['reset-after'], ['error-before'], ['error-after'], ['unauthorised', 'unauthorised'], ['limited', 'limited'],
    ['late'], ...(full ? [['silence'] satisfies WireFault[]] : []),
  ],
  xendit: [
    ['reset-after'], ['error-after'], ['unauthorised'], ['limited', 'limited'], ['late'],
    ...(full ? ([['silence'], ['reset-before'], ['error-before']] satisfies WireFault[][]) : []),
  ],
} // prettier-ignore
/** What was cut off at Xendit is known a minute later. */
const refused = full ? providers : (['stripe', 'paypal'] as const)
const ofCaptures: readonly WireFault[][] = [
  ['reset-after'], ['error-after'], ['late'], ['forbidden'],
  ...(full ? ([['silence'], ['reset-before'], ['error-before'], ['unauthorised'], ['limited']] satisfies WireFault[][]) : []),
] // prettier-ignore

/** Every other request meets a fault, each of them in turn, in an order that the seed gives. */
function planFaults(): void {
  const random = randomFrom(seed)
  for (const name of providers) {
    const [creations, captures] = [shuffled(ofCreations[name], random), shuffled(ofCaptures, random)]
    const turns = { creation: 0, capture: 0 }
    wires[name].plan((key) => {
      const [kind, faults] = /-c\d*$/.test(key) ? (['capture', captures] as const) : (['creation', creations] as const)
      const turn = turns[kind]++
      return turn % 2 === 0 ? [] : (faults[((turn - 1) / 2) % faults.length] ?? [])
    })
  }
}

test(`${orders} orders, a fault at every other request, and workers that die: each is taken, and once`, { timeout }, async () => {
  planFaults()
  let paid = 0
  const buying = buyAll(orders, () => (paid += 1))
  const trouble = async () => {
    for (let round = 0; round < 2 || (full && paid < orders); round++) {
      await reaches(() => paid >= (round + 1) * (orders / 6) || full)
      const worker = round % 2 === 0 ? deployment.worker : deployment.secondWorker
      await worker.kill()
      await Promise.all([worker.start(), wires[refused[round % refused.length] ?? 'stripe'].refuse(1_000)])
      const channel = round % 2 === 0 ? 'STRIPE' : 'XENDIT'
      await shop.call(`/merchants/{key}/paychannel/${channel}`, { is_enabled: false })
      if (full) await delay(9_000)
      else await reaches(() => paid >= (round + 2) * (orders / 6))
      await shop.call(`/merchants/{key}/paychannel/${channel}`, { is_enabled: true })
    }
  }
  const since = performance.now()
  await Promise.all([buying, trouble()])
  report(`${orders} orders in ${Math.round(performance.now() - since)} ms, ${faultsSoFar()}`)
  await expectNothing()
  for (const name of providers) expect(Object.keys(wires[name].counts).length, name).toBeGreaterThan(0)
}) // prettier-ignore

test('a key that PayPal has forgotten is not used again: the order is paid all the same, and begun once', { timeout }, async () => {
  await forgetting()
  await expectNothing()
}) // prettier-ignore

/** An order of PayPal's was made and not answered for; when it is asked about again its key is seven hours old. */
async function forgetting(): Promise<void> {
  await once('paypal', ['error-after'])
  const buying = shop.buy('paypal')
  const asked = `update payments set channel_asked_at = now() - interval '7 hours'
    where channel_key = 'PAYPAL' and channel_order_ref = '' and channel_asked_at > now() - interval '1 hour' and status = 'Initiated'
    returning order_ref`
  expect(await becomes(async () => wires.paypal.counts['error-after'] === 1, 30_000)).toBe(true)
  await control('paypal/borneo', { forget: true })
  expect(await becomes(async () => (await deployment.sql(asked)).length === 1, 30_000)).toBe(true)
  await buying
}

const twice: ChannelRule = 'no order is taken twice'
planted('a time-out that counts as the provider’s fault is found', { file, patches: [timeoutIsTheirs], timeout }, async () => {
  await withPatch(timeoutIsTheirs)
  await once('stripe', ['reset-after'])
  await shop.buy('card')
  expect(await findings()).toContain(twice)
}) // prettier-ignore

planted('a next attempt that begins before the first has ended is found', { file, patches: [nextBeforeTheEnd], timeout }, async () => {
  await withPatch(nextBeforeTheEnd)
  await once('stripe', ['reset-after'])
  await shop.buy('card')
  expect(await findings()).toContain(twice)
}) // prettier-ignore

planted('a kept error of Stripe’s that is repeated for ever is found', { file, patches: [keptErrorRepeated], timeout }, async () => {
  await withPatch(keptErrorRepeated)
  await once('stripe', ['kept'])
  const before = wires.stripe.mostTries()
  shop.buy('card').catch(() => {})
  // The second request under the key shows that Stripe has kept the answer.
  expect(await becomes(() => wires.stripe.mostTries() > Math.max(before, 2), 60_000)).toBe(true)
  expect(await findings()).toContain('no order is left, and each attempt comes to an end' satisfies ChannelRule)
}) // prettier-ignore

planted('a forgotten key that is used again at PayPal is found', { file, patches: [forgottenKeyReused], timeout }, async () => {
  await withPatch(forgottenKeyReused)
  await forgetting()
  expect(await findings()).toContain('a provider is asked for each payment once' satisfies ChannelRule)
}) // prettier-ignore

/** Both workers run a copy of the program with a fault in it; no call-back repairs what it does. */
async function withPatch(patch: Patch): Promise<void> {
  deployment.relay.lose(() => true)
  const source = await deployment.plant([patch])
  for (const part of [deployment.worker, deployment.secondWorker]) {
    await part.kill()
    part.change({ source })
  }
  await Promise.all([deployment.worker, deployment.secondWorker].map((part) => part.start()))
}

/** The next key at a provider meets these faults, and nothing else does. */
async function once(at: (typeof providers)[number], faults: readonly WireFault[]): Promise<void> {
  // A channel that rests is not asked.
  await deployment.sql('delete from channel_rests')
  for (const name of providers) {
    for (const fault of Object.keys(wires[name].counts) as WireFault[]) delete wires[name].counts[fault]
    wires[name].plan(() => [])
  }
  let isFirst = true
  wires[at].plan(() => {
    const planned = isFirst ? faults : []
    isFirst = false
    return planned
  })
}

/** Sixteen shoppers at a time. */
async function buyAll(times: number, onPaid: () => void): Promise<void> {
  let begun = 0
  const shopping = async () => {
    while (begun < times) {
      await shop.buy(ways[begun++ % ways.length] as Way)
      onPaid()
    }
  }
  await Promise.all(Array.from({ length: 16 }, shopping))
}

const reaches = (condition: () => boolean) => becomes(condition, 60_000)
const faultsSoFar = () => providers.map((name) => `${name} ${JSON.stringify(wires[name].counts)}`).join(', ')

async function expectNothing(): Promise<void> {
  await becomes(async () => (await open()) === 0, 90_000)
  const found = checkChannels(await evidence())
  const why = `FAULT_SEED=${seed}, ${faultsSoFar()}\n${deployment.log.slice(-20).join('\n')}`
  expect(found, why).toEqual([])
  const database = openDatabase(deployment.ownerUrl, { most: 2 })
  expect(await verifyAllLedgers(database).finally(() => database.close()), why).toEqual([])
}
const findings = async () => checkChannels(await evidence()).map(({ rule }) => rule)

const ours = `select link_ref from payment_links where description like 'trial-%'`
const open = async () =>
  (await deployment.sql(`select from payments where status in ('Initiated', 'Pending', 'Authorized') and payable_ref in (${ours})`)).length // prettier-ignore

async function evidence() {
  const rows: ChannelRows = {
    links: await deployment.sql(`select link_ref, status from payment_links where description like 'trial-%'`),
    payments: (
      await deployment.sql<ChannelRows['payments'][number]>(
        `select order_ref, payable_ref as link_ref, status, channel_key, amount_minor, currency, failover_from, failover_next
         from payments where payable_ref in (${ours})`,
      )
    ).map((row) => ({ ...row, amount_minor: BigInt(row.amount_minor) })),
    receivable: (
      await deployment.sql<{ currency: string; sum: string }>(
        `select currency, sum(amount_minor)::text as sum from ledger_entries where account like 'psp_receivable:%' group by currency`,
      )
    ).map(({ currency, sum }) => ({ currency, sum: BigInt(sum) })),
  }
  return { ...rows, witness: await readChannelWitness(deployment.simulator.dir) }
}

/** The same numbers for the same seed. */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((each) => [random(), each] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, each]) => each)
}
