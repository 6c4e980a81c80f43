import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { openTestApp, type TestApp, type TestMerchant } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'
import { addFiles, attached, openMailServer, send, stateOf } from './fixtures.ts'

const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 31) % 256)
const half = new Uint8Array(limits.attachmentBytes / 2)
let testApp: TestApp
let merchant: TestMerchant
let server: Awaited<ReturnType<typeof openMailServer>>
let files: ReturnType<typeof addFiles>
beforeAll(async () => {
  server = await openMailServer()
  testApp = await openTestApp({ SMTP_URL: server.url, MAIL_FROM: 'Countinghouse <no-reply@pay.example.com>' })
  merchant = await testApp.addMerchant()
  files = addFiles(testApp, { bytes, half, more: new Uint8Array(1) })
})
afterAll(async () => {
  await testApp.close()
  await server.close()
})
const lastMail = () => server.taken.at(-1)?.mail ?? expect.fail('no mail')
const contentOf = (content: unknown) => new Uint8Array(content as ArrayBuffer)

describe('an attachment', () => {
  it('arrives byte for byte under its name, in any script, beside text and HTML', async () => {
    for (const name of ['INV-2026-0007.pdf', 'فاتورة رقم ١٢.pdf', '請求書 2026.pdf', "d'été & co; a=b.pdf"]) {
      await send(testApp, merchant, { attachments: [attached(name, 'bytes')] })
      await runJobs(testApp)
      const { attachments, text, html } = lastMail()
      expect(attachments).toMatchObject([{ filename: name, mimeType: 'application/pdf', disposition: 'attachment' }])
      expect(contentOf(attachments[0]?.content)).toEqual(bytes)
      expect([text?.trim(), html?.includes('Text')]).toEqual(['Text', true])
    }
  })

  it('adds no header and no folder by its name', async () => {
    const odd = 'x.pdf"\r\nBcc: thief@evil.example\r\n\r\n../../a\u202Efdp.exe'
    await send(testApp, merchant, { attachments: [attached(odd, 'bytes')] })
    await runJobs(testApp)
    const { to } = server.taken.at(-1) ?? expect.fail('no mail')
    const { attachments, headers, bcc } = lastMail()
    expect(to).toEqual(['person@shop.example'])
    expect([bcc, headers.find(({ key }) => key === 'bcc')]).toEqual([undefined, undefined])
    expect(attachments.map(({ filename }) => filename)).toEqual(['x.pdf Bcc thief@evil.example .. .. a fdp.exe'])
  })

  it('is read again later when it cannot be read yet, and the mail goes once', async () => {
    const before = server.taken.length
    files.fail = true
    const id = await send(testApp, merchant, { attachments: [attached('a.pdf', 'bytes')] })
    await runJobs(testApp)
    expect(await stateOf(testApp, id)).toMatchObject({ state: 'pending', attempts: 1 })
    expect(server.taken.length).toBe(before)
    await runJobs(testApp, { until: new Date(Date.now() + 60_000) })
    testApp.clock.now = null
    expect(await stateOf(testApp, id)).toMatchObject({ state: 'sent', attempts: 2, fault: '' })
    expect(server.taken.length).toBe(before + 1)
  })

  it('is left out beyond 5 MB together, or where it is no more, and the mail says so to the operator', async () => {
    const names = ['one', 'two', 'over'].map((name) => `${name}.pdf`)
    const [one = '', two = '', over = ''] = names
    const id = await send(testApp, merchant, {
      attachments: [attached(one, 'half'), attached('gone.pdf', 'gone'), attached(two, 'half'), attached(over, 'more')],
    })
    await runJobs(testApp)
    expect(lastMail().attachments.map(({ filename }) => filename)).toEqual([one, two])
    expect(await stateOf(testApp, id)).toMatchObject({ state: 'sent', fault: 'Sent without gone.pdf, over.pdf' })
  })
})

describe('the outbox', () => {
  it('shows the attachments of a mail and opens them, and nothing under another host name', async () => {
    const demo = await openTestApp({ DEMO: '1' })
    try {
      addFiles(demo, { bytes })
      const shop = await demo.addMerchant()
      await send(demo, shop, {
        attachments: [attached('فاتورة <b>.pdf', 'bytes'), attached('page.html', 'bytes', 'text/html')],
      })
      await runJobs(demo)
      const get = (url: string, host = 'localhost:8080') => demo.app.inject({ method: 'GET', url, headers: { host } })
      const { body } = await get('/sandbox/outbox')
      expect(body).toContain('<bdi>فاتورة b.pdf</bdi>')
      const [pdf = '', page = ''] = Array.from(body.matchAll(/href="(\/sandbox\/outbox\/[^"]+)"/g), ([, at]) => at)
      const opened = await get(pdf)
      expect(new Uint8Array(opened.rawPayload)).toEqual(bytes)
      expect(opened.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': expect.stringMatching(/^inline; /) as string,
        'x-content-type-options': 'nosniff',
      })
      // What could run is never opened here.
      expect((await get(page)).headers['content-disposition']).toMatch(/^attachment; /)
      const absent = [`${pdf.slice(0, -1)}2`, `${pdf.slice(0, -1)}x`, '/sandbox/outbox/a/sandbox/b/0']
      for (const url of absent) expect((await get(url)).statusCode).toBe(404)
      expect((await get(pdf, 'rebound.evil.example:8080')).statusCode).toBe(404)
    } finally {
      await demo.close()
    }
  })
})
