import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Answer, TestSession } from '#test/test-app.ts'
import { openApproving, type Approving } from './fixtures.ts'

/** The switch of the verification in the merchant's record. */
let approving: Approving
let [boss, second, vera, account, record] = [] as unknown as [TestSession, TestSession, TestSession, string, string]
beforeAll(async () => {
  approving = await openApproving()
  boss = await approving.signIn(['admin'], { name: 'Boss' })
  second = await approving.signIn(['sub-admin'], { name: 'Second' })
  vera = await approving.signIn(['payouts-verify-user'], { name: 'Vera' })
  account = await approving.account(100_000)
  record = `/merchants/${approving.merchant.merchantId}`
})
afterAll(() => approving.close())
beforeEach(async () => {
  await approving.afterPause()
  await approving.sql('update merchants set verify_payouts_enabled = true where merchant_id = $1')
})

const content = <T>({ body }: Answer) => body.content as unknown as T
const reasonOf = ({ status, body }: Answer) => `${status} ${String(body['status_reason'])}`
const rulesAt = (act = '') => `/api/payouts/rules/${approving.merchant.key}${act}`
const call = (by: TestSession, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  approving.testApp.call(by, method, path, body, { 'idempotency-key': crypto.randomUUID() })
interface Rules {
  in_force: { version: number }
  waiting: { version: number } | null
}
const read = async (by = boss) => content<Rules>(await call(by, 'GET', rulesAt()))
const turn = (isOn: boolean, by = boss, more = {}) =>
  call(by, 'POST', record, { isVerifyPayoutsEnabled: isOn, ...more })
const retire = (...people: TestSession[]) =>
  approving.sql('update sub_users set is_active = false where sub_user_id = any ($1)', [
    people.map(({ subUserId }) => subUserId),
  ])

it('the switch of the record is a change of the rules: with a fresh proof, it waits for another, and begins anew what waits', async () => {
  const ref = await approving.make(account)
  expect((await approving.pass(vera, 'verify', [ref])).status).toBe(200)
  interface Record {
    isVerifyPayoutsEnabled: boolean
    verification_waits: boolean
    revision: number
  }
  const seen = async () => content<Record>(await call(boss, 'GET', record))
  const { revision } = await seen()
  const bare = await approving.signIn(['admin'], { secondFactor: false })
  expect(reasonOf(await turn(false, bare, { name: 'Bare' }))).toBe('403 SECOND_FACTOR_REQUIRED')
  const stale = await approving.signIn(['admin'])
  await approving.sql(`update sessions set proved_at = now() - interval '6 minutes' where sub_user_id = $1`, [
    stale.subUserId,
  ])
  expect(reasonOf(await turn(false, stale, { name: 'Stale' }))).toBe('403 STEP_UP_REQUIRED')
  expect((await turn(true, stale)).status).toBe(200)
  await retire(bare, stale)
  expect((await seen()).revision).toBe(revision)
  expect(content<Record>(await turn(false))).toMatchObject({ isVerifyPayoutsEnabled: true, verification_waits: true })
  const { waiting } = await read()
  expect((await turn(false)).status).toBe(200)
  expect((await read()).waiting?.version).toBe(waiting?.version)
  expect(await approving.state(ref)).toBe('Verified')
  const decide = (by: TestSession) =>
    call(by, 'POST', rulesAt('/decision'), { version: waiting?.version, accept: true })
  expect(reasonOf(await decide(boss))).toBe('403 OWN_PAYOUT')
  expect((await decide(second)).status).toBe(200)
  expect(await approving.read(ref)).toMatchObject({ status: 'Created', verified_by: '', waits_for: 'approval' })
  expect(await seen()).toMatchObject({
    isVerifyPayoutsEnabled: false,
    verification_waits: false,
    revision: revision + 1,
  })
  const told = await approving.sql<{ actor_name: string; changes: object }>(
    `select actor_name, changes from merchant_changes where merchant_id = $1 order by change_id desc limit 1`,
  )
  expect(told).toEqual([{ actor_name: 'Second', changes: { isVerifyPayoutsEnabled: { before: true, after: false } } }])
})

it("a switch keeps the rules that wait, which are its author's then", async () => {
  const { in_force: now } = await read()
  const levels = [{ need: 1, users: [second.subUserId] }]
  const rules = [{ currency: 'SGD', from_amount: 70, on: 'payout', levels }]
  expect((await call(boss, 'PUT', rulesAt(), { version: now.version, verification: true, rules })).status).toBe(200)
  expect((await call(second, 'POST', record, { isVerifyPayoutsEnabled: false })).status).toBe(200)
  const { waiting } = await read()
  expect(waiting).toMatchObject({ verification: false, proposed_by: 'Second', rules: [{ from_amount: 70 }] })
  const refused = await call(boss, 'POST', rulesAt('/decision'), { version: waiting?.version, accept: false })
  expect(refused.status, refused.text).toBe(200)
})

it('what waits in the other environment begins anew too, since the switch is of both', async () => {
  const ref = await approving.make(account)
  const live = (name: string) =>
    approving.testApp.signIn(approving.merchant, { roles: ['admin'], environment: 'live', name, secondFactor: true })
  const [asker, other] = [await live('Asker'), await live('Other')]
  expect((await call(asker, 'POST', record, { isVerifyPayoutsEnabled: false })).status).toBe(200)
  const { waiting } = await read(other)
  const decision = { version: waiting?.version, accept: true }
  expect((await call(other, 'POST', rulesAt('/decision'), decision)).status).toBe(200)
  expect(await approving.read(ref)).toMatchObject({ status: 'Created', waits_for: 'approval' })
  await retire(asker, other)
})
