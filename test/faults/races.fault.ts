import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askUntilCertain, cardToken, signIn, type Load } from './client.ts'
import { anyOf, attemptIntent, cancelIntent, createIntent, type Merchant } from './intents.ts'
import type { Rule } from './checker.ts'
import { countOf, report } from './counts.ts'
import { heedlessAttempt, heedlessCancel, unlockedCapture } from './planted.ts'
import { planted } from './planted-test.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { newJournal, type Intent } from './journal.ts'
import { findingsWhenQuiet } from './quiet.ts'
import { cards, pay, type Card } from './shoppers.ts'

/** R10: two things that want the same link, at the same moment. */
const pairs = countOf(200, 10)
const file = import.meta.filename
const timeout = countOf(20 * 60_000, 90_000)
let deployment: Deployment
let load: Load

beforeAll(async () => {
  deployment = await startDeployment()
  const journal = newJournal()
  load = { deployment, journal, merchants: await signIn(deployment, journal, { sessions: 4 }) }
}, 120_000)
afterAll(() => deployment.close(), 60_000)

test(`two shoppers, and ten, at one link: one of them pays it, ${pairs} times`, { timeout }, async () => {
  const outcomes = await manyTimes(pairs, (n) => rush(n % 4 === 0 ? 10 : 2))
  report(`shoppers at once: ${JSON.stringify(outcomes)}`)
  await expectNothing()
})

test(`cancelling against paying, ${pairs} times`, { timeout }, async () => {
  const outcomes = await manyTimes(pairs, cancelAgainstPay)
  report(`cancelling against paying: ${JSON.stringify(outcomes)}`)
  await expectNothing()
})

test(`expiry against paying, ${pairs} times: money that comes late is booked as late`, { timeout }, async () => {
  const outcomes = await manyTimes(pairs, expiryAgainstPay)
  report(`expiry against paying: ${JSON.stringify(outcomes)}`)
  await expectNothing()
})

const beside = { file, patches: [heedlessAttempt], timeout }
planted(
  'an attempt that begins beside another is refused by the index alone, and without it found',
  beside,
  async () => {
    await plant([heedlessAttempt])
    await manyTimes(countOf(20, 2), () => rush(10))
    await expectNothing()
    await deployment.sql('drop index payments_one_in_flight')
    await expectFound(twice, /is success and was paid/, () => rush(10))
  },
)

const heedless = { file, patches: [heedlessCancel, unlockedCapture], timeout }
planted('a heedless cancelling, and a capture that does not lock its link, are found', heedless, async () => {
  await plant(heedless.patches)
  await expectFound(twice, /is cancelled and was paid/, cancelAgainstPay)
  await expectFound(inTime, /is expired with 1 payments in time/, expiryAgainstPay)
})

/** Starts a new deployment with faults planted. */
async function plant(faults: Parameters<Deployment['plant']>[0]): Promise<void> {
  const source = await deployment.plant(faults)
  for (const part of [...deployment.apis, deployment.worker]) {
    await part.kill()
    part.change({ source })
  }
  await Promise.all([...deployment.apis, deployment.worker].map((part) => part.start()))
}

const twice = 'no link takes money twice, a cancelled one none'
const inTime = 'a link is paid when a payment paid it in time, and only then'

/** Several shoppers, each with a card, pay at the same time; a shopper who is told to wait tries again. */
async function rush(shoppers: number): Promise<string> {
  const { created } = await newLink()
  const attempts = await Promise.all(
    Array.from({ length: shoppers }, async () => {
      let attempted = await pay(load, created, anyOf(hasty))
      for (let again = 1; again <= 20 && attempted.answer?.reason === 'TRANSACTION_UNDER_REVIEW'; again++)
        attempted = await pay(load, created, anyOf(hasty))
      return attempted
    }),
  )
  const begun = attempts.filter(({ answer }) => answer?.status === 200).length
  return `${shoppers} shoppers, ${begun} began`
}
const hasty: readonly Card[] = ['success', 'success', 'pendingThenSuccess', 'declined', 'callbacksThrice']

async function cancelAgainstPay(): Promise<string> {
  const { created, merchant } = await newLink()
  const [attempted, cancelled] = await atOnce(
    created,
    anyOf(['success', 'pendingThenSuccess', 'declined']),
    async () => {
      const intent = cancelIntent(created, merchant)
      // Paying takes a look-up more: begun together, cancelling would come first nearly every time.
      await delay(Math.random() * 10)
      await askUntilCertain(load, intent)
      return intent
    },
  )
  return `paying ${attempted.answer?.status}, cancelling ${cancelled.answer?.status}`
}

/** The end of the link's time is brought forward to half a second from now, and the job that ends it with it. */
async function expiryAgainstPay(): Promise<string> {
  const { created } = await newLink()
  const linkRef = created.answer?.ref ?? ''
  const bringForward = () =>
    deployment.sql(
      `with brought as (
         update pgboss.job set start_after = now() + interval '500 ms' where name = 'expire-payable' and data ->> 'ref' = $1)
       update payment_links set expires_at = now() + interval '500 ms' where link_ref = $1`,
      [linkRef],
    )
  const card = anyOf<Card>(['success', 'pendingThenSuccess', 'callbacksLate', 'callbacksLate'])
  const [attempted] = await atOnce(created, card, bringForward, 700)
  const status = async () =>
    (await deployment.sql<{ status: string }>(`select status from payment_links where link_ref = $1`, [linkRef]))[0]
      ?.status
  await becomes(async () => ['success', 'expired'].includes((await status()) ?? ''), 20_000)
  return `paying ${attempted.answer?.status}, then ${await status()}`
}

/** The card is at the provider already, so that they begin together, or `other` up to `headStartMs` before. */
async function atOnce<T>(created: Intent, card: Card, other: () => Promise<T>, headStartMs = 0): Promise<[Intent, T]> {
  const token = await cardToken(load, cards[card])
  const attempted = attemptIntent(created, { linkRef: created.answer?.ref ?? '', token })
  const [, result] = await Promise.all([
    delay(Math.random() * headStartMs).then(() => askUntilCertain(load, attempted)),
    other(),
  ])
  return [attempted, result]
}

async function newLink(): Promise<{ created: Intent; merchant: Merchant }> {
  const merchant = anyOf(load.merchants)
  const created = createIntent(merchant, { latePayment: anyOf(['accept', 'hold']) })
  await askUntilCertain(load, created)
  expect(created.answer?.status, created.answer?.body).toBe(200)
  return { created, merchant }
}

/** Four at a time; answers how often each outcome came. */
async function manyTimes(times: number, race: (n: number) => Promise<string>): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {}
  let begun = 0
  const racing = async () => {
    while (begun < times) {
      const outcome = await race(begun++)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
  }
  await Promise.all([racing(), racing(), racing(), racing()])
  return outcomes
}

async function expectNothing(): Promise<void> {
  const { findings } = await findingsWhenQuiet(deployment, load.journal)
  expect(findings, deployment.log.slice(-20).join('\n')).toEqual([])
}

/** Races until the planted fault has left its trace: a detail of this rule that reads so. */
async function expectFound(rule: Rule, detail: RegExp, race: () => Promise<string>): Promise<void> {
  const details: string[] = []
  for (let times = 1; times <= 5 && !details.some((each) => detail.test(each)); times++) {
    await manyTimes(Math.min(pairs, 10), race)
    const { findings } = await findingsWhenQuiet(deployment, load.journal)
    details.push(...findings.filter((finding) => finding.rule === rule).map((finding) => finding.detail))
  }
  expect(details).toContainEqual(expect.stringMatching(detail))
}
