import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ticket, TicketRow } from '#contract/support.ts'
import { limits } from '#contract/limits.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { form, formType, png } from '#test/picture.ts'
import { runJobs } from '#test/run-jobs.ts'
import { operatorOf, type Operator } from './operator.ts'

/** Tickets through the front door, and the operator's side of them. */
const operatorAddress = 'support@pay.example.com'
let testApp: TestApp
let merchant: TestMerchant
let operator: Operator
beforeAll(async () => {
  testApp = await openTestApp({ SUPPORT_EMAIL: operatorAddress })
  merchant = await testApp.addMerchant()
  operator = operatorOf({ ...testApp.serveParts, database: testApp.owner })
})
afterAll(() => testApp.close())

const contentOf = <T>(answer: Answer) => {
  expect(answer.status, answer.text).toBe(200)
  return answer.body.content as unknown as T
}
const wish = { subject: 'A refund fails', category: 'refunds', text: 'It says no.\nWhy?' }
const create = (session: TestSession, changes: object = {}) =>
  testApp.call(session, 'POST', '/api/support/tickets', { ...wish, ...changes })
const made = async (session: TestSession, changes: object = {}) => contentOf<Ticket>(await create(session, changes))
const on = (session: TestSession, ref: string, what = '', body?: object) =>
  testApp.call(session, body ? 'POST' : 'GET', `/api/support/tickets/${ref}${what}`, body)
const list = async (session: TestSession, body: object = {}) =>
  contentOf<TicketRow[]>(await testApp.call(session, 'POST', '/api/support/tickets/list', body))
const upload = (session: TestSession, name: string, bytes: Buffer) =>
  testApp.call(session, 'POST', '/api/support/files', form({}, [{ field: 'file', name, bytes }]), {
    'content-type': formType,
  })
const uploaded = async (session: TestSession, name = 'screen.png', bytes = png(300, 300)) =>
  contentOf<{ file_id: string }>(await upload(session, name, bytes)).file_id
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n')

describe('a ticket', () => {
  it('goes to the operator by mail with all that helps, and nothing in it can be pressed', async () => {
    const session = await testApp.signIn(merchant, { name: 'Mei Tan' })
    const file = await uploaded(session)
    const facts = { request_id: 'req-1', route: '/transactions/payments', failed_at: '2026-11-20 10:00:00' }
    const ticket = await made(session, { ...facts, text: 'See:\nhttps://evil.example/\nit fails', files: [file] })
    expect(ticket).toMatchObject({ ...facts, status: 'open', created_by: 'Mei Tan', messages: 1 })
    expect(ticket.thread).toMatchObject([
      { from_operator: false, author: 'Mei Tan', files: [{ file_id: file, type: 'image/png' }] },
    ])
    const mail = (await messagesTo(testApp, operatorAddress)).find(({ subject }) => subject.includes(ticket.ticket_ref))
    for (const part of [
      merchant.key,
      'req-1',
      '/transactions/payments',
      `npm run support -- reply ${ticket.ticket_ref}`,
    ])
      expect(mail?.text).toContain(part)
    expect(mail?.text.split('\n').filter((line) => /^https?:/.test(line))).toEqual([])
  })

  it('is answered by the operator, whereupon its writer is told in the console and by mail, and can write on', async () => {
    const session = await testApp.signIn(merchant)
    const { ticket_ref: ref } = await made(session)
    await operator.reply(ref, 'Which payment?')
    await runJobs(testApp)
    expect(contentOf<Ticket>(await on(session, ref))).toMatchObject({
      status: 'waiting',
      thread: [{}, { from_operator: true, author: 'Support', body: 'Which payment?' }],
    })
    const told = await testApp.call(session, 'POST', `/merchants/${merchant.key}/notifications`, {})
    expect(told.body.content).toMatchObject([{ kind: 'ticket_answered', facts: { ticket_ref: ref } }])
    expect(await messagesTo(testApp, `${session.subUserId}@${merchant.slug}.example`)).toHaveLength(1)
    expect(contentOf<Ticket>(await on(session, ref, '/replies', { text: 'That one.' }))).toMatchObject({
      status: 'open',
      messages: 3,
    })
  })

  it('is closed and opened again, by either side, each only from where it may', async () => {
    const session = await testApp.signIn(merchant)
    const { ticket_ref: ref } = await made(session)
    expect(contentOf<Ticket>(await on(session, ref, '/close', {})).status).toBe('closed')
    for (const what of ['/close', '/replies'])
      expect((await on(session, ref, what, what === '/replies' ? { text: 'x' } : {})).status).toBe(409)
    await expect(operator.reply(ref, 'too late')).rejects.toThrow('closed')
    await expect(operator.close(ref)).rejects.toThrow('closed already')
    expect(contentOf<Ticket>(await on(session, ref, '/reopen', {})).status).toBe('open')
    await operator.close(ref)
    expect(contentOf<Ticket>(await on(session, ref)).status).toBe('closed')
  })

  it('is made once for one intent', async () => {
    const session = await testApp.signIn(merchant)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => testApp.call(session, 'POST', '/api/support/tickets', wish, headers)),
    )
    const refs = new Set(
      answers.filter(({ status }) => status === 200).map((answer) => contentOf<Ticket>(answer).ticket_ref),
    )
    expect(refs.size).toBe(1)
    expect(await list(await testApp.signIn(merchant, { roles: ['recon-user'] }))).toEqual([])
    expect((await list(session, { search: [...refs][0] })).length).toBe(1)
  })

  it('carries no secret of the address it came from, and is one of a few a day', async () => {
    const session = await testApp.signIn(merchant, { roles: ['payment-user'] })
    for (const route of ['/pay?token=abc', 'https://x.example/', '/x#token=1', 'javascript:alert(1)'])
      expect((await create(session, { route })).status, route).toBe(400)
    for (let n = 0; n < limits.ticketsPerDay; n++) await made(session)
    expect((await create(session)).body['status_reason']).toBe('INVALID_MAXIMUM_AMOUNT_LIMIT')
  })
})

describe('access to a ticket', () => {
  it('is for its writer and the merchant’s administrators, not for another merchant or a master', async () => {
    const boss = await testApp.addMerchant({ kind: 'master' })
    const own = await testApp.addMerchant({ kind: 'owned', masterId: boss.merchantId })
    const [writer, colleague, admin, master, stranger] = [
      await testApp.signIn(own, { roles: ['payment-user'] }),
      await testApp.signIn(own, { roles: ['payment-admin'] }),
      await testApp.signIn(own, { roles: ['sub-admin'] }),
      await testApp.signIn(boss),
      await testApp.signIn(merchant),
    ]
    const file = await uploaded(writer)
    const { ticket_ref: ref } = await made(writer, { files: [file] })
    const seen = async (session: TestSession, headers = {}) =>
      Promise.all([
        testApp.call(session, 'GET', `/api/support/tickets/${ref}`, undefined, headers),
        testApp.call(session, 'GET', `/api/support/files/${file}`, undefined, headers),
        testApp.call(session, 'POST', `/api/support/tickets/${ref}/replies`, { text: 'x' }, headers),
      ]).then((answers) => answers.map(({ status }) => status))
    expect(await seen(writer)).toEqual([200, 200, 200])
    expect(await seen(admin)).toEqual([200, 200, 200])
    for (const session of [colleague, stranger, master]) expect(await seen(session)).toEqual([404, 404, 404])
    expect(await seen(master, { 'x-sub-merchant-key': own.key })).toEqual([404, 404, 404])
    expect((await list(admin)).map(({ ticket_ref }) => ticket_ref)).toEqual([ref])
    expect(await list(colleague)).toEqual([])
  })
})

describe('the list', () => {
  it('finds by reference, request and words of the subject, by state and category, the last changed first', async () => {
    const own = await testApp.addMerchant()
    const session = await testApp.signIn(own)
    const first = await made(session, {
      subject: 'Webhook SPÄTE Lieferung',
      category: 'webhooks',
      request_id: 'abc-123',
    })
    const second = await made(session, { subject: '100% sure_' })
    const refs = async (body: object) => (await list(session, body)).map(({ ticket_ref }) => ticket_ref)
    expect(await refs({})).toEqual([second.ticket_ref, first.ticket_ref])
    await operator.reply(first.ticket_ref, 'Yes?')
    expect(await refs({})).toEqual([first.ticket_ref, second.ticket_ref])
    expect(await refs({ search: first.ticket_ref.toLowerCase() })).toEqual([first.ticket_ref])
    expect(await refs({ search: 'abc-123' })).toEqual([first.ticket_ref])
    expect(await refs({ search: 'späte' })).toEqual([first.ticket_ref])
    expect(await refs({ search: '%' })).toEqual([second.ticket_ref])
    expect(await refs({ filters: { status: 'waiting' } })).toEqual([first.ticket_ref])
    expect(await refs({ filters: { category: ['refunds'] } })).toEqual([second.ticket_ref])
    expect((await operator.list({ all: false })).map(({ ticket_ref }) => ticket_ref)).toContain(second.ticket_ref)
    expect((await operator.list({ all: false })).map(({ ticket_ref }) => ticket_ref)).not.toContain(first.ticket_ref)
  })
})

describe('a file', () => {
  it('is a redrawn picture or an unchanged document, recognised by its content', async () => {
    const session = await testApp.signIn(merchant)
    const read = async (id: string) =>
      contentOf<{ type: string; data_url: string }>(await testApp.call(session, 'GET', `/api/support/files/${id}`))
    const comment = Buffer.concat([png(300, 300), Buffer.from('SecretComment')])
    const picture = await read(await uploaded(session, 'x.png', comment))
    expect(picture.type).toBe('image/png')
    expect(Buffer.from(picture.data_url.split(',')[1] ?? '', 'base64').includes('SecretComment')).toBe(false)
    expect((await read(await uploaded(session, 'x.pdf', pdf))).type).toBe('application/pdf')
    for (const [name, bytes] of [
      ['x.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['x.pdf', Buffer.from('<html><script>alert(1)</script>')],
      ['x.html', Buffer.from('<html>')],
      ['x.pdf', Buffer.from('%PDF-1.7 and nothing more')],
    ] as const)
      expect((await upload(session, name, bytes)).body['status_reason'], name).toBe('INVALID_FILE')
  })

  it('waits for its uploader’s message alone, and goes with one only', async () => {
    const [session, other] = [await testApp.signIn(merchant), await testApp.signIn(merchant)]
    const file = await uploaded(session)
    expect((await testApp.call(other, 'GET', `/api/support/files/${file}`)).status).toBe(404)
    expect((await create(other, { files: [file] })).status).toBe(404)
    const { ticket_ref: ref } = await made(session, { files: [file] })
    expect((await create(session, { files: [file] })).status).toBe(404)
    expect((await on(session, ref, '/replies', { text: 'again', files: [file] })).status).toBe(404)
    expect(contentOf<Ticket>(await on(session, ref)).messages).toBe(1)
    expect((await operator.file(ref, file)).subarray(1, 4).toString()).toBe('PNG')
  })

  it('gives way to a newer one when more than ten wait', async () => {
    const session = await testApp.signIn(merchant)
    const files: string[] = []
    for (let n = 0; n <= limits.ticketFilesWaiting; n++) files.push(await uploaded(session, `${n}.pdf`, pdf))
    const there = await Promise.all(
      files.map(async (id) => (await testApp.call(session, 'GET', `/api/support/files/${id}`)).status),
    )
    expect(there).toEqual([404, ...Array.from({ length: limits.ticketFilesWaiting }, () => 200)])
  })
})
