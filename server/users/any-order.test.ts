import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles, type Role } from '#contract/access.ts'
import { rulesOf } from '#contract/grants.ts'
import { createApp } from '#server/app.ts'
import { hashToken, newToken } from '#server/kit/auth/token.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { pathOf, reasonOf, update } from './fixtures.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
const sql = <R extends object>(text: string, values: unknown[] = []) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(text, values))

interface Held {
  sub_user_id: string
  roles: Role[]
  is_active: boolean
}
const usersOf = ({ merchantId }: TestMerchant) =>
  sql<Held>('select sub_user_id, roles, is_active from sub_users where merchant_id = $1 order by 1', [merchantId])
const administrators = (users: Held[]) => users.filter((user) => user.is_active && user.roles.includes('admin'))

/** Signs a user in again after their sessions were ended; the old token is invalid. */
async function awake(session: TestSession): Promise<TestSession> {
  const token = newToken()
  await sql('update sessions set ended_at = null, proved_at = now() where session_id = $1', [session.sessionId])
  await sql(
    `insert into session_tokens (token_hash, merchant_id, session_id, environment, created_at) values ($1, $2, $3, 'sandbox', now())`,
    [hashToken(token), session.merchant.merchantId, session.sessionId],
  )
  return { ...session, token }
}

const steps = fc.array(
  fc.record({
    by: fc.nat(5),
    to: fc.nat(4),
    change: fc.oneof(
      fc.record({ roles: fc.subarray([...roles], { minLength: 1, maxLength: 3 }) }),
      fc.record({
        roles: fc.constantFrom<Role[]>(['admin'], ['sub-admin'], ['payment-user'], ['admin', 'recon-user']),
      }),
      fc.record({ is_active: fc.boolean() }),
    ),
  }),
  { minLength: 8, maxLength: 20 },
)

describe('in any order', () => {
  it('a merchant keeps an administrator, nobody grants rights that they lack, nobody grants to themselves', async () => {
    let changed = 0
    let refused = 0
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const boss = await testApp.addMerchant({ kind: 'master' })
        const merchant = await testApp.addMerchant({ kind: 'managed', masterId: boss.merchantId })
        await sql('update merchants set master_access = true where merchant_id = $1', [merchant.merchantId])
        const start: Role[][] = [['admin'], ['admin'], ['sub-admin'], ['payment-admin'], ['payment-user']]
        const sessions: TestSession[] = []
        for (const held of start) sessions.push(await testApp.signIn(merchant, { roles: held }))
        // The master's, who is nobody of the merchant's own.
        const actors = [...sessions, { ...(await testApp.signIn(boss)), merchant }]
        for (const { by, to, change } of sequence) {
          const [actor, target] = [actors[by], actors[to]] as [TestSession, TestSession]
          const before = await usersOf(merchant)
          const of = (users: Held[], { subUserId }: TestSession) =>
            users.find((one) => one.sub_user_id === subUserId) as Held
          const answer = await update(testApp, by === 5 ? actor : await awake(actor), target.subUserId, change)
          const after = await usersOf(merchant)
          expect(administrators(after).length, JSON.stringify({ by, to, change })).toBeGreaterThan(0)
          if (answer.status !== 200) {
            refused += 1
            expect(answer.status).toBeLessThan(500)
            expect(after).toEqual(before)
            continue
          }
          const granter = by === 5 ? { roles: ['admin' as const] } : of(before, actor)
          const [was, is] = [of(before, target), of(after, target)]
          const rights = ({ roles: held, is_active }: Held) => (is_active ? rulesOf(held) : [])
          const gained = rights(is).filter((rule) => !rights(was).includes(rule))
          expect(rulesOf(granter.roles)).toEqual(expect.arrayContaining(gained))
          const same = JSON.stringify(was) === JSON.stringify(is)
          if (!same && !granter.roles.includes('admin')) expect(was.roles.concat(is.roles)).not.toContain('admin')
          if (by === to) expect(is).toEqual(was)
          if (!same) changed += 1
          for (const other of sessions.filter((one) => one !== target))
            expect(of(after, other)).toEqual(of(before, other))
        }
      }),
      { numRuns: 12 },
    )
    expect(changed).toBeGreaterThan(10)
    expect(refused).toBeGreaterThan(10)
  }, 60_000)

  it('two administrators who demote or deactivate each other at the same moment leave one', async () => {
    for (let round = 0; round < 12; round++) {
      const merchant = await testApp.addMerchant()
      const [one, other] = [await testApp.signIn(merchant), await testApp.signIn(merchant)]
      const change = round % 2 === 0 ? { roles: ['payment-user'] } : { is_active: false }
      const answers = await Promise.all([
        update(testApp, one, other.subUserId, change),
        update(testApp, other, one.subUserId, change),
      ])
      const users = await usersOf(merchant)
      expect(administrators(users).length, JSON.stringify(answers.map(reasonOf))).toBe(1)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    }
  })

  it('an administrator who is demoted meanwhile can demote nobody', async () => {
    for (let round = 0; round < 8; round++) {
      const merchant = await testApp.addMerchant()
      const all: TestSession[] = []
      for (const name of ['One', 'Two', 'Three']) all.push(await testApp.signIn(merchant, { name }))
      await Promise.all(
        all.map((session, at) => {
          const next = all[(at + 1) % 3] as TestSession
          return update(testApp, session, next.subUserId, { roles: ['payment-user'] })
        }),
      )
      const story = await sql<{ by: string; whom: string }>(
        `select c.actor_name as by, u.name as whom from sub_user_changes c join sub_users u using (merchant_id, sub_user_id)
         where c.merchant_id = $1 order by c.change_id`,
        [merchant.merchantId],
      )
      story.forEach(({ by }, at) => expect(story.slice(0, at).map(({ whom }) => whom)).not.toContain(by))
      expect(story.length).toBeGreaterThan(0)
    }
  })
})

describe('on every node', () => {
  it('a change of roles counts with the very next call, on a node that has just served the user', async () => {
    const second = await createApp(testApp.parts, { rateFactor: 10_000 })
    try {
      const merchant = await testApp.addMerchant()
      const admin = await testApp.signIn(merchant)
      for (const change of [{ roles: ['payment-user'] }, { is_active: false }]) {
        const user = await testApp.signIn(merchant, { roles: ['payment-admin'] })
        const there = (session: TestSession) =>
          second.app.inject({
            method: 'GET',
            url: `/gateway/merchants/${merchant.merchantId}/webhooks`,
            headers: { authorization: `Bearer ${session.token}` },
          })
        for (let i = 0; i < 3; i++) expect((await there(user)).statusCode).toBe(200)
        expect((await update(testApp, admin, user.subUserId, change)).status).toBe(200)
        expect((await there(user)).statusCode).toBe(401)
      }
      // Where the session itself goes on, as when roles change in the database, the rights do not.
      const user = await testApp.signIn(merchant, { roles: ['payment-admin'] })
      const there = () =>
        second.app.inject({
          method: 'GET',
          url: `/gateway${pathOf(merchant)}`,
          headers: { authorization: `Bearer ${user.token}` },
        })
      await sql(`update sub_users set roles = '{sub-admin}' where sub_user_id = $1`, [user.subUserId])
      expect((await there()).statusCode).toBe(200)
      await sql(`update sub_users set roles = '{payment-user}' where sub_user_id = $1`, [user.subUserId])
      expect((await there()).statusCode).toBe(403)
    } finally {
      await second.close()
    }
  })
})
