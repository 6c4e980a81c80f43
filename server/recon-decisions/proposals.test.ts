import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestSession } from '#test/test-app.ts'
import { answered, dataOf, openDeciding, type Deciding, type Waiting } from './fixtures.ts'
import { outdate } from './present.ts'
import { waitingOf } from './proposals.ts'

let deciding: Deciding
let [ada, bob] = [] as unknown as [TestSession, TestSession]
beforeAll(async () => {
  deciding = await openDeciding()
})
afterAll(() => deciding.close())
beforeEach(async () => {
  ;({ ada, bob } = await deciding.anew(answered))
})
const approve = (as: TestSession, { proposal_id: id, digest }: Pick<Waiting, 'proposal_id' | 'digest'>) =>
  deciding.post(as, `proposals/${id}/approve`, { digest })

describe('a proposal', () => {
  it('is approved by another person on the numbers shown, and not by whoever made it', async () => {
    await deciding.act(ada, 'write_off', { record_refs: ['1.a.a1'], reason: 'Rounding' })
    const [one] = await deciding.waiting(ada)
    if (!one) throw new Error('none')
    expect((await approve(ada, one)).body).toMatchObject({ status_reason: 'RECON_OWN_PROPOSAL' })
    expect((await approve(bob, { ...one, digest: '0'.repeat(64) })).body).toMatchObject({ status_reason: 'RECON_PROPOSAL_STALE' })
    expect(dataOf(await approve(bob, one))).toMatchObject({ state: 'approved', is_lone: false })
    expect(await deciding.kept()).toMatchObject([{ act: 'write_off' }])
    expect((await approve(bob, one)).status).toBe(409)
  })

  it('is stale once anything that it showed has changed', async () => {
    await deciding.act(ada, 'accept', { record_refs: ['1.a.a1'] })
    const [one] = await deciding.waiting(ada)
    if (!one) throw new Error('none')
    await deciding.sql(`update recon_outcomes set amount_off = -2 where merchant_id = $1 and key = 'a1'`)
    expect(await approve(bob, one)).toMatchObject({ status: 409 })
    expect(await deciding.sql(`select state from recon_proposals where merchant_id = $1`)).toEqual([{ state: 'stale' }])
    expect(await deciding.kept()).toEqual([])
  })

  it('is stale as soon as an answer says something else, and what it was about can be proposed again', async () => {
    await deciding.act(ada, 'accept', { record_refs: ['1.a.a1', '1.a.a2'] })
    await deciding.sql(`update recon_outcomes set amount_off = -2 where merchant_id = $1 and key = 'a1'`)
    await deciding.inTransaction(async (ctx) => outdate(ctx, await waitingOf(ctx, { msmId: 1 })))
    expect(await deciding.states()).toEqual(['proposed', 'stale'])
    expect(await deciding.act(ada, 'accept', { record_refs: ['1.a.a1', '1.a.a2'] })).toMatchObject({ proposed: 1, why: [{ reason: 'waits' }] })
    const newest = (await deciding.waiting(ada))[0]
    expect(dataOf(await approve(bob, newest as Waiting))).toMatchObject({ shown: { amount_off: '-2' } })
  })

  it('of a lone administrator may be approved by them, and the audit log says so', async () => {
    await deciding.sql(`update sub_users set is_active = false where merchant_id = $1 and sub_user_id = $2`, bob.subUserId)
    await deciding.act(ada, 'accept', { record_refs: ['1.a.a1'] })
    const [one] = await deciding.waiting(ada)
    expect(dataOf(await approve(ada, one ?? { proposal_id: '', digest: '' }))).toMatchObject({ state: 'approved', is_lone: true })
    expect(await deciding.sql(`select 1 from audit_events where merchant_id = $1 and action = 'recon-decision.approve' and changes::text like '%alone%'`)).toHaveLength(1)
  })

  it('of a master for its merchant waits for another of either of them', async () => {
    const master = await deciding.testApp.addMerchant({ kind: 'master' })
    const [first, second] = [await deciding.testApp.signIn(master), await deciding.testApp.signIn(master)]
    await deciding.anew(answered, master.merchantId)
    const off = (all: readonly TestSession[]) =>
      deciding.testApp.owner.transaction(null, (tx) =>
        tx.query(`update sub_users set is_active = false where sub_user_id = any ($1::uuid[])`, [all.map(({ subUserId }) => subUserId)]))
    await deciding.sql(`update merchants set master_access = true where merchant_id = $1`)
    await deciding.sql(`update sub_users set is_active = false where merchant_id = $1`)
    expect(dataOf(await deciding.postFor(first, 'exceptions/act', { act: 'accept', record_refs: ['1.a.a1'] }))).toMatchObject({ proposed: 1 })
    const [one] = await deciding.sql<Waiting>(`select proposal_id, digest from recon_proposals where merchant_id = $1`)
    const own = () => deciding.postFor(first, `proposals/${one?.proposal_id}/approve`, { digest: one?.digest })
    expect((await own()).body).toMatchObject({ status_reason: 'RECON_OWN_PROPOSAL' })
    await off([second])
    expect(dataOf(await own())).toMatchObject({ state: 'approved', is_lone: true })
  })

  it('is not needed below the limit of its currency', async () => {
    dataOf(await deciding.post(bob, 'decision-limits', { currency: 'SGD', amount: '1.00' }))
    expect(await deciding.act(ada, 'accept', { record_refs: ['1.a.a1'] })).toMatchObject({ proposed: 1 })
    await deciding.post(ada, `proposals/${(await deciding.waiting(ada))[0]?.proposal_id}/withdraw`)
    dataOf(await deciding.post(bob, 'decision-limits', { currency: 'SGD', amount: '1.01' }))
    expect(await deciding.act(ada, 'accept', { record_refs: ['1.a.a1'] })).toMatchObject({ applied: 1, proposed: 0 })
  })

  it('has one outcome, whoever approves, rejects and withdraws at once', async () => {
    await deciding.act(ada, 'accept', { record_refs: ['1.a.a1'] })
    const [one] = await deciding.waiting(ada)
    if (!one) throw new Error('none')
    const at = `proposals/${one.proposal_id}`
    const answers = await Promise.all([approve(bob, one), approve(bob, one), deciding.post(bob, `${at}/reject`), deciding.post(ada, `${at}/withdraw`)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const [row] = await deciding.sql<{ state: string }>(`select state from recon_proposals where merchant_id = $1`)
    expect(await deciding.kept()).toHaveLength(row?.state === 'approved' ? 1 : 0)
  })
}) // prettier-ignore
