import { afterAll, beforeAll, expect, it } from 'vitest'
import { roles, type Role } from '#contract/access.ts'
import { faults } from '#contract/faults.ts'
import { kinds, may } from '#test/every-call/access-matrix.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'

/** One path, two calls: by the value in it the gate asks for the rule of channels or for that of countries. */
let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const ofCountries = {
  methods: [{ type: 'WALLET', sub_type: 'GRABPAY', payment_channel_key: 'SIMULATOR', is_enabled: true }],
}
const ofChannels = { methods: [{ type: 'WALLET', sub_type: 'GRABPAY', is_enabled: true }] }
/** Every role tries these, */
const both = [
  ['SG', 'updateCountryMethods', ofCountries],
  ['SIMULATOR', 'updateChannelMethods', ofChannels],
] as const
/** and one after the other each of these. */
const others = [
  ['GLOBAL', 'updateCountryMethods', ofCountries],
  // The same, written otherwise.
  ['%53G', 'updateCountryMethods', ofCountries],
  ['sg', 'updateChannelMethods', ofChannels],
  ['global', 'updateChannelMethods', ofChannels],
  // No country of ISO 3166-1.
  ['XX', 'updateChannelMethods', ofChannels],
  ['SGP', 'updateChannelMethods', ofChannels],
] as const

/** Of a channel that is not there nobody knows whether it would pay out: who configures those reads that it is not there. */
const mayName = (value: string, { call, kind, role }: { call: string; kind: string; role: Role }): boolean =>
  may(call, kind, role) ||
  (call === 'updateChannelMethods' && value !== 'SIMULATOR' && may('payoutChannels', kind, role))

it.each(Object.entries(kinds))('of a merchant that is %s, for every role', async (kind, { merchant: changes }) => {
  const merchant = await testApp.addMerchant({ ...changes, name: kind })
  for (const [index, role] of roles.entries()) {
    const session = await testApp.signIn(merchant, { roles: [role] })
    for (const [value, call, body] of [...both, others[index % others.length] ?? others[0]]) {
      const answer = await testApp.call(session, 'POST', `/merchants/${merchant.key}/update-pay-methods/${value}`, body)
      const denied = answer.status === 403 && answer.body['status_reason'] === faults.denied.reason
      expect({ kind, role, value, may: !denied }).toEqual({
        kind,
        role,
        value,
        may: mayName(value, { call, kind, role }),
      })
    }
  }
})

it('a value is the country of one call and the channel of the other, and each has a body of its own', async () => {
  const abroad = await testApp.addMerchant({ crossBorder: true })
  const atHome = await testApp.addMerchant()
  const send = async (merchant: typeof abroad, value: string, body: object) =>
    testApp.call(await testApp.signIn(merchant), 'POST', `/merchants/${merchant.key}/update-pay-methods/${value}`, body)
  expect((await send(abroad, 'SG', ofCountries)).body.content).toMatchObject({ country: 'SG', is_own: true })
  expect((await send(abroad, 'SG', ofChannels)).status).toBe(400)
  expect((await send(atHome, 'SIMULATOR', ofChannels)).body.content).toEqual(expect.any(Array))
  expect((await send(atHome, 'SIMULATOR', ofCountries)).status).toBe(400)
  expect((await send(atHome, 'sg', ofChannels)).body['status_reason']).toBe(faults.channelUnknown.reason)
})

it('a master is told that it may not, acting for itself or for a merchant of its own', async () => {
  const master = await testApp.addMerchant({ kind: 'master', crossBorder: true })
  const owned = await testApp.addMerchant({ kind: 'owned', masterId: master.merchantId, crossBorder: true })
  const session = await testApp.signIn(master)
  for (const merchant of [master, owned]) {
    const answer = await testApp.call(session, 'POST', `/merchants/${merchant.key}/update-pay-methods/SG`, ofCountries)
    expect([answer.status, answer.body['status_reason']]).toEqual([403, faults.denied.reason])
  }
  const [row] = await testApp.owner.transaction(null, (tx) =>
    tx.query<{ why: string }>(`select why from audit_events where actor_id = $1 and result = 'denied' limit 1`, [
      session.subUserId,
    ]),
  )
  expect(row?.why).toBe('not_for_masters')
})
