import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { mailHtml } from '#server/messages/mail-html.ts'
import { openRefunding, type Refunding } from '#server/refunds/fixtures.ts'
import { runJobs } from '#test/run-jobs.ts'
import { sendReceipt } from './job.ts'

/** Receipts through the shopper's and the merchant's calls, and the real simulated provider. */
let back: Refunding
beforeAll(async () => {
  back = await openRefunding()
})
afterAll(() => back.close())

/** A payment of 100 SGD by card; the shopper types what `body` says. */
async function paid(body: object): Promise<{ link: string; orderRef: string }> {
  const link = await back.paying.link({})
  const token = await back.paying.simulator.token('4242424242424242')
  const { orderRef, text } = await back.paying.start(link, { token, shopper_name: 'Mei Tan', ...body })
  if (!orderRef) throw new Error(text)
  await back.paying.settle(orderRef)
  return { link, orderRef }
}
const jobs = () => runJobs(back.paying.testApp, { names: ['send-receipt'] })
const mailsTo = (address: string) => messagesTo(back.paying.testApp, address)
const events = async (orderRef: string) => {
  const { timeline } = (await back.paying.read(orderRef)) as unknown as {
    timeline: { event: string; facts: Record<string, string> }[]
  }
  return timeline.filter(({ event }) => event.startsWith('receipt_'))
}
const setReceipts = (on: boolean) =>
  back.paying.call('POST', `/merchants/${back.paying.merchant.key}`, { send_receipts: on })
const page = (link: string, orderRef: string, language = 'en') =>
  back.paying.testApp.app.inject(`/pay/${link}/receipts/${orderRef}?lang=${language}`)

describe('a receipt', () => {
  it('goes to the address that the shopper typed, in the language of their page, and says what was paid', async () => {
    const { link, orderRef } = await paid({ shopper_email: 'mei@shopper.example', language: 'en' })
    await jobs()
    const [mail, ...more] = await mailsTo('mei@shopper.example')
    expect(more).toEqual([])
    const plain = mail?.text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ')
    expect(plain).toContain('has received your payment of 100.00 SGD')
    expect(plain).toContain('Paid with: Visa •••• 4242')
    expect(plain).toContain(`Payment reference: ${orderRef}`)
    expect(plain).toMatch(/Date: .*20\d\d.*(GMT\+8|SGT|UTC)/)
    expect(plain).toContain(`/pay/${link}/receipts/${orderRef}?lang=en`)
    expect(plain).toContain('No real money moved')
    expect(mail?.text).not.toMatch(/424242\*|tok_|secret/)
    expect(await events(orderRef)).toMatchObject([
      { event: 'receipt_paid', facts: { recipient: 'mei@shopper.example', delivery: 'pending' } },
    ])
  })

  it('is written once, however often its job runs and the settlement is reported', async () => {
    const { orderRef } = await paid({ shopper_email: 'once@shopper.example' })
    const { merchantId } = back.paying.merchant
    const run = () =>
      runJob(
        sendReceipt as never,
        { merchantId, environment: 'sandbox', orderRef },
        back.paying.testApp.serveParts,
        new AbortController().signal,
      )
    await back.paying.callBack(orderRef)
    await back.paying.settle(orderRef)
    await Promise.all([run(), run(), run()])
    await jobs()
    await run()
    expect(await mailsTo('once@shopper.example')).toHaveLength(1)
    expect(await events(orderRef)).toHaveLength(1)
  })

  it('is Arabic for a page in Arabic', async () => {
    await paid({ shopper_email: 'noor@shopper.example', language: 'ar' })
    await jobs()
    const [mail] = await mailsTo('noor@shopper.example')
    expect(mail?.subject).toContain('إيصال الدفع من')
    expect(mail?.text).toContain('استلم')
    expect(mail?.text).toContain('?lang=ar')
  })

  it('goes to nobody who did not type an address, though the merchant knows one', async () => {
    const { testApp, merchant } = back.paying
    const link = await back.paying.link({})
    await back.paying.sql(`update payment_links set email = 'known@shopper.example'
      where merchant_id = $1 and link_ref = '${link}'`)
    const token = await back.paying.simulator.token('4242424242424242')
    const { orderRef } = await back.paying.start(link, { token, shopper_email: '' })
    await back.paying.settle(orderRef)
    await jobs()
    expect(await back.paying.read(orderRef)).toMatchObject({
      status: 'Success',
      shopper_email: 'known@shopper.example',
    })
    expect(await messagesTo(testApp, 'known@shopper.example')).toEqual([])
    expect(merchant.key).not.toBe('')
  })

  it('is not sent while the merchant has receipts switched off', async () => {
    expect((await setReceipts(false)).status).toBe(200)
    const { orderRef } = await paid({ shopper_email: 'off@shopper.example' })
    await jobs()
    expect((await setReceipts(true)).status).toBe(200)
    expect(await mailsTo('off@shopper.example')).toEqual([])
    expect(await events(orderRef)).toEqual([])
  })
})

it("a mail in a merchant's name shows its logo, and loads nothing that is no picture of the web", () => {
  const mail = { language: 'ar', subject: 'S', text: 'T' } as const
  const html = mailHtml(mail, { name: 'Acme <b>', logo: 'https://acme.example/logo.png' })
  expect(html).toContain('<img src="https://acme.example/logo.png"')
  expect(html).toContain('<bdi>Acme &#60;b&#62;</bdi>')
  expect(html).toContain('dir="rtl"')
  expect(mailHtml(mail, { name: 'Acme', logo: 'data:image/png;base64,AA' })).not.toContain('<img')
})

describe('a refund', () => {
  it('is told once each, in part and then in whole, also when the provider reports it again', async () => {
    const { orderRef } = await paid({ shopper_email: 'back@shopper.example' })
    const first = await back.refund(orderRef, { type: 'partial', amount: 30 })
    await back.settle(first)
    expect(await back.callBack(first)).toBe(200)
    const rest = await back.refund(orderRef, { type: 'full' })
    expect(await back.callBack(rest)).toBe(200)
    await back.settle(rest)
    // Both mails are written afterwards: the first still says what had gone back by then.
    await jobs()
    const mails = await mailsTo('back@shopper.example')
    const subjects = mails.map(({ subject }) => subject.replaceAll(/[\u2066-\u2069]/g, ''))
    expect(subjects.map((subject) => /^Your receipt|part of|your payment$/.exec(subject)?.[0])).toEqual([
      'Your receipt',
      'part of',
      'your payment',
    ])
    expect(mails[1]?.text).toContain('30.00')
    expect(mails[2]?.text).toContain('70.00')
    expect((await events(orderRef)).map(({ event }) => event)).toEqual([
      'receipt_paid',
      'receipt_part',
      'receipt_whole',
    ])
  })

  it('that failed is not told', async () => {
    const { orderRef } = await paid({ shopper_email: 'failed@shopper.example' })
    const refundId = await back.refund(orderRef)
    expect(await back.callBack(refundId, 'declined')).toBe(200)
    await jobs()
    expect(await mailsTo('failed@shopper.example')).toHaveLength(1)
  })
})

describe('the page of a receipt', () => {
  it('shows payment and refunds to who knows both references, and is found under no others', async () => {
    const { link, orderRef } = await paid({})
    const before = await page(link, orderRef)
    expect(before.statusCode).toBe(200)
    expect(before.body).toContain('Visa •••• 4242')
    expect(before.body).not.toContain('<h2>Refunds')
    await back.settle(await back.refund(orderRef, { type: 'partial', amount: 30 }))
    const after = await page(link, orderRef)
    expect(after.body).toContain('30.00\u00a0SGD')
    expect(after.body).toContain('70.00\u00a0SGD')
    expect(after.headers['cache-control']).toBe('no-store')
    expect((await page(link, orderRef, 'ar')).body).toContain('dir="rtl"')

    const other = await paid({})
    expect((await page(link, other.orderRef)).statusCode).toBe(404)
    expect((await page(link, 'x'.repeat(27))).statusCode).toBe(404)
    const unpaid = await back.paying.link({})
    const token = await back.paying.simulator.token('4000000000000002')
    const { orderRef: declined } = await back.paying.start(unpaid, { token })
    await back.paying.settle(declined)
    expect((await page(unpaid, declined)).statusCode).toBe(404)
  })
})
