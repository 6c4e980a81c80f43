import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rule } from './checker.ts'
import { askUntilCertain, signIn, type Load } from './client.ts'
import { anyOf, createIntent, refundIntent, type Merchant } from './intents.ts'
import { countOf, report } from './counts.ts'
import { blindRefund, naiveRefund, refundCrashes, withoutRefundConstraint } from './planted.ts'
import { planted } from './planted-test.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { newJournal, type Intent } from './journal.ts'
import { findingsWhenQuiet } from './quiet.ts'
import { pay, untilTold, type Card } from './shoppers.ts'

/** R7 and R1–R3 for money that goes back: many refunds of one payment at once, and SIGKILL for each part meanwhile. */
const rounds = countOf(200, 3)
/** Short runs have the kills under payments. */
const kills = countOf(8, 0)
const file = import.meta.filename
const timeout = countOf(20 * 60_000, 120_000)
let deployment: Deployment
let load: Load

beforeAll(async () => {
  deployment = await startDeployment()
  const journal = newJournal()
  load = { deployment, journal, merchants: await signIn(deployment, journal, { sessions: 4 }) }
}, 120_000)
afterAll(() => deployment.close(), 60_000)

test(
  `20 refunds of one payment at once, ${rounds} times: never more than came in, and as much as fits`,
  { timeout },
  async () => {
    const kinds = [full, sixty, random]
    await atOnce(2, rounds, async (n) => {
      const paid = await newPayment(anyOf(everyCard))
      const intents = await rush(paid, kinds[n % kinds.length] as Kind, 20)
      const left = await leftOf(paid.orderRef)
      // What sets money free again comes later than a refusal; what failed may have been in its way.
      const taken = intents.filter(({ answer }) => answer?.status === 200)
      expect(taken.length, 'one at least was taken').toBeGreaterThan(0)
      const refused = intents.filter(({ answer }) => answer?.status !== 200)
      if (left !== null) for (const { amountMinor } of refused) expect(amountMinor).toBeGreaterThan(left)
    })
    report(JSON.stringify(load.journal.answers))
    await expectNothing()
  },
)

test.runIf(kills > 0)(
  `kill -9 of the worker, an API and PostgreSQL under refunds, ${kills} rounds of each`,
  { timeout },
  async () => {
    await underRefunds(async () => {
      for (let round = 1; round <= kills; round++) {
        for (const part of [deployment.worker, anyOf(deployment.apis)]) {
          await delay(300 + Math.random() * 900)
          await part.kill()
          await part.start()
        }
        await delay(300 + Math.random() * 900)
        await deployment.killPostgres()
        await goesOn(1)
      }
    })
    await expectNothing()
  },
)

test(
  'a worker that dies before the provider is asked, and before its answer is kept: each refund is made once',
  { timeout },
  async () => {
    const source = await deployment.plant(Object.values(refundCrashes))
    for (const point of Object.keys(refundCrashes)) {
      const before = deployment.worker.crashes.length
      await restart(deployment.worker, { source, env: { CRASH_AT: point, CRASH_EVERY: '3' } })
      deployment.worker.keepRunning()
      await underRefunds(async () => {
        const died = () => deployment.worker.crashes.length - before >= countOf(5, 1)
        expect(await becomes(died, timeout / 2), `it dies at ${point}`).toBe(true)
      })
      await restart(deployment.worker, { env: { CRASH_AT: '' } })
    }
    await expectNothing()
  },
)

planted('blind retries under another key are found', { file, patches: blindRefund, timeout }, async () => {
  deployment.relay.lose(() => true)
  await restart(deployment.worker, { source: await deployment.plant(blindRefund) })
  const paid = await newPayment('refundErrorAfterEffect')
  await rush(paid, sixty, 1)
  await delay(7_000)
  await expectFound('what the provider gave back is a refund here, for the same amount, and nothing else is')
})

planted(
  'a naive look before the leap gives back more than came in, and is found',
  { file, patches: naiveRefund, timeout },
  async () => {
    await deployment.sql(withoutRefundConstraint)
    const paid = [await newPayment('success'), await newPayment('success'), await newPayment('success')]
    // The provider would refuse what is too much, and so repair it.
    await deployment.worker.kill()
    const source = await deployment.plant(naiveRefund)
    for (const api of deployment.apis) await restart(api, { source })
    for (const payment of paid) await rush(payment, sixty, 20)
    await expectFound('refunds that have not failed are never more than the payment')
  },
)

interface Paid {
  intent: Intent
  merchant: Merchant
  orderRef: string
}
type Kind = (paid: Paid) => bigint | undefined
const full: Kind = () => undefined
const sixty: Kind = ({ intent }) => (intent.amountMinor * 6n) / 10n
const random: Kind = ({ intent }) => BigInt(1 + Math.floor(Math.random() * Number(intent.amountMinor) * 0.4))
const everyCard: readonly Card[] = [
  'success',
  'success',
  'refundPending',
  'refundErrorAfterEffect',
  'refundCallbacksReversed',
]

/** A payment that has brought its money in. */
async function newPayment(card: Card): Promise<Paid> {
  for (;;) {
    const merchant = anyOf(load.merchants)
    const intent = createIntent(merchant)
    await askUntilCertain(load, intent)
    if (intent.answer?.status !== 200) continue
    const attempted = await pay(load, intent, card)
    if (attempted.answer?.status === 200 && (await untilTold(load, attempted)) === 'paid')
      return { intent, merchant, orderRef: attempted.answer.ref }
  }
}

/** So many at once, each with a key of its own, until each has its answer. */
async function rush(paid: Paid, kind: Kind, count: number): Promise<Intent[]> {
  const intents = Array.from({ length: count }, () => {
    const amountMinor = kind(paid)
    return refundIntent(paid.intent, paid.merchant, {
      orderRef: paid.orderRef,
      ...(amountMinor !== undefined && { amountMinor }),
    })
  })
  await Promise.all(intents.map((intent) => askUntilCertain(load, intent)))
  return intents
}

/** What can still be given back; null where a failed refund has set some of it free. */
async function leftOf(orderRef: string): Promise<bigint | null> {
  const [row] = await deployment.sql<{ left: string; failed: string }>(
    `select (amount_minor - refunded_minor - refunding_minor)::text as left,
       (select count(*) from refunds r where r.order_ref = p.order_ref and r.status = 'FAIL')::text as failed
     from payments p where order_ref = $1`,
    [orderRef],
  )
  return row && row.failed === '0' ? BigInt(row.left) : null
}

/** Merchants give money back while `work` does its damage. */
async function underRefunds(work: () => Promise<void>): Promise<void> {
  let stopping = false
  const cards: readonly Card[] = [...everyCard, 'refundDeclined']
  const refunding = Array.from({ length: 4 }, async () => {
    while (!stopping) await rush(await newPayment(anyOf(cards)), anyOf([full, sixty, random]), 3)
  })
  try {
    await work()
  } finally {
    stopping = true
    await Promise.all(refunding)
  }
}

async function atOnce(workers: number, times: number, work: (n: number) => Promise<void>): Promise<void> {
  let begun = 0
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (begun < times) await work(begun++)
    }),
  )
}

async function restart(
  part: Deployment['worker'],
  settings: Parameters<Deployment['worker']['change']>[0],
): Promise<void> {
  await part.kill()
  part.change(settings)
  await part.start()
}

/** Another refund is acknowledged. */
async function goesOn(more: number): Promise<void> {
  const done = () =>
    load.journal.intents.filter(({ kind, answer }) => kind === 'refund' && answer?.status === 200).length
  const before = done()
  expect(await becomes(() => done() >= before + more, 30_000), 'it goes on').toBe(true)
}

async function expectNothing(): Promise<void> {
  const { findings, settledAfterMs } = await findingsWhenQuiet(deployment, load.journal)
  const refunds = load.journal.intents.filter(({ kind }) => kind === 'refund').length
  report(`${refunds} refunds asked for; quiet after ${settledAfterMs} ms; slowest answer ${load.journal.slowestMs} ms`)
  expect(findings, deployment.log.slice(-20).join('\n')).toEqual([])
}

async function expectFound(rule: Rule): Promise<void> {
  const { findings } = await findingsWhenQuiet(deployment, load.journal, { patienceMs: 2_000 })
  expect(findings.map((finding) => finding.rule)).toContain(rule)
}
