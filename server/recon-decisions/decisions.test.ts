import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestSession } from '#test/test-app.ts'
import { answered, dataOf, openDeciding, type Deciding } from './fixtures.ts'

let deciding: Deciding
let [ada, bob] = [] as unknown as [TestSession, TestSession]
beforeAll(async () => {
  deciding = await openDeciding()
})
afterAll(() => deciding.close())
beforeEach(async () => {
  ;({ ada, bob } = await deciding.anew(answered))
})

describe('exceptions', () => {
  it('are one record of each match that is open, with age and owner, by any filter', async () => {
    const list = async (filters: object) => {
      const { body, status, text } = await deciding.post(ada, 'exceptions/list', { filters })
      if (status !== 200) throw new Error(text)
      return body.content as unknown as {
        transaction_id: string
        owner_name: string
        age: number
        age_bucket: string
      }[]
    }
    expect((await list({})).map(({ transaction_id }) => transaction_id).toSorted()).toEqual([
      'P1',
      'P2',
      'P4',
      'P8',
      'P9',
    ])
    expect(await list({ status: 'amount_mismatch' })).toMatchObject([{ transaction_id: 'P1' }])
    const [one] = await list({ status: 'amount_mismatch' })
    expect(await list({ status: 'amount_mismatch', age_bucket: one?.age_bucket })).toHaveLength(1)
    expect(await deciding.act(ada, 'assign', { record_refs: ['1.b.b1'], owner_id: bob.subUserId })).toMatchObject({ applied: 1 })
    expect(await list({ owner_id: bob.subUserId })).toMatchObject([{ transaction_id: 'P1' }])
    await deciding.act(ada, 'comment', { filters: {}, reason: 'Asked the bank' })
    expect(dataOf(await deciding.testApp.call(ada, 'GET', '/api/recon/exceptions/1.a.a2'))).toMatchObject({
      comments: [{ text: 'Asked the bank' }],
    })
  })

  it('are decided by one person where no money is given up, and want a run', async () => {
    expect(await deciding.act(ada, 'not_ours', { record_refs: ['1.b.b2', '1.a.a2'] })).toMatchObject({
      applied: 1,
      refused: 1,
      why: [{ record_ref: '1.a.a2', reason: 'not_for_this' }],
    })
    expect(await deciding.act(ada, 'expect', { record_refs: ['1.a.a2'], until_day: '2999-01-01' })).toMatchObject({ applied: 1 })
    expect(await deciding.kept()).toMatchObject([{ act: 'not_ours' }, { act: 'expect' }])
    expect(
      await deciding.sql(`select wanted_causes from recon_pairs where merchant_id = $1 and wanted_at is not null`),
    ).toHaveLength(1)
    expect(await deciding.act(ada, 'accept', { record_refs: ['1.a.a2'] })).toMatchObject({
      applied: 0,
      proposed: 0,
      why: [{ reason: 'waits' }],
    })
  })

  it('of another merchant are unknown, and the same key does nothing twice', async () => {
    const other = await deciding.testApp.signIn(await deciding.testApp.addMerchant())
    expect((await deciding.post(other, 'exceptions/act', { act: 'accept', record_refs: ['1.a.a1'] })).status).toBe(404)
    const key = randomUUID()
    const body = { act: 'accept', record_refs: ['1.a.a1'] }
    for (let again = 0; again < 2; again += 1)
      expect(dataOf(await deciding.post(ada, 'exceptions/act', body, key))).toMatchObject({ proposed: 1 })
    expect(await deciding.waiting(ada)).toHaveLength(1)
  })

  it('match by one person where the sums are equal; a difference is proposed', async () => {
    expect(dataOf(await deciding.post(ada, 'exceptions/match', { a: ['1.a.a2'], b: ['1.b.b2', '1.b.b3'] }))).toMatchObject({
      applied: 1,
      proposed: 0,
    })
    expect(dataOf(await deciding.post(ada, 'exceptions/match', { a: ['1.a.a4'], b: ['1.b.b2'] }))).toMatchObject({
      applied: 0,
      why: [{ reason: 'waits' }],
    })
    expect((await deciding.post(ada, 'exceptions/match', { a: ['1.a.a1'], b: ['1.b.b2'] })).status).toBe(409)
    expect((await deciding.post(ada, 'exceptions/match', { a: ['1.a.a1'], b: ['1.b.b1'] })).status).toBe(409)
    expect((await deciding.post(ada, 'exceptions/match', { a: ['1.a.none'], b: ['1.b.b2'] })).status).toBe(404)
  })

  it('that no answer knows are refused by name, and a payment is not matched with a refund', async () => {
    expect(await deciding.act(ada, 'accept', { record_refs: ['1.a.a1', '1.a.none'] })).toMatchObject({
      proposed: 1,
      why: [{ record_ref: '1.a.none', reason: 'unknown' }],
    })
    await deciding.sql(`update recon_outcomes set type = 'refund' where merchant_id = $1 and key = 'b2'`)
    expect(dataOf(await deciding.post(ada, 'exceptions/match', { a: ['1.a.a4'], b: ['1.b.b2'] }))).toMatchObject({
      applied: 0,
      why: [{ reason: 'several_types' }],
    })
  })

  it('are given only to who may look at them, and not for a day that has passed', async () => {
    const stranger = await deciding.signIn({ roles: ['payment-user'] })
    const assign = (body: object) => deciding.post(ada, 'exceptions/act', { act: 'assign', record_refs: ['1.a.a2'], ...body })
    expect((await assign({ owner_id: stranger.subUserId })).status).toBe(404)
    expect((await assign({ owner_id: bob.subUserId, until_day: '2020-01-01' })).status).toBe(400)
    expect((await assign({ act: 'comment', reason: 'For Bob', owner_id: bob.subUserId })).status).toBe(400)
    for (const owner_id of [bob.subUserId, ada.subUserId]) expect(dataOf(await assign({ owner_id, until_day: '2999-01-01' }))).toMatchObject({ applied: 1 })
    expect(await deciding.sql(`select owner_id from recon_owners where merchant_id = $1`)).toEqual([{ owner_id: ada.subUserId }])
    expect(dataOf(await assign({}))).toMatchObject({ applied: 1 })
    expect(await deciding.sql(`select owner_id from recon_owners where merchant_id = $1`)).toEqual([{ owner_id: null }])
  })

  it('keep what was said and asked of them when they are matched: the mail has both sides and no button', async () => {
    await deciding.act(ada, 'comment', { record_refs: ['1.a.a1'], reason: 'Called them' })
    const question = { to: 'help@provider.example', message: 'https://shop.example/list' }
    expect(dataOf(await deciding.post(ada, 'exceptions/ask', { record_refs: ['1.a.a1'], ...question }))).toEqual({ sent_to: question.to, records: 1 })
    const [mail] = await deciding.mails()
    for (const text of ['P1', 'amount -1.00 SGD', 'SIMULATOR_TXN', 'SIMULATOR_SETTLEMENT']) expect(mail).toContain(text)
    expect(mail).not.toMatch(/^https:/mu)
    await deciding.keep([{ key: 'a1', side: 'a', status: 'missing_in_settlement' }])
    const { body } = await deciding.testApp.call(ada, 'GET', '/api/recon/exceptions/1.a.a1')
    expect(body['data']).toMatchObject({ comments: [{ text: 'Called them' }], questions: [{ sent_to: question.to, state: expect.any(String) }] })
  })

  it('are decided not before a run that has ended while the decision waited for its pair', async () => {
    await deciding.keep([{ key: 'late', side: 'a', status: 'missing_in_settlement' }])
    await deciding.sql(`update recon_runs set begun_at = date_trunc('second', now()) + interval '1 minute' where merchant_id = $1`)
    await deciding.act(ada, 'expect', { record_refs: ['1.a.late'], until_day: '2999-01-01' })
    const { body } = await deciding.testApp.call(ada, 'GET', '/api/recon/exceptions/1.a.late')
    expect(body['data']).toMatchObject({ waits_for: 'run' })
  })

  it('are asked about in one mail, of up to 100, and each keeps the question', async () => {
    const keys = Array.from({ length: 101 }, (_, at) => `q${at}`)
    await deciding.keep(keys.map((key) => ({ key, side: 'a', status: 'missing_in_settlement', merchant_ref: key })))
    const before = (await deciding.mails()).length
    const to = 'many@provider.example'
    const ask = (of: readonly string[]) => deciding.post(ada, 'exceptions/ask', { record_refs: of.map((key) => `1.a.${key}`), to })
    expect((await ask(keys)).status).toBe(400)
    expect(dataOf(await ask(keys.slice(1)))).toEqual({ sent_to: to, records: 100 })
    const mails = await deciding.mails()
    expect(mails).toHaveLength(before + 1)
    for (const key of keys.slice(1)) expect(mails.some((mail) => mail.includes(key))).toBe(true)
    const { body } = await deciding.testApp.call(ada, 'GET', '/api/recon/exceptions/1.a.q7')
    expect(body['data']).toMatchObject({ comments: [], questions: [{ sent_to: to }] })
  })
}) // prettier-ignore
