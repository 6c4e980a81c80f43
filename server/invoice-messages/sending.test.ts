import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Invoice } from '#contract/invoice-answers.ts'
import type { Answer } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { openInvoicing, type Invoicing } from '#server/invoices/fixtures.ts'

let invoicing: Invoicing
beforeAll(async () => {
  invoicing = await openInvoicing()
})
afterAll(() => invoicing.close())

type Sent = { way: string; recipient: string; message_id: string; sent_at: string }[]
const send = (ref: string, body: object = {}) => invoicing.ask('POST', `/merchants/invoice/${ref}/send-invoice`, body)
const remind = (ref: string) => invoicing.ask('POST', `/merchants/invoice/${ref}/send-reminder`, {})
const contentOf = <T>(answer: Answer): T => {
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.content as T
}
const reasonOf = ({ status, body }: Answer) => [status, body['status_reason']]
const to = (email: string, more: object = {}) => ({ customer: { name: 'Mei Tan', email, ...more } })
const later = (days: number) => new Date(invoicing.now().getTime() + days * 86_400_000)
const stamp = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ')
const plain = (text: string | undefined) => (text ?? '').replaceAll(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ')
const events = ({ timeline }: Invoice) => timeline.map(({ event }) => event)
const run = (until?: Date) =>
  runJobs(invoicing.paying.testApp, { ...(until && { until }), names: ['send-scheduled-invoice'] })

describe('sending an invoice', () => {
  it('issues it, and tells the customer what is due, when, and where to pay, with the document', async () => {
    const { invoice_ref: ref } = await invoicing.create({
      ...to('mei@shop.example'),
      description: 'A tour\nhttps://evil.example/',
    })
    const messages = contentOf<Sent>(await send(ref))
    expect(messages).toMatchObject([{ way: 'email', recipient: 'mei@shop.example' }])
    const invoice = await invoicing.read(ref)
    expect(invoice).toMatchObject({
      status: 'sent',
      invoice_number: expect.stringMatching(/^INV-\d{4}-\d{4}$/) as string,
    })
    expect(events(invoice)).toEqual(['created', 'issued', 'sent'])
    const [mail] = await messagesTo(invoicing.paying.testApp, 'mei@shop.example')
    const text = plain(mail?.text)
    expect(plain(mail?.subject)).toContain(`Invoice ${invoice.invoice_number} from`)
    expect(text).toContain('100.00 SGD is due by')
    expect(text).toMatch(new RegExp(`^https?://[^\\n]*/pay/${ref}\\?lang=en$`, 'm'))
    // The merchant's words stand within a line of ours, where no address becomes a button.
    expect(text).toContain('For: A tour https://evil.example/')
    expect(mail?.attachments).toEqual([
      { name: `invoice-${invoice.invoice_number}.pdf`, type: 'application/pdf', of: { kind: 'invoice_pdf', ref } },
    ])
  })

  it('uses each way once a minute, and answers a repeat with the first message', async () => {
    const { invoice_ref: ref } = await invoicing.create(to('twice@shop.example', { phone: '+65 8123-4567' }))
    const [first, again] = await Promise.all([send(ref), send(ref)])
    expect(contentOf<Sent>(again)).toEqual(contentOf<Sent>(first))
    expect(await messagesTo(invoicing.paying.testApp, 'twice@shop.example')).toHaveLength(1)
    // Another way is free, and its address is written as it is dialled.
    expect(contentOf<Sent>(await send(ref, { ways: ['sms'] }))).toMatchObject([
      { way: 'sms', recipient: '+6581234567' },
    ])
    invoicing.paying.clock.now = new Date(Date.now() + 61_000)
    await send(ref)
    invoicing.paying.clock.now = null
    expect(await messagesTo(invoicing.paying.testApp, 'twice@shop.example')).toHaveLength(2)
  })

  it('goes to further people by mail, in the language that was asked for', async () => {
    const { invoice_ref: ref } = await invoicing.create(to('boss@shop.example'))
    const body = { language: 'ar', recipients: ['books@shop.example', 'boss@shop.example'] }
    expect(contentOf<Sent>(await send(ref, body)).map(({ recipient }) => recipient)).toEqual([
      'boss@shop.example',
      'books@shop.example',
    ])
    const [mail] = await messagesTo(invoicing.paying.testApp, 'books@shop.example')
    expect(plain(mail?.subject)).toContain('الفاتورة INV-')
    expect(mail?.text).toContain('?lang=ar')
  })

  it('is refused without an address, and of one that is voided; then nothing has changed', async () => {
    const { invoice_ref: ref } = await invoicing.create({ customer: { name: 'Mei Tan', email: '' } })
    expect(reasonOf(await send(ref))).toEqual([400, 'RECIPIENT_MISSING'])
    expect(await invoicing.read(ref)).toMatchObject({ status: 'created', invoice_number: '' })
    const sent = await invoicing.sent()
    await invoicing.void(sent.invoice_ref)
    expect(reasonOf(await send(sent.invoice_ref))).toEqual([409, 'INVALID_STATUS_TYPE'])
    expect(reasonOf(await send('x'.repeat(27)))[0]).toBe(404)
  })

  it('says of one that is paid that nothing is left to do', async () => {
    const { invoice_ref: ref } = await invoicing.sent(to('paid@shop.example'))
    await invoicing.pay(ref)
    await send(ref)
    const [mail] = await messagesTo(invoicing.paying.testApp, 'paid@shop.example')
    expect(plain(mail?.text)).toContain("It's paid in full")
    expect((await invoicing.read(ref)).status).toBe('paid')
  })
})

describe('a planned sending', () => {
  it('goes at its moment, once, by the ways and to the people that were named', async () => {
    const { invoice_ref: ref } = await invoicing.create(to('planned@shop.example'))
    const at = later(2)
    const body = { scheduled_at: stamp(at), recipients: ['third@shop.example'] }
    expect(contentOf<Sent>(await send(ref, body)).map(({ recipient, message_id }) => [recipient, message_id])).toEqual([
      ['planned@shop.example', ''],
      ['third@shop.example', ''],
    ])
    expect(await invoicing.read(ref)).toMatchObject({ status: 'scheduled', scheduled_at: stamp(at) })
    await run()
    expect((await invoicing.read(ref)).status).toBe('scheduled')
    await run(later(3))
    await run()
    expect((await invoicing.read(ref)).status).toBe('sent')
    for (const one of ['planned@shop.example', 'third@shop.example'])
      expect(await messagesTo(invoicing.paying.testApp, one)).toHaveLength(1)
    invoicing.paying.clock.now = null
  })

  it('that was put off goes at the later moment only, and one that was voided not at all', async () => {
    const [moved, voided] = await Promise.all(
      ['moved', 'voided'].map((name) => invoicing.create(to(`${name}@shop.example`))),
    )
    for (const one of [moved, voided]) await send(one?.invoice_ref ?? '', { scheduled_at: stamp(later(1)) })
    await send(moved?.invoice_ref ?? '', { scheduled_at: stamp(later(5)) })
    await invoicing.void(voided?.invoice_ref ?? '')
    await run(later(2))
    expect((await invoicing.read(moved?.invoice_ref ?? '')).status).toBe('scheduled')
    await run(later(6))
    expect((await invoicing.read(moved?.invoice_ref ?? '')).status).toBe('sent')
    expect((await invoicing.read(voided?.invoice_ref ?? '')).status).toBe('voided')
    expect(await messagesTo(invoicing.paying.testApp, 'moved@shop.example')).toHaveLength(1)
    expect(await messagesTo(invoicing.paying.testApp, 'voided@shop.example')).toEqual([])
    invoicing.paying.clock.now = null
  })

  it('that cannot go is a draft again, and people are told', async () => {
    const { invoice_ref: ref } = await invoicing.create(to('lost@shop.example'))
    await send(ref, { scheduled_at: stamp(later(1)) })
    // As an older version, which knows no ways, would leave it.
    await invoicing.paying.sql(
      `update invoices set email = '', email_lower = '' where merchant_id = $1 and email = 'lost@shop.example'`,
    )
    await run(later(2))
    expect(await invoicing.read(ref)).toMatchObject({ status: 'created', scheduled_at: null, invoice_number: '' })
    const notices = await invoicing.paying.sql<{ facts: { invoice_ref: string } }>(
      `select facts from notices where merchant_id = $1 and kind = 'invoice_not_sent'`,
    )
    expect(notices.map(({ facts }) => facts.invoice_ref)).toEqual([ref])
    invoicing.paying.clock.now = null
  })
})

describe('a reminder by hand', () => {
  it('says what is still due, also by the GET of the specification, and once a minute', async () => {
    const { invoice_ref: ref } = await invoicing.sent({ ...to('due@shop.example'), allow_partial: true })
    await invoicing.pay(ref, { amount: 40 })
    const [first] = contentOf<Sent>(await remind(ref))
    const again = await invoicing.ask('GET', `/merchants/invoice/${ref}/send-reminder`)
    expect(contentOf<Sent>(again)).toEqual([first])
    const mails = await messagesTo(invoicing.paying.testApp, 'due@shop.example')
    expect(mails).toHaveLength(1)
    expect(plain(mails[0]?.subject)).toMatch(/^Reminder: invoice INV-/)
    expect(plain(mails[0]?.text)).toContain('60.00 SGD is due by')
    expect(events(await invoicing.read(ref))).toContain('reminded')
  })

  it('is refused for a draft, one that is paid and one that is voided', async () => {
    const draft = await invoicing.create()
    const paid = await invoicing.sent()
    await invoicing.pay(paid.invoice_ref)
    const voided = await invoicing.sent()
    await invoicing.void(voided.invoice_ref)
    for (const { invoice_ref } of [draft, paid, voided])
      expect(reasonOf(await remind(invoice_ref))).toEqual([409, 'INVALID_STATUS_TYPE'])
  })
})
