import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { keepAnswer, type Told } from '#server/recon-records/fixtures.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'

let testApp: TestApp
let [merchant, ada, bob] = [] as unknown as [TestMerchant, TestSession, TestSession]
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
const told: Told[] = [
  { key: 'a1', side: 'a', status: 'amount_mismatch', group: 'g1', is_lead: true, amount_off: '-1', provider_ref: 'P1' },
  {
    key: 'b1',
    side: 'b',
    day: '2026-10-01',
    status: 'amount_mismatch',
    group: 'g1',
    is_lead: false,
    gross: '9',
    provider_ref: 'P1',
  },
  { key: 'a2', side: 'a', status: 'missing_in_settlement', gross: '10', provider_ref: 'P2' },
  { key: 'a4', side: 'a', status: 'missing_in_settlement', gross: '7', provider_ref: 'P4' },
  {
    key: 'b2',
    side: 'b',
    is_lead: true,
    day: '2026-10-01',
    status: 'missing_in_transactions',
    gross: '6',
    provider_ref: 'P8',
  },
  {
    key: 'b3',
    side: 'b',
    is_lead: true,
    day: '2026-10-01',
    status: 'missing_in_transactions',
    gross: '4',
    provider_ref: 'P9',
  },
]
const keep = (records: readonly Told[]) => {
  const { database, services } = testApp.serveParts
  const owner = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
  return ownTransaction({ database, services, now: () => new Date() }, owner, { requestId: 'test' }, (ctx) =>
    keepAnswer(ctx, {}, records),
  )
}
beforeEach(async () => {
  merchant = await testApp.addMerchant()
  ada = await testApp.signIn(merchant)
  bob = await testApp.signIn(merchant, { roles: ['recon-admin'] })
  await keep(told)
})
const post = (as: TestSession, path: string, body: object = {}, key = randomUUID()) =>
  testApp.call(as, 'POST', `/api/recon/${path}`, body, { 'idempotency-key': key })
const dataOf = <T = Record<string, unknown>>(answer: Answer): T => {
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body['data'] as T
}
const sql = <R extends object>(text: string, ...values: unknown[]) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(text, [merchant.merchantId, ...values]))
const act = async (what: string, body: object, as = ada) =>
  dataOf(await post(as, 'exceptions/act', { act: what, ...body }))
const kept = () =>
  sql<{ act: string; decided_by: string }>(`select act from recon_decisions where merchant_id = $1 order by decided_at`)
const waiting = async () => {
  const { body, status, text } = await post(ada, 'proposals/list', { filters: { state: 'proposed' } })
  if (status !== 200) throw new Error(text)
  return body.content as unknown as { proposal_id: string; digest: string; act: string }[]
}
const approve = (as: TestSession, { proposal_id: id, digest }: { proposal_id: string; digest: string }) =>
  post(as, `proposals/${id}/approve`, { digest })

describe('exceptions', () => {
  it('are one record of each match that is open, with age and owner, by any filter', async () => {
    const list = async (filters: object) => {
      const { body, status, text } = await post(ada, 'exceptions/list', { filters })
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
    expect(await act('assign', { record_refs: ['1.b.b1'], owner_id: bob.subUserId })).toMatchObject({ applied: 1 })
    expect(await list({ owner_id: bob.subUserId })).toMatchObject([{ transaction_id: 'P1' }])
    await act('comment', { filters: {}, reason: 'Asked the bank' })
    expect(dataOf(await testApp.call(ada, 'GET', '/api/recon/exceptions/1.a.a2'))).toMatchObject({
      comments: [{ text: 'Asked the bank' }],
    })
  })

  it('are decided by one person where no money is given up, and want a run', async () => {
    expect(await act('not_ours', { record_refs: ['1.b.b2', '1.a.a2'] })).toMatchObject({
      applied: 1,
      refused: 1,
      why: [{ record_ref: '1.a.a2', reason: 'not_for_this' }],
    })
    expect(await act('expect', { record_refs: ['1.a.a2'], until_day: '2999-01-01' })).toMatchObject({ applied: 1 })
    expect(await kept()).toMatchObject([{ act: 'not_ours' }, { act: 'expect' }])
    expect(
      await sql(`select wanted_causes from recon_pairs where merchant_id = $1 and wanted_at is not null`),
    ).toHaveLength(1)
    expect(await act('accept', { record_refs: ['1.a.a2'] })).toMatchObject({
      applied: 0,
      proposed: 0,
      why: [{ reason: 'waits' }],
    })
  })

  it('of another merchant are unknown, and the same key does nothing twice', async () => {
    const other = await testApp.signIn(await testApp.addMerchant())
    expect((await post(other, 'exceptions/act', { act: 'accept', record_refs: ['1.a.a1'] })).status).toBe(404)
    const key = randomUUID()
    const body = { act: 'accept', record_refs: ['1.a.a1'] }
    for (let again = 0; again < 2; again += 1)
      expect(dataOf(await post(ada, 'exceptions/act', body, key))).toMatchObject({ proposed: 1 })
    expect(await waiting()).toHaveLength(1)
  })

  it('match by one person where the sums are equal; a difference is proposed', async () => {
    expect(dataOf(await post(ada, 'exceptions/match', { a: ['1.a.a2'], b: ['1.b.b2', '1.b.b3'] }))).toMatchObject({
      applied: 1,
      proposed: 0,
    })
    expect(dataOf(await post(ada, 'exceptions/match', { a: ['1.a.a4'], b: ['1.b.b2'] }))).toMatchObject({
      applied: 0,
      why: [{ reason: 'waits' }],
    })
    expect((await post(ada, 'exceptions/match', { a: ['1.a.a1'], b: ['1.b.b2'] })).status).toBe(409)
  })
})

describe('a proposal', () => {
  it('is approved by another person on the numbers shown, and not by whoever made it', async () => {
    await act('write_off', { record_refs: ['1.a.a1'], reason: 'Rounding' })
    const [one] = await waiting()
    if (!one) throw new Error('none')
    expect((await approve(ada, one)).body).toMatchObject({ status_reason: 'RECON_OWN_PROPOSAL' })
    expect((await approve(bob, { ...one, digest: '0'.repeat(64) })).body).toMatchObject({ status_reason: 'RECON_PROPOSAL_STALE' })
    expect(dataOf(await approve(bob, one))).toMatchObject({ state: 'approved', is_lone: false })
    expect(await kept()).toMatchObject([{ act: 'write_off' }])
    expect((await approve(bob, one)).status).toBe(409)
  })

  it('is stale once anything that it showed has changed', async () => {
    await act('accept', { record_refs: ['1.a.a1'] })
    const [one] = await waiting()
    if (!one) throw new Error('none')
    await sql(`update recon_outcomes set amount_off = -2 where merchant_id = $1 and key = 'a1'`)
    expect(await approve(bob, one)).toMatchObject({ status: 409 })
    expect(await sql(`select state from recon_proposals where merchant_id = $1`)).toEqual([{ state: 'stale' }])
    expect(await kept()).toEqual([])
  })

  it('of a lone administrator may be approved by them, and the audit log says so', async () => {
    await sql(`update sub_users set is_active = false where merchant_id = $1 and sub_user_id = $2`, bob.subUserId)
    await act('accept', { record_refs: ['1.a.a1'] })
    const [one] = await waiting()
    expect(dataOf(await approve(ada, one ?? { proposal_id: '', digest: '' }))).toMatchObject({ state: 'approved', is_lone: true })
    expect(await sql(`select 1 from audit_events where merchant_id = $1 and action = 'recon-decision.approve' and changes::text like '%alone%'`)).toHaveLength(1)
  })

  it('is not needed below the limit of its currency', async () => {
    dataOf(await post(bob, 'decision-limits', { currency: 'SGD', amount: '1.00' }))
    expect(await act('accept', { record_refs: ['1.a.a1'] })).toMatchObject({ proposed: 1 })
    await post(ada, `proposals/${(await waiting())[0]?.proposal_id}/withdraw`)
    dataOf(await post(bob, 'decision-limits', { currency: 'SGD', amount: '1.01' }))
    expect(await act('accept', { record_refs: ['1.a.a1'] })).toMatchObject({ applied: 1, proposed: 0 })
  })

  it('has one outcome, whoever approves, rejects and withdraws at once', async () => {
    await act('accept', { record_refs: ['1.a.a1'] })
    const [one] = await waiting()
    if (!one) throw new Error('none')
    const at = `proposals/${one.proposal_id}`
    const answers = await Promise.all([approve(bob, one), approve(bob, one), post(bob, `${at}/reject`), post(ada, `${at}/withdraw`)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const [row] = await sql<{ state: string }>(`select state from recon_proposals where merchant_id = $1`)
    expect(await kept()).toHaveLength(row?.state === 'approved' ? 1 : 0)
  })
}) // prettier-ignore
