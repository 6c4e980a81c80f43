import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMail } from '#server/kit/outbound/mail.ts'
import { openSms } from '#server/kit/outbound/sms.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { openTestApp, type TestApp, type TestMerchant } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'
import { messagesTo, openMailServer, openSilence, send, stateOf } from './fixtures.ts'
import { sendMessage } from './send.ts'

const from = 'Countinghouse <no-reply@pay.example.com>'
let testApp: TestApp
let merchant: TestMerchant
let server: Awaited<ReturnType<typeof openMailServer>>
beforeAll(async () => {
  server = await openMailServer({ refuse: (to) => (to.startsWith('gone') ? 550 : to.startsWith('grey') ? 451 : null) })
  testApp = await openTestApp({ SMTP_URL: server.url, MAIL_FROM: from })
  merchant = await testApp.addMerchant()
})
afterAll(async () => {
  await testApp.close()
  await server.close()
})
const lastMail = () => server.taken.at(-1) ?? expect.fail('no mail')

describe('a mail', () => {
  it('arrives as text and as HTML, in its language and script, with its one link as a button', async () => {
    const link = 'https://pay.example.com/reset-password#token=abc-_&x=1'
    const text = `مرحبًا\n\nعيّن كلمة مرور جديدة:\n${link}\n\nالرابط صالح لمدة ٣٠ دقيقة & <لا أكثر>.`
    const id = await send(testApp, merchant, { language: 'ar', subject: 'إعادة تعيين كلمة المرور ✓', text })
    await runJobs(testApp)
    expect(await stateOf(testApp, id)).toMatchObject({ state: 'sent', attempts: 1, fault: '' })
    const { mail, to } = lastMail()
    expect(to).toEqual(['person@shop.example'])
    expect(mail).toMatchObject({
      subject: 'إعادة تعيين كلمة المرور ✓',
      messageId: `<${id}@pay.example.com>`,
      from: { name: 'Countinghouse', address: 'no-reply@pay.example.com' },
    })
    expect(mail.text?.trim()).toBe(text)
    expect(mail.html).toContain('<html lang="ar" dir="rtl">')
    expect(mail.html).toMatch(
      /<a href="https:\/\/pay\.example\.com\/reset-password#token=abc-_&#38;x=1"[^>]*>عيّن كلمة مرور جديدة<\/a>/,
    )
    expect(mail.html).toContain('&#60;لا أكثر&#62;')
    expect(mail.html).not.toMatch(/<(img|script|link)|url\(/)
  })

  it('is left to right when its language is', async () => {
    await send(testApp, merchant, { subject: 'Reset', text: 'Hello,\n\n1. Choose:\nhttps://x.example/' })
    await runJobs(testApp)
    expect(lastMail().mail.html).toContain('<html lang="en" dir="ltr">')
  })

  it('gets no header and no recipient from foreign input', async () => {
    const before = server.taken.length
    await send(testApp, merchant, { subject: 'Hi\r\nBcc: thief@evil.example\r\n\r\nbody' })
    await runJobs(testApp)
    const { mail, to } = lastMail()
    expect(to).toEqual(['person@shop.example'])
    expect(mail.bcc ?? []).toEqual([])
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
    await send(testApp, merchant, { to: 'a@shop.example, thief@evil.example' })
    await send(testApp, merchant, { to: 'a@shop.example\r\nRCPT TO:<thief@evil.example>' })
    await runJobs(testApp)
    expect(server.taken.slice(before).flatMap((one) => one.to)).not.toContain('thief@evil.example')
  })

  it('that the server refuses for good is given up at once', async () => {
    const id = await send(testApp, merchant, { to: 'gone@shop.example' })
    await runJobs(testApp, { until: in24Hours() })
    expect(await stateOf(testApp, id)).toMatchObject({
      state: 'failed',
      attempts: 1,
      fault: expect.stringContaining('550'),
    })
    testApp.clock.now = null
  })

  it('that the server puts off is tried for 24 hours, ever more rarely', async () => {
    const id = await send(testApp, merchant, { to: 'grey@shop.example' })
    await runJobs(testApp)
    expect(await stateOf(testApp, id)).toMatchObject({ state: 'pending', attempts: 1 })
    await runJobs(testApp, { until: in24Hours() })
    const end = await stateOf(testApp, id)
    expect(end).toMatchObject({ state: 'failed', fault: expect.stringContaining('451') })
    expect(end?.attempts).toBeGreaterThan(8)
    expect(end?.attempts).toBeLessThan(16)
    expect(await runJobs(testApp, { until: new Date(Date.now() + 72 * 3_600_000) })).toBe(0)
    testApp.clock.now = null
  })

  it('waits for a silent server without delaying others', async () => {
    const silence = await openSilence()
    const mail = openMail({ url: silence.url, from, timeoutMs: 150 })
    const fault = await mail.send({ id: '1', to: 'a@b.example', subject: '', text: '', html: '', date: new Date() })
    expect(fault).toMatchObject({ permanent: false })
    silence.close()
    const nobody = openMail({ url: silence.url, from, timeoutMs: 150 })
    expect(
      await nobody.send({ id: '1', to: 'a@b.example', subject: '', text: '', html: '', date: new Date() }),
    ).toMatchObject({
      permanent: false,
    })
  })

  it('goes out again, under the same Message-ID, when the worker dies between sending and settling', async () => {
    const before = server.taken.length
    const id = await send(testApp, merchant, {})
    const real = testApp.serveParts.database.transaction
    let transactions = 0
    // The claim is the first; from then on, this worker never reaches the database again.
    testApp.serveParts.database.transaction = (...wanted) =>
      ++transactions > 1 ? Promise.reject(new Error('killed')) : real(...wanted)
    const [job] = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ data: unknown }>(
        `select data from pgboss.job where name = 'send-message' and data->>'messageId' = $1`,
        [id],
      ),
    )
    await expect(runJobs(testApp)).rejects.toThrow('killed')
    testApp.serveParts.database.transaction = real
    expect(await stateOf(testApp, id)).toMatchObject({ state: 'pending', attempts: 0 })
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`insert into pgboss.job (name, data) values ('send-message', $1)`, [job?.data]),
    )
    await runJobs(testApp)
    const twice = server.taken.slice(before)
    expect(twice.map(({ mail }) => mail.messageId)).toEqual([`<${id}@pay.example.com>`, `<${id}@pay.example.com>`])
    expect(twice[0]?.mail.date).toBe(twice[1]?.mail.date)
    expect(await stateOf(testApp, id)).toMatchObject({ state: 'sent' })
  })

  it('is not sent when its transaction is rolled back', async () => {
    const before = server.taken.length
    const undone = ownTransaction(
      testApp.serveParts,
      { merchantId: merchant.merchantId, environment: 'sandbox' },
      { requestId: 'test' },
      async (ctx) => {
        await sendMessage(ctx, {
          way: 'email',
          to: 'a@b.example',
          language: 'en',
          subject: '',
          text: 'x',
          about: { type: 't', ref: '1' },
        })
        throw new Error('undone')
      },
    )
    await expect(undone).rejects.toThrow('undone')
    await runJobs(testApp)
    expect(server.taken.length).toBe(before)
  })

  it('lies in the database sealed', async () => {
    await send(testApp, merchant, { to: 'sealed@shop.example', text: 'the-secret-of-the-link' })
    const rows = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ all: string }>('select m::text as all from messages m', []),
    )
    expect(await messagesTo(testApp, 'sealed@shop.example')).toMatchObject([{ text: 'the-secret-of-the-link' }])
    for (const { all } of rows) {
      expect(all).not.toContain('the-secret-of-the-link')
      expect(all).not.toContain(Buffer.from('the-secret-of-the-link').toString('hex'))
    }
    await runJobs(testApp)
  })
})

const in24Hours = () => new Date(Date.now() + 25 * 3_600_000)

describe('a short message', () => {
  it('goes to the provider as JSON with the token, and its answer decides', async () => {
    const asked: { headers: Record<string, unknown>; body: string }[] = []
    let status = 503
    const provider = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        asked.push({ headers: request.headers, body })
        response.writeHead(status).end()
      })
    }).listen(0, '127.0.0.1')
    await once(provider, 'listening')
    const { port } = provider.address() as AddressInfo
    testApp.serveParts.services.sms = openSms({ url: `http://127.0.0.1:${port}/sms`, token: 'provider-token' })
    try {
      const id = await send(testApp, merchant, { way: 'sms', to: '+6581234567', text: 'ادفع هنا https://x.example/1' })
      await runJobs(testApp)
      expect(await stateOf(testApp, id)).toMatchObject({ state: 'pending', attempts: 1 })
      status = 202
      await runJobs(testApp, { until: new Date(Date.now() + 60_000) })
      expect(await stateOf(testApp, id)).toMatchObject({ state: 'sent', attempts: 2 })
      expect(asked.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
        Array.from({ length: 2 }, () => ({ to: '+6581234567', text: 'ادفع هنا https://x.example/1' })),
      )
      for (const { headers } of asked)
        expect(headers).toMatchObject({ authorization: 'Bearer provider-token', 'idempotency-key': id })
      status = 400
      const refused = await send(testApp, merchant, { way: 'sms', to: '+000' })
      await runJobs(testApp)
      expect(await stateOf(testApp, refused)).toMatchObject({ state: 'failed', attempts: 1 })
    } finally {
      testApp.serveParts.services.sms = null
      testApp.clock.now = null
      provider.close()
    }
  })

  it('rests in the outbox without a provider', async () => {
    const id = await send(testApp, merchant, { way: 'sms', to: '+6581234567' })
    await runJobs(testApp)
    expect(await stateOf(testApp, id)).toMatchObject({ state: 'outbox' })
  })
})

describe('the outbox', () => {
  it('does not exist on a real installation', async () => {
    const answer = await testApp.app.inject({
      method: 'GET',
      url: '/sandbox/outbox',
      headers: { host: 'localhost:8080' },
    })
    expect(answer.body).not.toContain('Outbox')
  })

  it('shows all messages of a demo as text, and only under this machine’s own name', async () => {
    const demo = await openTestApp({ DEMO: '1' })
    try {
      const shop = await demo.addMerchant()
      await send(demo, shop, { subject: '<b>bold</b>', text: 'Open:\nhttp://localhost:8080/x?a=1&b="2"' })
      await runJobs(demo)
      const ask = (host: string) => demo.app.inject({ method: 'GET', url: '/sandbox/outbox', headers: { host } })
      const page = await ask('localhost:8080')
      expect(page.statusCode).toBe(200)
      expect(page.body).toContain('&#60;b&#62;bold')
      expect(page.body).toContain('<a href="http://localhost:8080/x?a=1&#38;b=&#34;2&#34;"')
      expect(page.body).toContain('· outbox')
      expect((await ask('rebound.evil.example:8080')).statusCode).toBe(404)
    } finally {
      await demo.close()
    }
  })
})
