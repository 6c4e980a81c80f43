import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rules } from '#contract/access.ts'
import { allCalls } from '#contract/contract.ts'
import { onlyReads } from '#contract/kit/call-facts.ts'
import { faults } from '#contract/faults.ts'
import { openSimulator, type TestSimulator } from '#server/providers/simulator/fixtures.ts'
import { isForMasters } from './every-call/scene.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from './test-app.ts'
import { seedObjects, type Objects } from './objects.ts'
import { requestOf, send } from './request.ts'

/**
 * What a master may do in the name of others: read all accepted sub-merchants, change owned ones, and managed ones while
 * their toggle is on. Showing a secret counts as a change.
 */
const calls = allCalls().filter(
  ({ call }) => rules[call.access].who === 'session' || typeof rules[call.access].who !== 'string',
)
/** These are about the session itself, wherever it points. */
const ofTheSession = [
  'readSession', 'signOut', 'lockSession', 'stepUp',
  'viewAs', 'readOwnSso', 'readSso',
  'readColumns', 'chooseColumns', 'resetColumns', 'listViews', 'createView', 'updateView', 'deleteView',
  'listNotifications', 'markNotificationRead', 'markAllNotificationsRead', 'readNotificationPreferences', 'saveNotificationPreferences',
  'listTickets', 'createTicket', 'readTicket', 'replyToTicket', 'closeTicket', 'reopenTicket', 'uploadSupportFile', 'readSupportFile',
  'createExport', 'listExports', 'readExport', 'readExportFile', 'cancelExport',
  'createExportSchedule', 'listExportSchedules', 'updateExportSchedule', 'deleteExportSchedule',
] // prettier-ignore

let simulator: TestSimulator
let testApp: TestApp
let master: TestSession
let stranger: TestSession
const subs = new Map<string, { merchant: TestMerchant; objects: Objects }>()
beforeAll(async () => {
  simulator = await openSimulator({ delayMs: 0 })
  testApp = await openTestApp()
  const { services } = testApp.serveParts
  const byName = services.provider
  services.provider = (name, ...asked) => (name === 'simulator' ? simulator.provider : byName(name, ...asked))
  const boss = await testApp.addMerchant({ kind: 'master', crossBorder: true })
  master = await testApp.signIn(boss, { secondFactor: true })
  stranger = await testApp.signIn(await testApp.addMerchant({ kind: 'master', crossBorder: true }))
  for (const [name, kind] of [
    ['closed', 'managed'],
    ['open', 'managed'],
    ['owned', 'owned'],
  ] as const) {
    const merchant = await testApp.addMerchant({ kind, masterId: boss.merchantId })
    subs.set(name, { merchant, objects: await seedObjects(testApp, merchant, name) })
  }
  await testApp.owner.transaction(null, async (tx) => {
    await tx.query('update merchants set master_access = true where merchant_id = $1', [
      subs.get('open')?.merchant.merchantId,
    ])
    await tx.query('update merchants set recon_analytics_enabled = true where merchant_id = $1', [boss.merchantId])
  })
})
afterAll(async () => {
  await testApp.close()
  await simulator.close()
})

const inSingapore = () => ({ country: 'SG', account_no: '0012345678', bank_code: '7171', fields: { branch: '001' } })
/** What reads have to be asked that no declaration tells: rules that hold, an account as its country has it, a payout from the account to somebody. */
const beyond: Record<string, (objects: Objects) => object> = {
  backtestPayoutRules: () => ({ rules: [] }),
  checkAccountHolder: inSingapore,
  verifyAccountByServer: inSingapore,
  quotePayout: (objects) => ({
    currency: 'SGD',
    amount: 5,
    beneficiary_uuid: objects.of('beneficiary'),
    account_uuid: objects.of('beneficiaryAccount'),
  }),
}
const ask = (session: TestSession, name: string, call: (typeof calls)[number]['call']) => {
  const sub = subs.get(name)
  if (!sub) throw new Error(name)
  const asked = requestOf(call, sub)
  const more = beyond[calls.find((one) => one.call === call)?.name ?? '']
  if (more) asked.body = { ...asked.body, ...more(sub.objects) }
  return send(testApp, session, call, asked, { 'x-sub-merchant-key': sub.merchant.key })
}

describe('a master in the name of a sub-merchant', () => {
  const possible = calls.filter(({ name, call }) => !ofTheSession.includes(name) && call.access !== 'manageMerchants')
  const acting = possible.filter(({ call }) => isForMasters(call))
  it.each(acting.filter(({ call }) => onlyReads(call)))(
    'reads with $name whatever its toggle says',
    async ({ call }) => {
      for (const name of subs.keys()) {
        const answer = await ask(master, name, call)
        expect({ name, status: answer.status, text: answer.status === 200 ? '' : answer.text }).toEqual({
          name,
          status: 200,
          text: '',
        })
      }
    },
  )

  it.each(possible.filter(({ call }) => !isForMasters(call)))('may not use $name for anybody', async ({ call }) => {
    for (const name of subs.keys()) expect((await ask(master, name, call)).status, name).toBe(403)
  })

  it('never leaves itself for them: only their own people may', async () => {
    const leave = acting.find(({ name }) => name === 'leaveMaster')
    if (!leave) throw new Error('no such call')
    for (const name of subs.keys()) expect((await ask(master, name, leave.call)).status, name).toBe(403)
  })

  it.each(acting.filter(({ name, call }) => !onlyReads(call) && name !== 'leaveMaster'))(
    'changes with $name only where it is let',
    async ({ call }) => {
      expect(await ask(master, 'closed', call)).toMatchObject({
        status: 403,
        body: { status_reason: faults.denied.reason },
      })
      for (const name of ['open', 'owned']) expect((await ask(master, name, call)).status, name).not.toBe(403)
    },
  )

  it.each(acting)('is told nothing by $name when it is the master of others', async ({ call }) => {
    for (const name of subs.keys()) expect((await ask(stranger, name, call)).status).toBe(404)
  })

  // A KYC link is sent in the name of the sub-merchant, whose key stands in the path.
  it.each(calls.filter(({ name, call }) => call.access === 'manageMerchants' && name !== 'resendKycLink'))(
    'has no merchants to manage by $name: they are its own alone',
    async ({ call }) => {
      for (const name of ['open', 'owned']) expect((await ask(master, name, call)).status, name).toBe(404)
      expect([403, 404]).toContain((await ask(master, 'closed', call)).status)
    },
  )

  it('loses it with the sub-merchant', async () => {
    const [{ call } = { call: undefined }] = acting.filter(({ name }) => name === 'listPaymentLinks')
    if (!call) throw new Error('no such call')
    expect((await ask(master, 'owned', call)).status).toBe(200)
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`update merchants set status = 'INACTIVE' where merchant_id = $1`, [
        subs.get('owned')?.merchant.merchantId,
      ]),
    )
    expect((await ask(master, 'owned', call)).status).toBe(404)
  })
})
