import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestSession } from '#test/test-app.ts'
import { dataOf, missingOf, openDeciding, type Deciding, type Waiting } from './fixtures.ts'

let deciding: Deciding
let [ada, bob] = [] as unknown as [TestSession, TestSession]
beforeAll(async () => {
  deciding = await openDeciding()
})
afterAll(() => deciding.close())
beforeEach(async () => {
  ;({ ada, bob } = await deciding.anew(missingOf('a1', 'a2', 'a3')))
})
const seen = ({ proposal_id, digest }: Waiting) => ({ proposal_id, digest })
const later = '2999-01-01 00:00:00'

/** Three proposals, of which the first is by Bob. */
async function proposed(): Promise<Waiting[]> {
  await deciding.act(bob, 'accept', { record_refs: ['1.a.a1'] })
  await deciding.act(ada, 'accept', { record_refs: ['1.a.a2', '1.a.a3'] })
  return deciding.waiting(ada)
}

describe('several proposals', () => {
  it('are approved each for itself: the answer names what is stale, what is refused, and why', async () => {
    const own = (await proposed()).at(-1) as Waiting
    const [one, other] = (await deciding.waiting(bob)).filter(({ proposal_id: id }) => id !== own.proposal_id) as [Waiting, Waiting]
    const unknown = { proposal_id: randomUUID(), digest: '0'.repeat(64) }
    await deciding.sql(`update recon_outcomes set gross = 11 where merchant_id = $1 and key = 'a3'`)
    expect((await deciding.post(bob, 'proposals/approve', { proposals: [unknown] })).status).toBe(404)
    const said = dataOf(await deciding.post(bob, 'proposals/approve', { proposals: [one, other, own].map(seen).concat(unknown) }))
    const changed = said['stale'] as { proposal_id: string }[]
    expect(said).toEqual({
      approved: 1,
      stale: [{ proposal_id: expect.any(String), reason: 'changed' }],
      refused: [{ proposal_id: unknown.proposal_id, reason: 'unknown' }, { proposal_id: own.proposal_id, reason: 'own' }],
    })
    expect(await deciding.states()).toEqual(['approved', 'proposed', 'stale'])
    expect(await deciding.kept()).toEqual([{ act: 'accept', approved_by: 'Test User' }])
    const again = await deciding.post(bob, 'proposals/approve', { proposals: [one, other].map(seen) })
    expect(dataOf<{ refused: object[] }>(again).refused).toEqual(
      [one, other].map(({ proposal_id }) => ({ proposal_id, reason: 'waits_no_more' })),
    )
    expect(changed).toHaveLength(1)
  })

  it('are not approved on other numbers than were seen, and stay as they are', async () => {
    await proposed()
    const [one] = await deciding.waiting(bob)
    const said = await deciding.post(bob, 'proposals/approve', { proposals: [{ ...seen(one as Waiting), digest: '0'.repeat(64) }] })
    expect(dataOf(said)).toEqual({ approved: 0, stale: [{ proposal_id: one?.proposal_id, reason: 'other_numbers' }], refused: [] })
    expect(await deciding.states()).toEqual(['proposed', 'proposed', 'proposed'])
  })

  it('are all that a filter found; what was proposed since it was seen is left alone', async () => {
    await proposed()
    expect((await deciding.post(bob, 'proposals/reject', { filters: { act: 'accept' } })).status).toBe(400)
    const before = { filters: { act: 'accept' }, seen_at: '2020-01-01 00:00:00' }
    expect(dataOf(await deciding.post(bob, 'proposals/reject', before))).toMatchObject({ rejected: 0, refused: [] })
    expect(dataOf(await deciding.post(bob, 'proposals/reject', { ...before, seen_at: later, remark: 'Ask first' }))).toMatchObject({
      rejected: 2,
      refused: [{ reason: 'own' }],
    })
    expect(await deciding.states()).toEqual(['proposed', 'rejected', 'rejected'])
    expect(await deciding.kept()).toEqual([])
  })

  it('are approved once with one key, are in the audit log, and take a recent proof and the right to', async () => {
    await proposed()
    const [body, key] = [{ filters: {}, seen_at: later }, randomUUID()]
    const reader = await deciding.signIn({ roles: ['recon-user'] })
    expect((await deciding.post(reader, 'proposals/approve', body)).status).toBe(403)
    await deciding.sql(`update sessions set proved_at = now() - interval '1 day' where merchant_id = $1 and session_id = $2`, bob.sessionId)
    expect((await deciding.post(bob, 'proposals/approve', body)).status).toBe(403)
    await deciding.sql(`update sessions set proved_at = now() where merchant_id = $1`)
    const first = dataOf(await deciding.post(bob, 'proposals/approve', body, key))
    expect(first).toMatchObject({ approved: 2 })
    expect(dataOf(await deciding.post(bob, 'proposals/approve', body, key))).toEqual(first)
    expect(await deciding.kept()).toHaveLength(2)
    const rows = await deciding.sql<{ changes: object }>(
      `select changes from audit_events where merchant_id = $1 and action = 'recon-decision.approve-several' and result = 'done'`,
    )
    expect(rows.map(({ changes }) => changes)).toEqual([expect.objectContaining({ approved: { before: '', after: '2' } })])
  })
}) // prettier-ignore
