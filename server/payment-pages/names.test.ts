import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestSession } from '#test/test-app.ts'
import { callPages, createPage } from './fixtures.ts'

/** A merchant in both modes, and another one. */
let testApp: TestApp
let session: TestSession
let live: TestSession
let theirs: TestSession
let theirsLive: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
  const [own, other] = [await testApp.addMerchant(), await testApp.addMerchant()]
  session = await testApp.signIn(own)
  live = await testApp.signIn(own, { environment: 'live' })
  theirs = await testApp.signIn(other)
  theirsLive = await testApp.signIn(other, { environment: 'live' })
})
afterAll(() => testApp.close())

let count = 0
const newName = (word = 'Harbour') => `${word}${Date.now()}${count++}`
const create = (custom_url: string, as = session) =>
  createPage(testApp, as, { custom_url, environment: as === live || as === theirsLive ? 'live' : 'sandbox' })
const save = (page: { page_ref: string; version: number }, custom_url: string) =>
  callPages(testApp, session, 'PUT', `/merchants/paymentPage/${page.page_ref}`, { version: page.version, custom_url })
const check = async (name: string, ref = '') => {
  const { status, body } = await testApp.call(
    session,
    'GET',
    `/merchants/paymentPage/check/${name}${ref && `?page_ref=${ref}`}`,
  )
  expect([status, body['status_reason']]).toEqual([200, 'SUCCESS'])
  return body.content as unknown as { custom_url: string; is_available: boolean; reason: string }
}
const leads = async (name: string) => (await testApp.serveParts.findPayable(name))?.payable.ref
const age = (name: string, days: number) =>
  testApp.owner.transaction(null, (tx) =>
    tx.query('update page_names set given_up_at = now() - make_interval(days => $2) where name = lower($1)', [
      name,
      days,
    ]),
  )

describe('an address by choice', () => {
  it('has one owner in any case: of many at once one gets it', async () => {
    const name = newName()
    const made = await Promise.all([create(name), create(name.toLowerCase()), create(name.toUpperCase(), theirs)])
    expect(made.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await check(name)).toEqual({ custom_url: name, is_available: false, reason: 'taken' })
  })

  it('leads on for 90 days after it is given up, is nobody else’s meanwhile, and its own page’s always', async () => {
    const [first, second] = [newName('Alpha'), newName('Betas')]
    const { page } = await create(first)
    await save(page, second)
    expect([await leads(first.toLowerCase()), await leads(second)]).toEqual([page.page_ref, page.page_ref])
    expect([await check(first), await check(first, page.page_ref)]).toMatchObject([{ reason: 'taken' }, { reason: '' }])
    await age(first, 89)
    expect([await leads(first), (await create(first)).reason]).toEqual([page.page_ref, 'INVALID_PAGE_ADDRESS'])
    await age(first, 91)
    expect([await leads(first), (await create(first, theirs)).status]).toEqual([undefined, 200])
  })

  it('is the same merchant’s once in each mode, and no other merchant’s in either', async () => {
    const name = newName()
    expect((await create(name, live)).status).toBe(200)
    expect(await check(name)).toMatchObject({ is_available: true })
    expect((await create(name)).status).toBe(200)
    for (const as of [theirs, theirsLive]) expect((await create(name, as)).reason).toBe('INVALID_PAGE_ADDRESS')
  })

  it('that is taken is so in one answer and in one time, whoever’s it is and wherever', async () => {
    const taken = { 'of the merchant': session, 'of another': theirs, 'of another in live mode': theirsLive }
    const names: [string, string][] = []
    for (const [whose, as] of Object.entries(taken)) {
      const name = newName()
      expect((await create(name, as)).status).toBe(200)
      names.push([whose, name])
    }
    const given = newName()
    await save((await create(given)).page, newName())
    names.push(['given up', given])
    const { page } = await create('')
    const [fault, ...faults] = await Promise.all(names.map(([, name]) => save(page, name)))
    expect([fault?.reason, ...faults]).toEqual(['INVALID_PAGE_ADDRESS', ...faults.map(() => fault)])
    const times = new Map<string, number[]>()
    for (let round = 0; round < 60; round += 1)
      for (const [whose, name] of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
        const since = performance.now()
        const answer = await check(name)
        times.set(whose, [...(times.get(whose) ?? []), performance.now() - since])
        expect(answer).toEqual({ custom_url: name, is_available: false, reason: 'taken' })
        testApp.clock.now = new Date((testApp.clock.now ?? new Date()).getTime() + 2_000)
      }
    testApp.clock.now = null
    // The quick half of the answers: what slows the others down is the machine.
    const quarter = (all: number[]) => all.toSorted((one, other) => one - other)[all.length >> 2] as number
    const quick = [...times.values()].map(quarter)
    expect(Math.max(...quick) / Math.min(...quick), JSON.stringify([...times.keys(), quick])).toBeLessThan(2)
  })
})
