import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCalls } from '#contract/contract.ts'
import { faults } from '#contract/faults.ts'
import type { Call } from '#contract/kit/call.ts'
import { keyScopes, type KeyScope } from '#contract/kit/key-scopes.ts'
import { seedObjects, type Objects } from '#test/objects.ts'
import { knowHolders } from '#test/payout-objects.ts'
import { addressOf, formOf, requestOf } from '#test/request.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { newKey, withKey } from './fixtures.ts'

/** Every scope, every call of merchants' servers and both sides of a network, against the table beside this file. */
let testApp: TestApp
let merchant: TestMerchant
let admin: TestSession
let objects: Objects
beforeAll(async () => {
  testApp = await openTestApp()
  knowHolders(testApp.serveParts)
  merchant = await testApp.addMerchant()
  admin = await testApp.signIn(merchant)
  objects = await seedObjects(testApp, merchant, 'Shop')
})
afterAll(() => testApp.close())

const columns: Record<string, KeyScope> = {
  Lr: 'links:read', Lw: 'links:write', Pr: 'payments:read', Pw: 'payments:write', Rr: 'refunds:read', Rw: 'refunds:write',
  Wr: 'webhooks:read', Ww: 'webhooks:write', Cr: 'channels:read', Cw: 'channels:write', Xr: 'exports:read', Xw: 'exports:write',
  Or: 'payouts:read', Ow: 'payouts:write', Fr: 'recon:read', Fw: 'recon:write',
} // prettier-ignore
const lines = readFileSync(join(import.meta.dirname, 'scope-table.txt'), 'utf8')
  .trim()
  .split('\n')
const [head = [], ...rows] = lines.filter((line) => !line.startsWith('#')).map((line) => line.split(/\s+/))
/** The scopes that open a call by the table. */
const table = new Map(
  rows.map(([name = '', ...cells]) => [name, head.slice(1).filter((_, at) => cells[at] === 'x').map((short) => columns[short])]),
) // prettier-ignore
const serverCalls = allCalls().filter(({ call }) => call.server)

const network = '203.0.113.0/24'
const inside = '203.0.113.7'
const outside = '203.0.114.7'
const invalid = { status: 401, reason: faults.serverTokenInvalid.reason }
const missing = { status: 403, reason: faults.scopeMissing.reason }
const keyWith = async (scopes: readonly KeyScope[]) =>
  (await newKey(testApp, admin, { scopes, networks: [network] })).server_key

/** A request that the call takes, about objects that nobody has: all that a key opens is told from the gate's refusal. */
function requestTo(call: Call, about = nobodys): ['GET' | 'POST' | 'PUT', string, object?] {
  const { path, query, body } = requestOf(call, { merchant, objects: about })
  const address = addressOf(call, path, query)
  if (call.file) return [call.method as 'POST', address, formOf(call, body)]
  return body ? [call.method as 'GET', address, body] : [call.method as 'GET', address]
}
const nobodys: Objects = { of: () => '1XvWmUeYqT0aB3cD4eF5gH6iJ7k' }

describe('a server key', () => {
  it('has a row in the table for each call that servers may make', () => {
    expect(new Set(head.slice(1).map((short) => columns[short]))).toEqual(new Set(keyScopes))
    expect([...table.keys()].toSorted()).toEqual(serverCalls.map(({ name }) => name).toSorted())
  })

  it.each(keyScopes)('with %s alone opens what the table says, from its network and from no other', async (scope) => {
    const key = await keyWith([scope])
    for (const { name, call } of serverCalls.filter((one) => table.get(one.name)?.includes(scope))) {
      const asked = requestTo(call)
      const { status, reason } = await withKey(testApp, key, asked, inside)
      // Passed the gate: done, or refused for what the request is about.
      expect([200, 400, 404], `${name}: ${String(reason)}`).toContain(status)
      expect({ name, ...(await withKey(testApp, key, asked, outside)) }).toMatchObject({ name, ...invalid })
    }
  })

  it('with all scopes but those of the table opens nothing', async () => {
    const keys = new Map<string, string>()
    for (const { name, call } of serverCalls) {
      const others = keyScopes.filter((scope) => !table.get(name)?.includes(scope))
      const key = keys.get(others.join()) ?? (await keyWith(others))
      keys.set(others.join(), key)
      expect({ name, ...(await withKey(testApp, key, requestTo(call), inside)) }).toMatchObject({ name, ...missing })
    }
  })

  it('is taken from the networks that the table says, and else is no key', async () => {
    const link = allCalls().find(({ name }) => name === 'readPaymentLink')?.call as Call
    for (const [from = '', first = '', second = '', may] of networks) {
      const own = [first, second].filter((one) => one !== '-')
      const { server_key: key } = await newKey(testApp, admin, { networks: own, scopes: ['links:read'] })
      const { status, reason } = await withKey(testApp, key, requestTo(link, objects), from)
      expect({ from, own, status }).toEqual({ from, own, status: may === 'x' ? 200 : 401 })
      if (may === '.') expect(reason).toBe(invalid.reason)
    }
  })

  it('opens no call that is not for servers', async () => {
    const scopes = keyScopes.filter((scope) => scope.endsWith('write'))
    const { server_key: key } = await newKey(testApp, admin, { scopes })
    const own = `/api/merchants/${merchant.key}`
    for (const asked of [
      ['GET', `${own}/server-keys`],
      ['POST', `${own}/secret/rotate`, { overlap_hours: 0 }],
      ['POST', `${own}/reveal-secret`, {}],
    ] as const)
      expect(await withKey(testApp, key, asked)).toMatchObject({ status: 401, reason: faults.notForServers.reason })
  })
})

/** The addresses of a caller, and whether a key with these networks takes it. */
const networks = `
  203.0.113.7        203.0.113.0/24 2001:db8::/32   x
  203.0.114.7        203.0.113.0/24 2001:db8::/32   .
  2001:db8::9        203.0.113.0/24 2001:db8::/32   x
  2001:db9::9        203.0.113.0/24 2001:db8::/32   .
  ::ffff:203.0.113.7 203.0.113.0/24 2001:db8::/32   x
  203.0.113.7        203.0.113.7/32 -               x
  203.0.113.8        203.0.113.7/32 -               .
  ::1                0.0.0.0/0      -               .
  203.0.113.7        -              -               x
`.trim().split('\n').map((line) => line.trim().split(/\s+/)) // prettier-ignore
