import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { SetUp } from '#contract/subscription-set-up.ts'
import { createLru } from '#server/kit/process/lru.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { cards, openSubscribing, type Subscribing } from '#server/subscriptions/fixtures.ts'

/** What customers do with subscriptions of theirs, on the pages and through the calls that those make. */

let on: Subscribing
let price: string
beforeAll(async () => {
  on = await openSubscribing()
  price = (await on.price({ name: 'Gold' })).order_ref
})
afterEach(async () => {
  on.paying.clock.now = null
  expect(await on.findings()).toEqual([])
})
afterAll(() => on.close())

let people = 0
/** A subscription that is set up, its customer's address, and the token of the link in their latest mail. */
async function subscribed(body: object = {}, card?: string) {
  const to = `person${++people}@manage.example`
  const { order_ref: ref } = await on.active({ price, customer_email_address: to, ...body }, card)
  return { ref, to, token: await latestToken(to) }
}
async function latestToken(to: string): Promise<string> {
  const texts = (await messagesTo(on.paying.testApp, to)).map(({ text }) => text)
  return (
    /\/pay\/manage\/\w{27}\?lang=en#([\w-]{47})/.exec(
      texts.findLast((text) => text.includes('/pay/manage/')) ?? '',
    )?.[1] ?? ''
  )
}
const app = () => on.paying.testApp.app
const post = (ref: string, name: string, payload: object = {}, cookie = '') =>
  app().inject({ method: 'POST', url: `/gateway/api/checkout/${ref}/manage/${name}`, payload, headers: { cookie } })
const get = (url: string, cookie = '') => app().inject({ url, headers: { cookie } })
const cookieOf = (answer: Awaited<ReturnType<typeof post>>) =>
  String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? ''
async function opened(body: object = {}, card?: string) {
  const one = await subscribed(body, card)
  return { ...one, cookie: cookieOf(await post(one.ref, 'open', { token: one.token })) }
}
const reasonOf = (answer: Awaited<ReturnType<typeof post>>) => [
  answer.statusCode,
  (answer.json() as { status_reason?: string }).status_reason,
]

describe('the link of a mail', () => {
  it('opens the page once, for this subscription alone, by a cookie that no script can read', async () => {
    const one = await subscribed()
    const other = await subscribed()
    expect(reasonOf(await post(other.ref, 'open', { token: one.token }))).toEqual([400, 'LINK_NOT_VALID'])
    const answer = await post(one.ref, 'open', { token: one.token })
    expect(answer.statusCode).toBe(200)
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-countinghouse-manage=[\w-]{47}; Path=\/; Max-Age=1800; Secure; HttpOnly; SameSite=Lax$/,
    )
    expect(reasonOf(await post(one.ref, 'open', { token: one.token }))).toEqual([400, 'LINK_NOT_VALID'])

    const cookie = cookieOf(answer)
    const page = await get(`/pay/manage/${one.ref}?lang=en`, cookie)
    expect(page.body).toContain('Visa •••• 4242')
    expect(page.body).toContain('Cancel subscription')
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    // The session is worth nothing elsewhere, and without it nothing is told.
    for (const [ref, by] of [
      [other.ref, cookie],
      [one.ref, ''],
      [one.ref, `__Host-countinghouse-manage=${one.token}`],
    ] as const) {
      const shut = await get(`/pay/manage/${ref}?lang=en`, by)
      expect(shut.body).toContain('Get a link by e-mail')
      expect(shut.body).not.toMatch(/4242|Gold|Cancel subscription/)
      expect(reasonOf(await post(ref, 'cancel', {}, by))).toEqual([401, 'INVALID_UNAUTHORIZED_JWT_TOKEN_ERROR'])
    }
    expect(await on.read(other.ref)).toMatchObject({ status: 'active' })
  })

  it('of two presses at once opens one session', async () => {
    const { ref, token } = await subscribed()
    const answers = await Promise.all([1, 2, 3].map(() => post(ref, 'open', { token })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
  })

  it('is good for seven days, and its session for thirty minutes', async () => {
    const late = await subscribed()
    const { ref, token } = await subscribed()
    const start = Date.now()
    on.paying.clock.now = new Date(start + limits.manageLinkDays * 86_400_000 - 60_000)
    const cookie = cookieOf(await post(ref, 'open', { token }))
    on.paying.clock.now = new Date(start + limits.manageLinkDays * 86_400_000 + 60_000)
    expect(reasonOf(await post(late.ref, 'open', { token: late.token }))).toEqual([400, 'LINK_NOT_VALID'])
    expect((await get(`/pay/manage/${ref}`, cookie)).body).toContain('4242')
    on.paying.clock.now = new Date(start + limits.manageLinkDays * 86_400_000 + 30 * 60_000)
    expect((await get(`/pay/manage/${ref}`, cookie)).body).not.toContain('4242')
  })

  it('is sent anew on the page, at most every ten minutes, without saying whether there is anybody', async () => {
    on.paying.clock.now = new Date('2027-03-01T09:00:00Z')
    const { ref, to } = await subscribed()
    const before = (await messagesTo(on.paying.testApp, to)).length
    const nobody = (await on.active({ price })).order_ref
    const answers = await Promise.all([ref, ref, nobody].map((one) => post(one, 'link')))
    await on.jobs()
    const told = answers.map(({ statusCode, body }) => [statusCode, body.replace(/"request_id":"[^"]*"/, '')])
    expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1)
    expect((await messagesTo(on.paying.testApp, to)).length - before).toBe(1)
    expect((await post(ref, 'open', { token: await latestToken(to) })).statusCode).toBe(200)
  })
})

describe('the customer', () => {
  it('cancels at once, and nothing more is charged', async () => {
    const { ref, cookie } = await opened()
    const answer = await post(ref, 'cancel', { reason: 'moved' }, cookie)
    expect(answer.json()).toMatchObject({ content: { status: 'cancelled' } })
    await on.jobs()
    const ended = await on.read(ref)
    expect(ended).toMatchObject({
      status: 'cancelled',
      end_reason: 'moved',
      mandate: { state: 'revoked' },
      upcoming: [],
    })
    const page = await get(`/pay/manage/${ref}?lang=en`, cookie)
    expect(page.body).toContain('Cancelled')
    expect(page.body).not.toContain('data-cancel')
  })

  it('cancels to the end of what is paid, and is told the day', async () => {
    const { ref, cookie } = await opened()
    expect((await get(`/pay/manage/${ref}?lang=en`, cookie)).body).toContain('At the end of the paid period')
    await post(ref, 'cancel', { at: 'period_end' }, cookie)
    expect(await on.read(ref)).toMatchObject({ status: 'active', cancels_at_period_end: true })
    expect((await get(`/pay/manage/${ref}?lang=en`, cookie)).body).toContain('Nothing more is charged')
  })

  it('changes the method, by which what is unpaid is collected at once', async () => {
    on.paying.clock.now = new Date('2027-03-01T09:00:00Z')
    const { ref, to } = await subscribed({}, cards.lacksFunds)
    await on.reach(ref, '2027-04-01T09:00:00Z')
    expect(await on.read(ref)).toMatchObject({ status: 'past_due' })
    const cookie = cookieOf(await post(ref, 'open', { token: await latestToken(to) }))
    const form = await get(`/pay/manage/${ref}/method?lang=en`, cookie)
    expect(form.body).toContain('Use this payment method')
    const body = {
      method: 'SUBSCRIPTION_CARD',
      token: await on.paying.simulator.token('5555555555554444'),
      agrees: true,
    }
    expect((await post(ref, 'mandates', body)).statusCode).toBe(401)
    const begun = (await post(ref, 'mandates', body, cookie)).json() as { content: SetUp }
    await on.jobs()
    const url = `/gateway/api/checkout/${ref}/manage/mandates/${begun.content.mandate_ref}`
    expect((await get(url, cookie)).json()).toMatchObject({ content: { state: 'done' } })
    expect((await get(url)).statusCode).toBe(401)
    expect(await on.read(ref)).toMatchObject({
      status: 'active',
      collected_count: 2,
      mandate: { state: 'active', masked: expect.stringMatching(/4444$/) as string },
    })
  })

  it('sees what is due, and pays it by hand', async () => {
    on.paying.clock.now = new Date('2027-03-01T09:00:00Z')
    const { ref, to } = await subscribed({}, cards.lacksFunds)
    const { charges } = await on.reach(ref, '2027-04-01T09:00:00Z')
    const cookie = cookieOf(await post(ref, 'open', { token: await latestToken(to) }))
    const due = `/pay/${charges[0]?.charge_ref}?lang=en`
    expect((await get(`/pay/manage/${ref}?lang=en`, cookie)).body).toContain(due)
    expect((await get(due)).body).toMatch(/I allow .* to charge me/)
    await on.pay(charges[0]?.charge_ref ?? '', cards.good)
    await on.jobs()
    const after = await get(`/pay/manage/${ref}?lang=en`, cookie)
    expect(after.body).not.toContain(due)
    expect(after.body.match(/\/receipts\/\w{27}/g)).toHaveLength(2)
  })

  it('of a merchant that is inactive still opens the page, sees what was paid, and cancels; nothing can be paid', async () => {
    const { ref, token } = await subscribed()
    const waiting = (await on.create({ price })).order_ref
    const { testApp, merchant } = on.paying
    const setStatus = (status: string) =>
      testApp.owner.transaction(null, (tx) =>
        tx.query('update merchants set status = $2 where merchant_id = $1', [merchant.merchantId, status]),
      )
    // As after a restart: no owner is remembered.
    testApp.serveParts.services.payableOwners = createLru()
    await setStatus('INACTIVE')
    const answer = await post(ref, 'open', { token })
    const cookie = cookieOf(answer)
    const page = await get(`/pay/manage/${ref}?lang=en`, cookie)
    const receipt = /\/pay\/\w{27}\/receipts\/\w{27}\?lang=en/.exec(page.body)?.[0] ?? ''
    const seen = { opened: answer.statusCode, page: page.statusCode, receipt: (await get(receipt)).statusCode }
    const begun = await on.paying.start(waiting, { method: 'SUBSCRIPTION_CARD', token: 'x', agrees: true })
    const cancelled = await post(ref, 'cancel', {}, cookie)
    await setStatus('ACTIVE')
    expect(seen).toEqual({ opened: 200, page: 200, receipt: 200 })
    expect({ status: begun.status, text: begun.text }).toMatchObject({
      status: 409,
      text: expect.stringContaining('MERCHANT_INACTIVE') as string,
    })
    expect(cancelled.json()).toMatchObject({ content: { status: 'cancelled' } })
    await on.jobs()
    expect(await on.read(ref)).toMatchObject({ status: 'cancelled', mandate: { state: 'revoked' } })
  })

  it('whose plan and name are markup sees them as text', async () => {
    const evil = (await on.price({ name: '<script>alert(1)</script>' })).order_ref
    const { ref, cookie } = await opened({ price: evil, description: '<img src=x onerror=alert(2)>' })
    const { body } = await get(`/pay/manage/${ref}?lang=ar`, cookie)
    expect(body).toContain('dir="rtl"')
    expect(body).not.toMatch(/<img src=x|<script>alert/)
  })
})

it('a session of one subscription reads and changes nothing of another', async () => {
  const one = await opened()
  const other = await opened()
  const begun = (
    await post(
      other.ref,
      'mandates',
      { method: 'SUBSCRIPTION_CARD', token: await on.paying.simulator.token(cards.good), agrees: true },
      other.cookie,
    )
  ).json() as { content: SetUp }
  await on.jobs()
  const read = (ref: string, cookie: string) =>
    get(`/gateway/api/checkout/${ref}/manage/mandates/${begun.content.mandate_ref}`, cookie)
  expect((await read(other.ref, other.cookie)).statusCode).toBe(200)
  expect((await read(other.ref, one.cookie)).statusCode).toBe(401)
  expect((await read(one.ref, one.cookie)).statusCode).toBe(404)
  const form = await get(`/pay/manage/${other.ref}/method`, one.cookie)
  expect([form.statusCode, form.headers.location]).toEqual([302, `/pay/manage/${other.ref}?lang=en`])
  expect((await post(other.ref, 'mandates', {}, one.cookie)).statusCode).not.toBe(200)
})

it('what is no subscription has no such page', async () => {
  const link = await on.paying.link({})
  for (const ref of [link, 'x'.repeat(27)]) {
    expect((await get(`/pay/manage/${ref}`)).statusCode).toBe(404)
    expect((await post(ref, 'link')).statusCode).toBe(404)
  }
})
