import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DecisionAct } from '#contract/recon-decision-shapes.ts'
import { theirs } from '#server/recon-runs/work-out/sheet-fixtures.ts'
import { close } from '#server/settlements/close.ts'
import { openSettling, openWorkingOut, type WorkingOut } from '#server/settlements/fixtures.ts'
import { decidableOf, refusalOf } from './decidable.ts'
import { keepDecisions, lockPairs } from './keep.ts'
import { leadsOf, membersOf } from './leads.ts'

let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())
type Pair = Awaited<ReturnType<typeof openSettling>>

/** A payment of 100.00 of which 99.50 came, in a batch that is proven. */
async function short(): Promise<Pair> {
  const pair = await openSettling(app)
  await pair.book([{ ref: '1', amount: 10_000 }])
  const line = { batch: 'B1', net_currency: 'EUR', booked_on: '2026-10-02' }
  const out = { ref: 'OUT', type: 'payout', payment_ref: '', merchant_ref: '', gross: '', net: '-99.50' }
  await pair.load('b', theirs({ ...line, ref: '1', gross: '99.50', net: '99.50' }, { ...line, ...out }))
  await pair.run()
  return pair
}
const closing = async (pair: Pair) => {
  const [of] = await pair.settlements()
  return pair.transaction((ctx) =>
    close(ctx, of?.settlement_id ?? '', { version: of?.version ?? 0, by: 'test', isByTwo: false }),
  )
}
const shown = async (pair: Pair) =>
  (await pair.outcomes()).find(({ is_lead: isLead, type }) => isLead && type === 'payment')
const decide = async (pair: Pair, act: DecisionAct) => {
  const of = await shown(pair)
  return pair.transaction(async (ctx) => {
    await lockPairs(ctx, [1])
    const [lead] = await leadsOf(ctx, [`1.${of?.side}.${of?.key}`])
    if (!lead) throw new Error('none')
    const refused = refusalOf(act, lead)
    if (refused !== null) return refused
    await keepDecisions(ctx, [decidableOf(act, lead, await membersOf(ctx, 'group_id', [1], [lead.group_id]))], { decidedBy: 'Ada', reason: '' })
    return 'kept'
  })
} // prettier-ignore
const sane = async (pair: Pair) => [...(await pair.findings()), ...(await pair.ledgerFindings())]

describe('a decision', () => {
  it.each(['accept', 'write_off'] as const)('to %s after the closing is posted at once, and the next run closes its exception; lifted, it is open again', async (act) => {
    const pair = await short()
    await closing(pair)
    expect(await shown(pair)).toMatchObject({ status: 'amount_mismatch', is_open: true })
    expect((await pair.books())['recon_suspense']).toBe(50)
    expect(await decide(pair, act)).toBe('kept')
    expect((await pair.books())['recon_suspense']).toBeUndefined()
    const before = await pair.sql(`select count(*)::int as count from recon_outcomes where merchant_id = $1 and is_open and until_run > 1`)
    expect((await pair.run()).changed).toBe(2)
    expect(await shown(pair)).toMatchObject({ status: 'amount_mismatch', is_open: false, decision: act, from_run: 2 })
    expect(await pair.sql(`select count(*)::int as count from recon_outcomes where merchant_id = $1 and is_open and from_run = 1`)).toEqual(before)
    expect((await pair.run()).changed).toBe(0)
    expect(await sane(pair)).toEqual([])
    await pair.sql(`update recon_decisions set lifted_at = now(), lifted_by = 'Ada' where merchant_id = $1`)
    await pair.run()
    expect(await shown(pair)).toMatchObject({ is_open: true, decision: '' })
  })

  it('that no run has seen keeps its settlement from being closed, so that what is frozen is what was decided', async () => {
    const pair = await short()
    expect(await decide(pair, 'write_off')).toBe('kept')
    await expect(closing(pair)).rejects.toMatchObject({ fault: 'settlementState' })
    await pair.run()
    await closing(pair)
    expect(await shown(pair)).toMatchObject({ is_open: false, decision: 'write_off' })
    expect((await pair.books())['recon_suspense']).toBeUndefined()
    expect(await sane(pair)).toEqual([])
  })

  it.each(['unmatch', 'match', 'not_ours', 'expect'] as const)('to %s is none for a closed settlement', async (act) => {
    const pair = await short()
    await closing(pair)
    expect(await decide(pair, act)).toMatch(act === 'match' ? 'no_suggestion' : 'closed')
  })
}) // prettier-ignore
