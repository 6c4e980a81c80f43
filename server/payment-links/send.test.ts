import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentLink } from '#contract/payment-links.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'
import { messageOf } from './message.ts'

let testApp: TestApp
let merchant: TestMerchant
let session: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant({ timeZone: 'Asia/Singapore' })
  session = await testApp.signIn(merchant, { name: 'Priya N.' })
})
afterAll(() => testApp.close())

async function create(wish: object = {}): Promise<Answer> {
  const order = `T${crypto.randomUUID()}`
  const signed = {
    amount: '129.5',
    client_key: merchant.key,
    currency: 'SGD',
    failure_url: '',
    merchant_order_id: order,
    success_url: '',
  }
  return testApp.call(session, 'POST', '/merchants/paymentLink', {
    chaipay_key: merchant.key,
    environment: 'sandbox',
    merchant_order_id: order,
    amount: 129.5,
    currency: 'SGD',
    signature_hash: sign(signed, session.signingKey),
    ...wish,
  })
}
const linkOf = (answer: Answer) => answer.body.content as unknown as PaymentLink
const someone = () => `${crypto.randomUUID().slice(0, 8)}@shop.example`
const send = (ref: string, body: object = {}) =>
  testApp.call(session, 'POST', `/merchants/paymentLink/${ref}/send-notification`, body)
const sentOf = (answer: Answer) =>
  answer.body.content as unknown as { way: string; recipient: string; message_id: string }[]
const later = (seconds: number) =>
  (testApp.clock.now = new Date((testApp.clock.now ?? new Date()).getTime() + seconds * 1000))

describe('sending a link', () => {
  it('sends the amount, the purpose, the expiry and the address by mail and SMS; its timeline shows the delivery', async () => {
    const email = someone()
    const link = linkOf(
      await create({
        email,
        phone: '+65 8123-4567',
        customer_name: 'Mei Tan',
        description: 'Trail jacket',
        expiry_hours: 24,
      }),
    )
    const answer = await send(link.link_ref)
    expect(answer.body['message']).toBe('Payment Link Sent successfully')
    expect(sentOf(answer).map(({ way, recipient }) => [way, recipient])).toEqual([
      ['email', email],
      ['sms', '+6581234567'],
    ])
    const [mail] = await messagesTo(testApp, email)
    expect(mail?.subject).toMatch(/129\.50 SGD/)
    for (const part of [
      'Mei Tan',
      'Acme',
      '129.50 SGD',
      'For: \u2068Trail jacket\u2069',
      `\n${link.link}?lang=en\n`,
      'until',
    ])
      expect(mail?.text).toContain(part)
    const short = (await messagesTo(testApp, '+6581234567')).at(-1)
    for (const part of ['129.50 SGD', 'Trail jacket', `${link.link}?lang=en`, 'until'])
      expect(short?.text).toContain(part)

    const timeline = async () =>
      linkOf(await testApp.call(session, 'GET', `/merchants/${merchant.key}/paymentLink/${link.link_ref}`)).timeline
    expect((await timeline()).slice(1)).toMatchObject([
      { event: 'notified', actor: 'Priya N.', facts: { way: 'email', recipient: email, delivery: 'pending' } },
      { event: 'notified', facts: { way: 'sms', delivery: 'pending' } },
    ])
    await runJobs(testApp, { names: ['send-message'] })
    expect((await timeline()).at(-1)?.facts['delivery']).toBe('outbox')
    expect(JSON.stringify(await timeline())).not.toContain(sentOf(answer)[0]?.message_id)
  })

  it('happens at most once a minute by each way, also for many requests at once', async () => {
    const email = someone()
    const link = linkOf(await create({ email }))
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send(link.link_ref)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map((answer) => JSON.stringify(sentOf(answer)))).size).toBe(1)
    const byGet = await testApp.call(
      session,
      'GET',
      `/merchants/paymentLink/${link.link_ref}/send-notification?way=email`,
    )
    expect(sentOf(byGet)).toEqual(sentOf(answers[0] as Answer))
    expect(await messagesTo(testApp, email)).toHaveLength(1)
    later(61)
    await send(link.link_ref)
    expect(await messagesTo(testApp, email)).toHaveLength(2)
    testApp.clock.now = null
  })

  it('is refused without an address, and for a link that cannot be paid any more', async () => {
    const bare = linkOf(await create())
    const refused = await send(bare.link_ref)
    expect([refused.status, refused.body['status_reason']]).toEqual([400, 'RECIPIENT_MISSING'])
    const mailOnly = linkOf(await create({ email: someone() }))
    expect((await send(mailOnly.link_ref, { way: 'sms' })).body['status_reason']).toBe('RECIPIENT_MISSING')
    await testApp.call(session, 'PUT', `/api/paymentLink/${mailOnly.link_ref}/status/cancelled`)
    expect((await send(mailOnly.link_ref)).status).toBe(409)
    const expiring = linkOf(await create({ email: someone(), expiry_hours: 1 }))
    later(3_601)
    expect((await send(expiring.link_ref)).status).toBe(409)
    testApp.clock.now = null
  })

  it('happens at the creation of a link that requests it, in the requested language', async () => {
    const email = someone()
    const made = await create({
      email,
      phone: '+6590000001',
      notify_by_email: true,
      notify_by_phone: true,
      language: 'ar',
      description: 'سترة',
    })
    expect(linkOf(made).timeline.map(({ event }) => event)).toEqual(['created', 'notified', 'notified'])
    const [mail] = await messagesTo(testApp, email)
    expect(mail?.text).toMatch(/^مرحبًا/)
    expect(mail?.text).toContain('?lang=ar')
    expect(await messagesTo(testApp, '+6590000001')).toHaveLength(1)
    const quiet = someone()
    await create({ email: quiet })
    expect(await messagesTo(testApp, quiet)).toEqual([])
  })

  it('makes no link when its recipient is missing', async () => {
    const order = `N${crypto.randomUUID()}`
    const refused = await create({ notify_by_email: true, merchant_order_ref: order, merchant_order_id: undefined })
    expect(refused.status).toBe(400)
    const answer = await create({ notify_by_phone: true, email: someone() })
    expect([answer.status, answer.body['status_reason']]).toEqual([400, 'RECIPIENT_MISSING'])
  })
})

describe('the text', () => {
  const told = {
    link: 'https://pay.example.com/pay/1',
    amount: 5n,
    currency: 'JPY' as const,
    merchant_name: 'Shop',
    customer_name: '',
    description: '',
    expires_at: new Date('2026-11-20T16:30:00Z'),
  }
  it("has no text of the merchant's on a line of its own", () => {
    const evil = 'Pay here\nhttps://evil.example\n\n<a href="https://evil.example">x</a>\r\n\u202e'
    for (const language of ['en', 'ar'] as const) {
      const { subject, text } = messageOf(
        { ...told, merchant_name: evil, customer_name: evil, description: evil },
        { way: 'email', language, timeZone: 'UTC' },
      )
      const lines = text.split('\n').filter((line) => /^\W*https?:\/\/\S+\W*$/.test(line))
      expect(lines).toEqual([`${told.link}?lang=${language}`])
      expect(subject).not.toMatch(/[\r\n\u202e]/)
      expect(text).not.toContain('\u202e')
    }
  })

  it("shows the time in the merchant's time zone, and an SMS has one line", () => {
    const { text } = messageOf(told, { way: 'sms', language: 'en', timeZone: 'Asia/Tokyo' })
    expect(text).toContain('21 November 2026')
    expect(text).toContain('01:30')
    expect(text).not.toContain('\n')
    expect(
      messageOf({ ...told, expires_at: null }, { way: 'email', language: 'en', timeZone: 'UTC' }).text,
    ).not.toContain('until')
  })
})
