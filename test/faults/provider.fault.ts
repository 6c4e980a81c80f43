import { afterAll, beforeAll, expect, test } from 'vitest'
import { askUntilCertain, cardToken, signIn, type Load } from './client.ts'
import { anyOf, attemptIntent, createIntent } from './intents.ts'
import { countOf, full, report } from './counts.ts'
import { endedHereOnly, unguardedMove } from './planted.ts'
import { planted } from './planted-test.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { newJournal, type Intent } from './journal.ts'
import { begin, cancel, play, waysOf, type Played, type Wish } from './payers.ts'
import { findingsWhenQuiet } from './quiet.ts'
import { cards, pay, untilTold, type Card } from './shoppers.ts'

/** R11: the provider answers late, wrongly, twice, backwards or never, and some of its call-backs are lost. */
const payments = countOf(100, 16)
const file = import.meta.filename
const timeout = countOf(20 * 60_000, 110_000)
let deployment: Deployment
let load: Load

beforeAll(async () => {
  deployment = await startDeployment()
  const journal = newJournal()
  load = { deployment, journal, merchants: await signIn(deployment, journal) }
}, 120_000)
afterAll(() => deployment.close(), 60_000)

/** A few of them hold their answer back until we give up, so they come less often. */
const lies: readonly Card[] = [
  'errorAfterEffect', 'errorBeforeEffect', 'callbacksThrice', 'callbacksReversed', 'callbacksLate', 'pendingThenSuccess',
  'pendingThenDecline', 'noAnswer', 'success',
] // prettier-ignore

test(`${payments} payments with a provider that lies, every third call-back lost`, { timeout }, async () => {
  deployment.relay.lose((before) => before % 3 === 0)
  const tookMs = await payAll(payments, (n) => lies[n % lies.length] as Card)
  report(
    `told of the end after ${JSON.stringify(worstBy(tookMs))} ms at worst; call-backs ${JSON.stringify(deployment.relay.counts)}`,
  )
  expect(Math.max(...tookMs.map(({ ms }) => ms))).toBeLessThan(60_000)
  await expectNothing()
})

test(
  `${payments} payments by every other way, with the same provider, every fifth call-back lost`,
  { timeout },
  async () => {
    deployment.relay.lose((before) => before % 5 === 0)
    const since = performance.now()
    const all = Object.entries(waysOf).flatMap(([slug, wishes]) => wishes.map((wish) => ({ slug, wish })))
    await atOnce(16, Math.max(payments, all.length), async (n) => {
      const { slug, wish } = all[n % all.length] as (typeof all)[number]
      const attempted = await begin(load, await newLink(slug), { ...wish, ...misbehaviours[n % misbehaviours.length] })
      await play(load, attempted, plays[n % plays.length] as Played)
      await untilTold(load, attempted, undefined, { patienceMs: 70_000 })
    })
    report(`every other way: quiet after ${Math.round(performance.now() - since)} ms`)
    await expectNothing()
  },
)

/** By the payer's name; the first and the last are plain. */
const misbehaviours: readonly Partial<Wish>[] = [
  {}, { shopper_name: 'Sim error after effect' }, {}, { shopper_name: 'Sim error before effect' },
  { shopper_name: 'Sim callbacks thrice' }, { shopper_name: 'Sim pending then success' }, {},
] // prettier-ignore
const plays: readonly Played[] = [
  { act: 'approve', callbacks: '' }, { act: 'approve', callbacks: 'thrice' }, { act: 'decline', callbacks: '' },
  { act: 'approve', callbacks: 'reversed' }, { act: 'cancel', callbacks: '' }, { act: 'no_funds', callbacks: 'thrice' },
  { act: 'approve', callbacks: 'never' }, { act: 'approve', callbacks: full ? 'late' : '' },
] // prettier-ignore

test('payments without an answer do not delay others', { timeout }, async () => {
  deployment.relay.lose(() => false)
  const silent = await Promise.all(Array.from({ length: 8 }, async () => pay(load, await newLink(), 'noAnswer')))
  expect(await becomes(() => areAsked(silent), 10_000)).toBe(true)
  const tookMs = await payAll(8, () => 'success')
  report(`beside 8 that get no answer: ${JSON.stringify(worstBy(tookMs))} ms at worst`)
  // The provider is given up after 15 s: whoever waited for that has waited longer.
  expect(Math.max(...tookMs.map(({ ms }) => ms))).toBeLessThan(12_000)
})

test('a provider that is away: what was unknown is known within 60 s of its return', { timeout }, async () => {
  deployment.relay.lose(() => false)
  const ready = await Promise.all(
    Array.from({ length: countOf(20, 4) }, async () => ({
      created: await newLink(),
      token: await cardToken(load, cards.success),
    })),
  )
  await deployment.simulator.kill()
  const attempts = ready.map(({ created, token }) =>
    attemptIntent(created, { linkRef: created.answer?.ref ?? '', token }),
  )
  await Promise.all(attempts.map((attempted) => askUntilCertain(load, attempted)))
  expect(await becomes(() => areAsked(attempts), 10_000), 'each is asked about in vain').toBe(true)
  await deployment.simulator.start()
  const since = performance.now()
  const ends = await Promise.all(
    attempts.map((attempted) => untilTold(load, attempted, undefined, { patienceMs: 60_000 })),
  )
  report(`known ${Math.round(performance.now() - since)} ms after the provider is back`)
  expect(ends).toEqual(attempts.map(() => 'paid'))
  await expectNothing()
})

planted('payments that move whatever their state is are found', { file, patches: unguardedMove, timeout }, async () => {
  const source = await deployment.plant(unguardedMove)
  for (const part of [...deployment.apis, deployment.worker]) {
    await part.kill()
    part.change({ source })
  }
  await Promise.all([...deployment.apis, deployment.worker].map((part) => part.start()))
  // Of those that move backwards no end is told.
  await payAll(countOf(20, 8), (n) => (n % 2 === 0 ? 'callbacksReversed' : 'callbacksThrice'), 8_000)
  const found = async () => {
    const { findings } = await findingsWhenQuiet(deployment, load.journal, { patienceMs: 2_000 })
    return findings.some(({ rule }) => rule === 'a link is paid when a payment paid it in time, and only then')
  }
  expect(await becomes(found, 20_000)).toBe(true)
})

planted(
  'attempts that are ended here and not at the provider are found',
  { file, patches: [endedHereOnly], timeout },
  async () => {
    const source = await deployment.plant([endedHereOnly])
    await deployment.worker.kill()
    deployment.worker.change({ source })
    await deployment.worker.start()
    deployment.relay.lose(() => false)
    await atOnce(4, 4, async () => {
      const attempted = await begin(load, await newLink('acme'), { method: 'QR_CODE' })
      await play(load, attempted, { act: 'approve', callbacks: 'never' })
      await cancel(load, attempted)
      await untilTold(load, attempted, undefined, { patienceMs: 10_000 })
    })
    const { findings } = await findingsWhenQuiet(deployment, load.journal, { patienceMs: 2_000 })
    expect(findings.map(({ rule }) => rule)).toContain('what the provider took is a success here, and nothing else is')
  },
)

interface Took {
  card: Card
  ms: number
}

/** Sixteen shoppers at a time; how long each waited from its attempt's start to its end. */
async function payAll(times: number, cardOf: (n: number) => Card, patienceMs = 70_000): Promise<Took[]> {
  const took: Took[] = []
  await atOnce(16, times, async (n) => {
    const card = cardOf(n)
    const attempted = await pay(load, await newLink(), card)
    const since = performance.now()
    await untilTold(load, attempted, undefined, { patienceMs })
    took.push({ card, ms: Math.round(performance.now() - since) })
  })
  return took
}

/** Does it so often, that many at a time. */
async function atOnce(many: number, times: number, act: (n: number) => Promise<void>): Promise<void> {
  let begun = 0
  const acting = async () => {
    while (begun < times) await act(begun++)
  }
  await Promise.all(Array.from({ length: many }, acting))
}

function worstBy(took: readonly Took[]): Record<string, number> {
  const groups = Map.groupBy(took, ({ card }) => card)
  return Object.fromEntries([...groups].map(([card, all]) => [card, Math.max(...all.map(({ ms }) => ms))]))
}

/** Whether the provider has been asked for each, with or without success. */
async function areAsked(attempts: readonly Intent[]): Promise<boolean> {
  const refs = attempts.map(({ answer }) => answer?.ref ?? '')
  const rows = await deployment.sql(
    `select from payments where channel_asked_at is not null and order_ref = any ($1)`,
    [refs],
  )
  return rows.length === attempts.length
}

async function newLink(slug?: string): Promise<Intent> {
  const merchants = slug ? load.merchants.filter((merchant) => merchant.slug === slug) : load.merchants
  const created = createIntent(anyOf(merchants))
  await askUntilCertain(load, created)
  expect(created.answer?.status, created.answer?.body).toBe(200)
  return created
}

async function expectNothing(): Promise<void> {
  const { findings } = await findingsWhenQuiet(deployment, load.journal)
  expect(findings, deployment.log.slice(-20).join('\n')).toEqual([])
}
