import { expect } from 'vitest'
import { rules } from '#contract/access.ts'
import type { allCalls } from '#contract/contract.ts'
import { faults } from '#contract/faults.ts'
import type { Call } from '#contract/kit/call.ts'
import type { Party as Carrying } from '#test/carriers.ts'
import { seedObjects } from '#test/objects.ts'
import { knowHolders } from '#test/payout-objects.ts'
import { send, type TestRequest } from '#test/request.ts'
import { openTestApp, type Answer, type TestApp, type TestSession } from '#test/test-app.ts'

export type Entry = ReturnType<typeof allCalls>[number]

/** Who is there in the tests of every call: a merchant, and a stranger whose texts carry the canary. */
export interface Scene {
  testApp: TestApp
  own: Party
  /** For the calls that are closed to masters. */
  single: Party
  /** For the calls of merchants that sell abroad. */
  abroad: Party
  stranger: Party
}
interface Party extends Carrying {
  session: TestSession
}
export const canary = 'CanaryOfTheStranger'

export async function openScene(): Promise<Scene> {
  // Otherwise a master's review is refused before it is read.
  const testApp = await openTestApp({ KYC_REVIEW: 'master' })
  knowHolders(testApp.serveParts)
  return {
    testApp,
    own: await addParty(testApp, 'Own Shop'),
    single: await addParty(testApp, 'Single Shop', 'single'),
    abroad: await addParty(testApp, 'Abroad Shop', 'abroad'),
    stranger: await addParty(testApp, canary),
  }
}

/** Who may send a call: a master, or a merchant of its own. */
export const senderOf = ({ own, single, abroad }: Scene, call: Call): Party =>
  ({ master: own, single, abroad })[kindFor(call)]
/** The kind of merchant that a call is open to. */
export function kindFor(call: Call): 'master' | 'single' | 'abroad' {
  if (rules[call.access].checks.some(([, otherwise]) => otherwise === 'cross_border_only')) return 'abroad'
  return isForMasters(call) ? 'master' : 'single'
}
export const isForMasters = (call: Call): boolean =>
  rules[call.access].checks.every(([, otherwise]) => otherwise !== 'not_for_masters')

export async function addParty(
  testApp: TestApp,
  name: string,
  kind: ReturnType<typeof kindFor> = 'master',
): Promise<Party> {
  const merchant = await testApp.addMerchant(
    kind === 'abroad' ? { name, kind: 'single', crossBorder: true } : { name, kind },
  )
  await testApp.owner.transaction(null, (tx) =>
    tx.query('update merchants set recon_analytics_enabled = true where merchant_id = $1', [merchant.merchantId]),
  )
  const session = await testApp.signIn(merchant, { name })
  await proveTwice(testApp, session)
  return { merchant, session, subUserId: session.subUserId, objects: await seedObjects(testApp, merchant, name) }
}

/** With two-step verification, which some calls demand. */
export const proveTwice = (testApp: TestApp, { subUserId }: TestSession): Promise<unknown> =>
  testApp.owner.transaction(null, (tx) =>
    tx.query('update sub_users set is_2fa_enabled = true where sub_user_id = $1', [subUserId]),
  )

export const takesSession = ({ call }: Pick<Entry, 'call'>): boolean =>
  typeof rules[call.access].who !== 'string' || rules[call.access].who === 'session'

export const ask = (
  { testApp }: Scene,
  session: TestSession | null,
  call: Call,
  asked: TestRequest,
  headers: Record<string, string> = {},
): Promise<Answer> => send(testApp, session, call, asked, headers)

export function expectFault(call: Call, answer: Answer, status: number, reason?: string) {
  expect({ status: answer.status, reason: answer.body['status_reason'] }).toEqual({
    status,
    reason: reason ?? answer.body['status_reason'],
  })
  const text = Object.values(faults).find(
    (fault) => fault.reason === answer.body['status_reason'] && fault.http === status,
  )?.text
  for (const key of call.errorKeys ?? ['Message']) expect(typeof answer.body[key], key).toBe('string')
  expect(text, 'a declared reason').toBeDefined()
  expect(answer.body['request_id']).toMatch(/^[\w-]+$/)
  const { request_id: _, ...rest } = answer.body
  expect(JSON.stringify(rest)).not.toMatch(/\bat .*\.ts|select |insert |\/server\/|node_modules|postgres|kysely|zod/i)
}
