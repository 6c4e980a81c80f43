import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { cards, openSubscribing, type Subscribing } from '#server/subscriptions/fixtures.ts'
import { sendSubscriptionMessages } from './jobs.ts'

/** What customers of subscriptions are told, through the calls of merchants and shoppers. */

let on: Subscribing
let price: string
beforeAll(async () => {
  on = await openSubscribing()
  price = (await on.price({ name: 'Gold' })).order_ref
})
afterEach(() => {
  on.paying.clock.now = null
})
afterAll(() => on.close())

const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ')
const mails = async (to: string) =>
  (await messagesTo(on.paying.testApp, to)).map(({ subject, text }) => ({ subject: plain(subject), text: plain(text) }))
const subjects = async (to: string) => (await mails(to)).map(({ subject }) => subject)
const messages = (ref: string) =>
  on.paying.sql<{ kind: string; state: string; reason: string }>(
    `select kind, state, reason from subscription_messages where merchant_id = $1 and order_ref = '${ref}' order by at, kind`,
  )
const sendAgain = (ref: string) =>
  runJob(
    sendSubscriptionMessages as never,
    { ...on.scope, orderRef: ref },
    on.paying.testApp.serveParts,
    new AbortController().signal,
  )
const dayMs = 86_400_000
const at = (moment: string) => {
  on.paying.clock.now = new Date(moment)
}

describe('the customer of a subscription', () => {
  it('gets the link where that was asked for, and is told of set-up and payment once each', async () => {
    const to = 'mei@sub.example'
    const { order_ref: ref } = await on.create({ price, customer_email_address: to, notify_by_email: true })
    await on.jobs()
    const [link, ...more] = await mails(to)
    expect(more).toEqual([])
    expect(link?.subject).toMatch(/^Set up your subscription with /)
    expect(link?.text).toContain('Gold, 100.00 SGD every month.')
    expect(link?.text).toMatch(/The link is good until \d+ \w+ 20\d\d at /)
    expect(link?.text).toMatch(new RegExp(`^https?://[^\\n]*/pay/${ref}\\?lang=en$`, 'm'))

    const paid = await on.pay(ref)
    await on.jobs()
    const [, setUp, receipt, ...rest] = await mails(to)
    expect(rest).toEqual([])
    expect(setUp?.subject).toMatch(/^Your subscription with .* is set up$/)
    expect(setUp?.text).toContain("It's paid with Visa •••• 4242.")
    expect(setUp?.text).toMatch(/Your next payment of 100.00 SGD is on /)
    expect(setUp?.text).toMatch(new RegExp(`/pay/manage/${ref}\\?lang=en#[\\w-]{47}$`, 'm'))
    expect(receipt?.subject).toMatch(/^Your receipt from .*: 100.00 SGD$/)
    expect(receipt?.text).toContain('Gold: 100.00 SGD\nPaid: 100.00 SGD')
    expect(receipt?.text).toContain(`/pay/${ref}/receipts/${paid}?lang=en`)
    expect(receipt?.text).toContain('No real money moves')
  })

  it('is told once, however often and by however many at once the job runs', async () => {
    const to = 'once@sub.example'
    const { order_ref: ref } = await on.create({ price, customer_email_address: to })
    const { orderRef } = await on.paying.start(ref, {
      method: 'SUBSCRIPTION_CARD',
      token: await on.paying.simulator.token(cards.good),
      agrees: true,
      shopper_email: to,
    })
    await on.paying.settle(orderRef)
    await Promise.all([sendAgain(ref), sendAgain(ref), sendAgain(ref)])
    await on.jobs()
    await sendAgain(ref)
    // The shopper's address gets no receipt of another kind beside.
    expect(await subjects(to)).toEqual([
      expect.stringMatching(/is set up$/) as string,
      expect.stringMatching(/^Your receipt/) as string,
    ])
  })

  it('is told in the language in which they agreed', async () => {
    const to = 'noor@sub.example'
    const { order_ref: ref } = await on.create({ price, customer_email_address: to })
    const token = await on.paying.simulator.token(cards.good)
    const body = { method: 'SUBSCRIPTION_CARD', token, agrees: true, language: 'ar' }
    await on.paying.settle((await on.paying.start(ref, body)).orderRef)
    await on.jobs()
    const [setUp] = await mails(to)
    expect(setUp?.subject).toContain('اكتمل إعداد اشتراكك')
    expect(setUp?.text).toContain('كل شهر')
    expect(setUp?.text).toContain(`/pay/manage/${ref}?lang=ar#`)
  })

  it('is told three days before a trial ends, and not once it was cancelled', async () => {
    at('2027-03-01T09:00:00Z')
    const trial = { price, trial_frequency: 14, trial_period: 'D' }
    const kept = await on.active({ ...trial, customer_email_address: 'kept@sub.example' })
    const left = await on.active({ ...trial, customer_email_address: 'left@sub.example' })
    await on.cancel(left.order_ref)
    at('2027-03-12T08:59:00Z')
    for (const { order_ref } of [kept, left]) await sendAgain(order_ref)
    expect(await subjects('kept@sub.example')).toHaveLength(1)
    at('2027-03-12T09:01:00Z')
    for (const { order_ref } of [kept, left]) await sendAgain(order_ref)
    const [, ends, ...more] = await mails('kept@sub.example')
    expect(more).toEqual([])
    expect(ends?.subject).toMatch(/^Your trial of Gold ends on .*15 March 2027/)
    expect(ends?.text).toContain('100.00 SGD is charged then, and 100.00 SGD every month from then on.')
    expect(await subjects('left@sub.example')).toEqual([
      expect.stringMatching(/is set up$/) as string,
      expect.stringMatching(/is cancelled$/) as string,
    ])
    expect((await messages(left.order_ref)).find(({ kind }) => kind === 'trial_ends')).toEqual({
      kind: 'trial_ends',
      state: 'skipped',
      reason: 'cancelled',
    })
  })

  it('is told at once of a payment that failed, why, when it is tried again, and how to change the method', async () => {
    at('2027-03-01T09:00:00Z')
    const to = 'failed@sub.example'
    const { order_ref: ref } = await on.active({ price, customer_email_address: to }, cards.lacksFundsOnce)
    await on.reach(ref, '2027-04-01T09:00:00Z')
    const failed = (await mails(to)).find(({ subject }) => subject.startsWith("We couldn't collect"))
    expect(failed?.subject).toBe("We couldn't collect 100.00 SGD for Gold")
    expect(failed?.text).toMatch(/We try again on .*2 April 2027/)
    expect(failed?.text).toMatch(
      new RegExp(`^Change payment method:\\nhttps?://[^\\n]*/pay/manage/${ref}\\?lang=en#`, 'm'),
    )
    // What was paid meanwhile is no failure any more.
    await on.reach(ref, '2027-04-02T01:00:00Z')
    expect((await subjects(to)).filter((subject) => /receipt/.test(subject))).toHaveLength(2)
  })

  it('has to confirm what their bank asks about', async () => {
    at('2027-03-01T09:00:00Z')
    const to = 'asked@sub.example'
    const { order_ref: ref } = await on.create({ price, customer_email_address: to })
    const orderRef = await on.pay(ref, cards.asks)
    await on.paying.simulator.act(orderRef, { act: 'approve', callbacks: 'never' })
    await on.paying.settle(orderRef)
    const { charges } = await on.reach(ref, '2027-04-01T09:00:00Z')
    const confirm = (await mails(to)).find(({ subject }) => subject.startsWith('Please confirm'))
    expect(confirm?.text).toContain(`Confirm payment:\n`)
    expect(confirm?.text).toMatch(new RegExp(`/pay/${charges[0]?.charge_ref}\\?lang=en$`, 'm'))
  })

  it('is told once, thirty days before their card ends', async () => {
    const to = 'card@sub.example'
    const { order_ref: ref } = await on.active({ price, customer_email_address: to }, '4000000000007064')
    const { mandate } = await on.read(ref)
    const expires = new Date(`${mandate?.expires_at?.replace(' ', 'T')}Z`)
    const told = async () => (await mails(to)).filter(({ subject }) => subject.includes('expires soon'))
    on.paying.clock.now = new Date(Math.max(expires.getTime() - 30 * dayMs + 1_000, Date.now()))
    await sendAgain(ref)
    await sendAgain(ref)
    const [notice, ...more] = await told()
    expect(more).toEqual([])
    expect(notice?.text).toMatch(/Visa •••• 7064, which pays for Gold at .*, expires on /)
  })

  it('without an address is told nothing, and the row says so', async () => {
    const { order_ref: ref } = await on.active({ price })
    expect((await messages(ref)).filter(({ state }) => state !== 'planned')).toEqual([
      { kind: 'receipt', state: 'skipped', reason: 'no_address' },
      { kind: 'set_up', state: 'skipped', reason: 'no_address' },
    ])
  })

  it('whose name and plan look like links gets no buttons of them', async () => {
    const to = 'evil@sub.example'
    const evil = (await on.price({ name: 'x\nhttps://evil.example/' })).order_ref
    await on.active({ price: evil, customer_email_address: to, customer_name: 'y\nhttps://evil.example/' })
    for (const { text } of await mails(to)) expect(text).not.toMatch(/^https:\/\/evil/m)
  })
})
