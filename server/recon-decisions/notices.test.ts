import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tellAbove, tellLate } from '#server/recon-runs/tell-open.ts'
import { findRun } from '#server/recon-runs/queries.ts'
import { runJobs } from '#test/run-jobs.ts'
import type { TestSession } from '#test/test-app.ts'
import { dataOf, missingOf, openDeciding, type Deciding } from './fixtures.ts'

let deciding: Deciding
let [ada, bob] = [] as unknown as [TestSession, TestSession]
beforeAll(async () => {
  deciding = await openDeciding()
})
afterAll(() => deciding.close())
beforeEach(async () => {
  ;({ ada, bob } = await deciding.anew(missingOf('a1', 'a2', 'a3')))
})
const told = (kind: string) =>
  deciding.sql<{ facts: Record<string, string> }>(
    `select facts from notices where merchant_id = $1 and kind = $2 order by created_at, notice_id`,
    kind,
  )

describe('people are told', () => {
  it('of proposals that wait, once for an act; whoever proposed them is not, nor who may not approve', async () => {
    const reader = await deciding.signIn({ roles: ['recon-user'] })
    await deciding.act(ada, 'accept', { record_refs: ['1.a.a1', '1.a.a2'] })
    await deciding.act(ada, 'accept', { record_refs: ['1.a.a1'] })
    await runJobs(deciding.testApp, { names: ['tell-notice'] })
    expect(await told('recon_approval_waiting')).toEqual([{ facts: { by: 'Test User', proposals: '2' } }])
    const who = await deciding.sql<{ sub_user_id: string }>(
      `select n.sub_user_id from notifications n join notices o using (merchant_id, notice_id) where n.merchant_id = $1 and o.kind = 'recon_approval_waiting'`,
    )
    expect(who).toEqual([{ sub_user_id: bob.subUserId }])
    expect(reader.subUserId).not.toBe(bob.subUserId)
  })

  it.each([
    ['settlement', 'recon_settlement_late', 'transactions', 'SIMULATOR_TXN'],
    ['bank', 'recon_payout_late', 'payouts', 'SIMULATOR_TXN'],
  ])('of what is late of the %s leg, once for each day on which something of it was due', async (leg, kind, what, source) => {
    await deciding.sql(`update recon_pairs set leg = $2 where merchant_id = $1`, leg)
    const tell = async () => {
      const [row] = await deciding.sql<{ run_id: string }>(`select run_id from recon_runs where merchant_id = $1`)
      await deciding.inTransaction(async (ctx) => {
        const run = await findRun(ctx, row?.run_id ?? '')
        if (run) await tellLate(ctx, run)
      })
      return told(kind)
    }
    expect(await tell()).toEqual([])
    const due = (key: string, day: string) => deciding.sql(`update recon_outcomes set due_on = $2 where merchant_id = $1 and key = $3`, day, key)
    await due('a1', '2026-10-31')
    expect(await tell()).toEqual([])
    await due('a1', '2026-10-28')
    await due('a2', '2026-10-27')
    for (let again = 0; again < 2; again += 1)
      expect(await tell()).toMatchObject([{ facts: { source, day: '2026-10-28', [what]: '2' } }])
    await due('a3', '2026-10-29')
    expect(await tell()).toMatchObject([{}, { facts: { day: '2026-10-29', [what]: '3' } }])
  })

  it('of open exceptions above the count or the sum of a currency, once until they are below it', async () => {
    const tell = async () => {
      await deciding.inTransaction(tellAbove)
      return told('recon_exceptions_above')
    }
    const limit = async (body: object) => dataOf<unknown[]>(await deciding.post(bob, 'decision-limits', { currency: 'SGD', ...body }))
    expect(await tell()).toEqual([])
    expect(await limit({ notice_count: 3, notice_amount: '30.00' })).toMatchObject([{ amount: '0', notice_count: 3, notice_amount: '30' }])
    expect(await tell()).toEqual([])
    await deciding.keep(missingOf('a4'))
    const once = [{ facts: { currency: 'SGD', exceptions: '4', amount: '40.00 SGD' } }]
    for (let again = 0; again < 2; again += 1) expect(await tell()).toEqual(once)
    await deciding.sql(`update recon_outcomes set is_open = false where merchant_id = $1 and key in ('a3', 'a4')`)
    expect(await tell()).toEqual(once)
    await deciding.sql(`update recon_outcomes set gross = 1000 where merchant_id = $1 and key = 'a1'`)
    expect(await tell()).toMatchObject([{}, { facts: { exceptions: '2', amount: '1010.00 SGD' } }])
    await limit({ notice_amount: null })
    expect(await limit({ amount: '5.00' })).toMatchObject([{ amount: '5', notice_count: 3, notice_amount: null }])
    expect(await tell()).toHaveLength(2)
  })
}) // prettier-ignore
