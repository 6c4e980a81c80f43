import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Kyc } from '#contract/kyc.ts'
import { masterOf, rowOf, type Master } from '#server/master-merchants/fixtures.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { kycCommand, KycUsage } from './command.ts'

let testApp: TestApp
let master: Master
beforeAll(async () => {
  testApp = await openTestApp({ KYC_REVIEW: 'master' })
  master = await masterOf(testApp)
})
afterAll(() => testApp.close())

const pdf = Buffer.from('%PDF-1.4\n<script>alert(1)</script>\n%%EOF')
const whole = {
  legal_name: 'Coral Bay Ltd',
  registration_number: '0123',
  address: '1 Beach Road',
  city: 'Da Nang',
  contact_name: 'An Nguyen',
  business: 'Diving courses',
}
const needed = ['business_registration', 'owner_identity', 'proof_of_address'] as const
const tokenOf = (link: string) => link.split('#token=')[1] ?? ''
const ask = (what: string, kyc_token: string, more: object = {}) =>
  testApp.call(null, 'POST', `/api/kyc/${what}`, { kyc_token, ...more })
const read = async (token: string) => (await ask('read', token)).body.content as unknown as Kyc
const upload = (token: string, kind: string, payload: Buffer, name = 'paper.pdf') =>
  testApp.app.inject({
    method: 'POST',
    url: `/gateway/api/kyc/documents?kind=${kind}&name=${encodeURIComponent(name)}`,
    headers: { 'content-type': 'application/octet-stream', 'x-kyc-token': token },
    payload,
  })
const review = (uuid: string, body: object, by = master) =>
  by.ask('POST', `/api/master-merchant/{key}/merchants/${uuid}/kyc/review`, body)
const seen = async (uuid: string) =>
  (await master.ask('GET', `/api/master-merchant/{key}/merchants/${uuid}/kyc`)).body.content as unknown as Kyc
const reasonOf = (answer: { status: number; body: Record<string, unknown> }) => [
  answer.status,
  answer.body['status_reason'],
]

/** An owned merchant that has handed everything in. */
async function handedIn() {
  const owned = await master.add({ send_kyc_link_email: true })
  const token = tokenOf(owned.kyc_link)
  await ask('save', token, { company: whole })
  for (const kind of needed) expect((await upload(token, kind, pdf)).statusCode).toBe(200)
  const answer = await ask('submit', token)
  expect(answer.status, answer.text).toBe(200)
  return { ...owned, token }
}

describe('KYC by its link', () => {
  it('is filled in step by step, names what is missing, and is submitted once', async () => {
    const owned = await master.add({ send_kyc_link_email: true })
    const token = tokenOf(owned.kyc_link)
    expect((await messagesTo(testApp, owned.email_address))[0]?.text).toContain(owned.kyc_link)
    expect(await read(token)).toMatchObject({ kyc_status: 'PENDING', missing: [...Object.keys(whole), ...needed] })
    const early = await ask('submit', token)
    expect(early.body['errors']).toHaveLength(Object.keys(whole).length + needed.length)
    await ask('save', token, { company: { legal_name: 'Coral Bay Ltd' } })
    const far = await master.ask('GET', `/api/merchants/${owned.key}/kyc/progress`)
    expect(far.body.content).toEqual({ done: 1, all: Object.keys(whole).length + needed.length, note: '' })
    await ask('save', token, { company: { ...whole, legal_name: undefined } })
    expect(await read(token)).toMatchObject({ company: whole, missing: [...needed] })
    for (const kind of needed) await upload(token, kind, pdf)
    expect((await ask('submit', token)).body.content).toMatchObject({ kyc_status: 'SUBMITTED', missing: [] })
    expect(reasonOf(await ask('submit', token))).toEqual([409, 'INVALID_STATUS_TYPE'])
    expect(reasonOf(await ask('save', token, { company: {} }))[0]).toBe(409)
    expect((await upload(token, 'bank_statement', pdf)).statusCode).toBe(409)
  })

  it('cannot be guessed or forged, and is void once another is sent or its time is over', async () => {
    const owned = await master.add({ send_kyc_link_email: true })
    const other = await master.add()
    const token = tokenOf(owned.kyc_link)
    const [id = '', signature = ''] = token.split('.')
    const otherId = tokenOf(other.kyc_link).split('.')[0] ?? ''
    for (const forged of [`${otherId}.${signature}`, `${id}.${'A'.repeat(43)}`, 'A'.repeat(66)])
      expect(reasonOf(await ask('read', forged))).toEqual([400, 'LINK_NOT_VALID'])
    expect((await upload('x', 'bank_statement', pdf)).statusCode).toBe(400)
    const resend = () =>
      master.ask('POST', `/api/merchant/${owned.key}/kyc/resend`, {}, { 'x-sub-merchant-key': owned.key })
    expect((await resend()).status).toBe(429)
    testApp.clock.now = new Date(Date.now() + 61_000)
    try {
      expect((await resend()).body['message']).toBe('KYC link sent')
    } finally {
      testApp.clock.now = null
    }
    expect(reasonOf(await ask('read', token))).toEqual([400, 'LINK_NOT_VALID'])
    const texts = (await messagesTo(testApp, owned.email_address)).map(({ text }) => text)
    const newest = /kyc#token=([\w.-]+)/.exec(texts.at(-1) ?? '')?.[1] ?? ''
    expect((await ask('read', newest)).status).toBe(200)
    await testApp.owner.transaction(null, (tx) =>
      tx.query(
        `update kyc_cases set link_expires_at = clock_timestamp() - interval '1 second' where merchant_id = $1`,
        [owned.uuid],
      ),
    )
    expect(reasonOf(await ask('read', newest))).toEqual([400, 'LINK_NOT_VALID'])
  })

  it('draws pictures anew, keeps documents as they are for saving only, and takes nothing else', async () => {
    const owned = await master.add()
    const token = tokenOf(owned.kyc_link)
    const tagged = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#123456' } })
      .withExif({ IFD0: { Copyright: 'CANARY' } })
      .jpeg()
      .toBuffer()
    expect((await upload(token, 'owner_identity', tagged, '../\u202egpj.exe')).statusCode).toBe(200)
    expect((await upload(token, 'owner_identity', pdf)).statusCode).toBe(200)
    for (const bad of [Buffer.from('<svg/>'), Buffer.alloc(0), Buffer.from('%PDF-1.4 cut')])
      expect((await upload(token, 'owner_identity', bad)).statusCode).toBe(400)
    expect((await upload(token, 'owner_identity', Buffer.alloc(20 * 1024 * 1024 + 1))).statusCode).toBe(413)
    expect((await upload(token, 'passport', pdf)).statusCode).toBe(400)
    const { documents } = await read(token)
    expect(documents.map(({ type }) => type).toSorted()).toEqual(['application/pdf', 'image/png'])
    expect(documents[0]?.name).not.toMatch(/\u202e/)
    for (const { document_id, type } of documents) {
      const one = await master.ask(
        'GET',
        `/api/master-merchant/{key}/merchants/${owned.uuid}/kyc/documents/${document_id}`,
      )
      const { data_url } = one.body.content as unknown as { data_url: string }
      expect(data_url.startsWith(`data:${type};base64,`)).toBe(true)
      const bytes = Buffer.from(data_url.split(',')[1] ?? '', 'base64')
      expect(bytes.includes('CANARY')).toBe(false)
      if (type === 'application/pdf') expect(bytes.equals(pdf)).toBe(true)
    }
    const kept = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ content_sealed: Buffer }>('select content_sealed from kyc_documents where merchant_id = $1', [
        owned.uuid,
      ]),
    )
    for (const { content_sealed } of kept) expect(content_sealed.includes('%PDF')).toBe(false)
    for (let more = documents.length; more < 12; more++) await upload(token, 'bank_statement', pdf)
    expect((await upload(token, 'bank_statement', pdf)).statusCode).toBe(400)
    const gone = await ask('remove-document', token, { kyc_document: documents[0]?.document_id })
    expect((gone.body.content as unknown as Kyc).documents).toHaveLength(11)
  })

  it('is opened by a merchant’s own administrator, and fits into the same page', async () => {
    const single = await testApp.addMerchant({ onboarded: false })
    const user = await testApp.signIn(single)
    const answer = await testApp.call(user, 'POST', `/api/merchants/${single.key}/kyc/open`)
    const { kyc_link } = answer.body.content as unknown as { kyc_link: string }
    const again = await testApp.call(user, 'POST', `/api/merchants/${single.key}/kyc/open`)
    expect(again.body.content).toEqual({ kyc_link })
    expect(await read(tokenOf(kyc_link))).toMatchObject({ kyc_status: 'PENDING', reviewable: false })
  })
})

describe('the review', () => {
  it('approves: the merchant is told, and is live once a channel is there', async () => {
    const owned = await handedIn()
    expect(await seen(owned.uuid)).toMatchObject({ kyc_status: 'SUBMITTED', reviewable: true, company: whole })
    const answer = await review(owned.uuid, { decision: 'approve' })
    expect(answer.body['message']).toBe('Review saved')
    expect(answer.body.content).toMatchObject({ kyc_status: 'APPROVED', reviewable: false })
    expect((await messagesTo(testApp, owned.email_address)).at(-1)?.subject).toBe('Owned Shop is approved')
    expect(reasonOf(await review(owned.uuid, { decision: 'reject', note: 'no' }))).toEqual([409, 'INVALID_STATUS_TYPE'])
    const rows = await testApp.owner.transaction(null, (tx) =>
      tx.query<Record<string, unknown>>(
        `select action, actor_merchant_id from audit_events where merchant_id = $1 and action = 'kyc.review'`,
        [owned.uuid],
      ),
    )
    expect(rows).toEqual([{ action: 'kyc.review', actor_merchant_id: master.merchant.merchantId }])
    const history = (object: string, named: string) =>
      master.ask('POST', '/api/audit/history', { object, ref: named }, { 'x-sub-merchant-key': owned.key })
    const acts = (await history('kyc', owned.uuid)).body.content as unknown as { action: string; actor: string }[]
    expect(acts[0]).toMatchObject({ action: 'kyc.review', actor: 'Boss Admin' })
    expect(new Set(acts.map(({ action }) => action.split('.')[0]))).toEqual(new Set(['kyc']))
    expect((await history('kyc', master.merchant.merchantId)).status).toBe(404)
  })

  it('is published as a signed webhook of the type onboarding, in each environment that listens', async () => {
    const owned = await master.add({ send_kyc_link_email: true })
    const sql = <R extends object>(text: string) =>
      testApp.owner.transaction(null, (tx) => tx.query<R>(text, [owned.uuid]))
    for (const environment of ['sandbox', 'live'])
      await sql(
        `insert into webhooks (merchant_id, environment, webhook_id, name, name_lower, url, type, created_at)
         values ($1, '${environment}', gen_random_uuid(), 'hook', 'hook', 'https://shop.example/hook', 'onboarding', now())`,
      )
    const token = tokenOf(owned.kyc_link)
    await ask('save', token, { company: whole })
    for (const kind of needed) await upload(token, kind, pdf)
    await ask('submit', token)
    await review(owned.uuid, { decision: 'reject', note: 'Not a business.' })
    const events = await sql<{ environment: string; body: string }>(
      'select environment, body from webhook_events where merchant_id = $1 order by created_at, environment',
    )
    const bodies = events.map(({ body }) => JSON.parse(body) as Record<string, string>)
    const told = bodies.map((body) =>
      [body['environment'], body['onboarding_status'], body['status_reason']].join(': '),
    )
    expect(told.toSorted()).toEqual([
      'live: REJECTED: Not a business.',
      'live: SUBMITTED: ',
      'sandbox: REJECTED: Not a business.',
      'sandbox: SUBMITTED: ',
    ])
    const { key, secret } = await ownTransaction(
      testApp.serveParts,
      { merchantId: owned.uuid, environment: 'live' },
      { requestId: 'test' },
      merchantSecret,
    )
    for (const { onboarding_type = '', onboarding_status = '', merchant_id = '', signature_hash } of bodies) {
      expect([onboarding_type, merchant_id]).toEqual(['kyc', key])
      expect(signature_hash).toBe(sign({ channel_key: '', merchant_id, onboarding_status, onboarding_type }, secret))
    }
  })

  it('asks again with a reason for each document; only those have to be brought anew', async () => {
    const owned = await handedIn()
    const [first] = (await seen(owned.uuid)).documents
    expect(reasonOf(await review(owned.uuid, { decision: 'ask_again' }))[0]).toBe(400)
    const refused = [{ kyc_document: first?.document_id, reason: 'It cannot be read.' }]
    const asked = await review(owned.uuid, { decision: 'ask_again', note: 'Nearly.', refused })
    expect(asked.status, asked.text).toBe(200)
    const mail = (await messagesTo(testApp, owned.email_address)).at(-1)?.text ?? ''
    for (const part of ['It cannot be read.', 'Nearly.', '/kyc#token=']) expect(mail).toContain(part)
    const now = await read(owned.token)
    expect(now).toMatchObject({ kyc_status: 'RESUBMIT', note: 'Nearly.', missing: [first?.kind] })
    const kept = now.documents.find(({ state }) => state === 'accepted')
    expect((await ask('remove-document', owned.token, { kyc_document: kept?.document_id })).status).toBe(404)
    await upload(owned.token, first?.kind ?? '', pdf)
    expect((await ask('submit', owned.token)).status).toBe(200)
    expect((await review(owned.uuid, { decision: 'reject', note: 'It is no business.' })).status).toBe(200)
    expect(await rowOf(testApp, owned.uuid)).toMatchObject({ kyc_status: 'REJECTED' })
    expect((await ask('submit', owned.token)).status).toBe(409)
  })

  it('is for the merchant’s master alone, and happens once of many concurrent requests', async () => {
    const owned = await handedIn()
    const rival = await masterOf(testApp, 'Rival')
    expect((await review(owned.uuid, { decision: 'approve' }, rival)).status).toBe(404)
    const path = `/api/master-merchant/{key}/merchants/${owned.uuid}/kyc`
    expect((await rival.ask('GET', path)).status).toBe(404)
    const [document] = (await seen(owned.uuid)).documents
    expect((await rival.ask('GET', `${path}/documents/${document?.document_id}`)).status).toBe(404)
    const answers = await Promise.all(
      ['approve', 'approve', 'reject'].map((decision) => review(owned.uuid, { decision, note: 'x' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is left to the operator where the installation says so', async () => {
    const owned = await handedIn()
    testApp.serveParts.services.mastersReviewKyc = false
    try {
      expect(await seen(owned.uuid)).toMatchObject({ reviewable: false })
      expect(reasonOf(await review(owned.uuid, { decision: 'approve' }))).toEqual([409, 'REVIEW_BY_OPERATOR'])
    } finally {
      testApp.serveParts.services.mastersReviewKyc = true
    }
  })

  it('is the operator’s by a command, which shows, writes and decides the same way', async () => {
    const owned = await handedIn()
    const run = { ...testApp.serveParts, database: testApp.owner }
    const list = await kycCommand(run, ['list'])
    expect(list.some((line) => line.includes(owned.key))).toBe(true)
    const folder = await mkdtemp(join(tmpdir(), 'kyc-'))
    const lines = await kycCommand(run, ['show', owned.key, folder])
    expect(lines).toContain('legal_name: Coral Bay Ltd')
    const files = await readdir(folder)
    expect(files).toHaveLength(needed.length)
    expect((await readFile(join(folder, files[0] ?? ''))).equals(pdf)).toBe(true)
    await rm(folder, { recursive: true })
    const [first] = (await seen(owned.uuid)).documents
    for (const wrong of [['approve'], ['approve', 'no-such-key'], ['reject', owned.key], ['burn', owned.key], []])
      await expect(kycCommand(run, wrong)).rejects.toThrow(KycUsage)
    const again = await kycCommand(run, ['ask-again', owned.key, 'Please', `${first?.document_id}=Too dark`])
    expect(again).toEqual([`${owned.key}: RESUBMIT`])
    expect((await read(owned.token)).documents[0]).toMatchObject({ state: 'refused', reason: 'Too dark' })
    await expect(kycCommand(run, ['approve', owned.key])).rejects.toThrow(KycUsage)
    await upload(owned.token, first?.kind ?? '', pdf)
    await ask('submit', owned.token)
    expect(await kycCommand(run, ['approve', owned.key])).toEqual([`${owned.key}: APPROVED`])
  })
})
