import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { managedBy, masterOf, singleMerchant, type Master } from './fixtures.ts'

/**
 * Whatever masters and merchants do in whatever order: a master reads just those that have accepted it or that it made and
 * that are active, and writes to just those of them that it owns or that let it.
 */
let testApp: TestApp
let masters: Master[]
beforeAll(async () => {
  testApp = await openTestApp()
  masters = [await masterOf(testApp, 'First'), await masterOf(testApp, 'Second')]
})
afterAll(() => testApp.close())

/** What the test knows of a merchant, by itself and not from the database. */
interface Known {
  key: string
  uuid: string
  email: string
  headers: Record<string, string> | null
  master: number | null
  former: number | null
  kind: 'single' | 'managed' | 'owned'
  access: boolean
  active: boolean
}

/** A small generator, so that a failure can be run again by its seed. */
function chanceOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe('the scope of a master', () => {
  it.each([7, 4_711])(
    'is just what has accepted it, after any sequence of acts (seed %i)',
    { timeout: 120_000 },
    async (seed) => {
      const chance = chanceOf(seed)
      const known: Known[] = []
      const begin = { former: null, access: false, active: true } as const
      for (const master of [0, 1]) {
        const boss = masters[master] as Master
        const managed = await managedBy(boss, `Managed ${seed} ${master}`)
        const owned = await boss.add({ name: `Owned ${seed} ${master}` })
        known.push({ ...begin, ...managed, master, kind: 'managed' })
        known.push({ ...begin, key: owned.key, uuid: owned.uuid, email: '', headers: null, master, kind: 'owned' })
      }
      known.push({ ...begin, ...(await singleMerchant(testApp)), master: null, kind: 'single' })

      for (let step = 0; step < 40; step++) {
        const one = known[chance(known.length)] as Known
        const by = chance(2)
        await act(one, by, chance(7))
        if (step % 5 === 4) await holds(known)
      }
      await holds(known)
    },
  )

  async function act(one: Known, by: number, what: number): Promise<void> {
    const boss = masters[by] as Master
    const mine = one.master === by
    const own = (path: string, body: object) =>
      testApp.call(null, 'POST', `/api/merchants/${one.uuid}${path}`, body, one.headers ?? {})
    if (what === 0) {
      const answer = await boss.move({ remove_merchants: [one.uuid] })
      expect(answer.status).toBe(mine ? 200 : 404)
      if (!mine) return
      Object.assign(one, { master: null, former: by, access: false, active: one.kind === 'managed' })
      if (one.kind === 'managed') one.kind = 'single'
    }
    if (what === 1) {
      const may = one.master === null && one.former === by
      const answer = await boss.move({ add_merchants: [one.key] })
      expect(answer.status).toBe(may ? 200 : 404)
      if (may) Object.assign(one, { master: by, former: null, kind: one.kind === 'single' ? 'managed' : one.kind })
    }
    if (what === 2) {
      const answer = await boss.status(one.uuid, one.active ? 'INACTIVE' : 'ACTIVE')
      expect(answer.status).toBe(mine ? 200 : 404)
      if (!mine) return
      one.active = !one.active
      if (!one.active && one.headers) one.headers = null
    }
    if (what === 3 && one.headers && one.kind === 'managed') {
      const body = { master_merchant_access: !one.access }
      expect((await testApp.call(null, 'POST', `/merchants/${one.uuid}`, body, one.headers)).status).toBe(200)
      one.access = !one.access
    }
    if (what === 4 && one.headers && (one.master !== null || one.former !== null)) {
      expect((await own('/leave-master', {})).status).toBe(200)
      Object.assign(one, { master: null, former: null, kind: 'single', access: false })
    }
    if (what >= 5 && one.headers) {
      const open = (await boss.invites()).some((each) => each.email_address === one.email && each.status === 'INVITED')
      if (open) await boss.ask('POST', '/api/master-merchant/{key}/merchants/invite/withdraw', { email: one.email })
      const invite_token = await boss.invite(one.email)
      const answer = await own('/accept-invite', { invite_token, master_merchant_access: what === 6 })
      expect(answer.status).toBe(one.kind === 'single' ? 200 : 409)
      if (one.kind === 'single') Object.assign(one, { master: by, former: null, kind: 'managed', access: what === 6 })
    }
  }

  async function holds(known: Known[]): Promise<void> {
    for (const [at, boss] of masters.entries())
      for (const one of known) {
        const mine = one.master === at && one.active
        const headers = { 'x-sub-merchant-key': one.key }
        const read = await boss.ask('POST', `/merchant/${one.key}/paymentLinks`, {}, headers)
        const facts = { master: at, kind: one.kind, mine, access: one.access }
        expect({ ...facts, read: read.status }).toEqual({ ...facts, read: mine ? 200 : 404 })
        const write = await boss.ask('POST', `/merchants/${one.key}`, { website_url: '' }, headers)
        const may = one.kind === 'owned' || one.access
        expect({ ...facts, write: write.status }).toEqual({ ...facts, write: !mine ? 404 : may ? 200 : 403 })
      }
  }
})
