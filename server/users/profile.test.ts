import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestSession } from '#test/test-app.ts'
import { update } from './fixtures.ts'

let testApp: TestApp
let user: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  const merchant = await testApp.addMerchant()
  user = await testApp.signIn(merchant, { roles: ['payouts-user'], name: 'Mei Tan' })
})

const save = (body: object) => testApp.call(user, 'PUT', '/api/account/profile', body)
const sql = <R extends object>(text: string) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(text, [user.subUserId]))
const own = async () =>
  (await sql('select name, phone, email, roles, revision from sub_users where sub_user_id = $1'))[0]

it('anybody changes their own name and telephone number, with an act and an entry of their history', async () => {
  const saved = await save({ name: ' Mei-Ling Tan ', phone_number: '+65 6123 4567' })
  expect(saved.body['message']).toBe('Profile saved')
  expect(await own()).toMatchObject({ name: 'Mei-Ling Tan', phone: '+65 6123 4567', revision: 1 })
  const session = await testApp.call(user, 'GET', '/api/account/session')
  expect(session.body.content).toMatchObject({ user: { name: 'Mei-Ling Tan' } })
  const changes = {
    name: { before: 'Mei Tan', after: 'Mei-Ling Tan' },
    phone_number: { before: '', after: '+65 6123 4567' },
  }
  expect(await sql('select event, changes from sub_user_changes where sub_user_id = $1')).toEqual([
    { event: 'changed', changes },
  ])
  const acts = await sql(
    `select action, result, changes from audit_events where object_ref = $1 and action = 'account.update-profile'`,
  )
  expect(acts).toEqual([{ action: 'account.update-profile', result: 'done', changes }])
})

it('an equal value is no change, an absent one stays, and an empty number is taken away', async () => {
  await save({ phone_number: '+65 6123 4567' })
  await save({ name: 'Mei Tan' })
  expect(await own()).toMatchObject({ name: 'Mei Tan', phone: '+65 6123 4567', revision: 1 })
  await save({ phone_number: '' })
  expect(await own()).toMatchObject({ phone: '', revision: 2 })
})

it('nothing else is changed by it: not the address, not the roles, not an empty name', async () => {
  const before = await own()
  for (const body of [
    { email_address: 'other@shop.example' },
    { roles: ['admin'] },
    { name: '' },
    { name: 'x'.repeat(121) },
    { phone_number: 'abc' },
  ])
    expect((await save(body)).status, JSON.stringify(body)).toBe(400)
  expect(await own()).toEqual(before)
})

it('an administrator who saves what they saw before does not overwrite it', async () => {
  const admin = await testApp.signIn(user.merchant)
  await save({ name: 'Mei-Ling Tan' })
  const late = await update(testApp, admin, user.subUserId, { phone_number: '+65 6999 9999', revision: 0 })
  expect(late.body['status_reason']).toBe('CHANGED_MEANWHILE')
  expect(await own()).toMatchObject({ name: 'Mei-Ling Tan', phone: '' })
})
