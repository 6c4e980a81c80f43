import type { Invite } from '#contract/master-merchants.ts'
import type { SubMerchant } from '#contract/sub-merchants.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import {
  bearerOf,
  confirmed,
  goodPassword,
  newAddress,
  post,
  registrationOf,
  signIn,
} from '#server/registration/fixtures.ts'
import type { Answer, TestApp, TestMerchant, TestSession } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'

/** A master whose administrator is signed in, and what they ask for. */
export interface Master {
  testApp: TestApp
  merchant: TestMerchant
  session: TestSession
  ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** The keys of the merchants that its list has, by name. */
  names(filters?: object): Promise<string[]>
  invites(): Promise<Invite[]>
  status(named: string, status: string): Promise<Answer>
  move(change: { add_merchants?: string[]; remove_merchants?: string[] }): Promise<Answer>
  add(changes?: object): Promise<SubMerchant>
  /** The token of the newest link that was sent to an address. */
  invite(email: string, type?: 'MANAGED' | 'CROSS_BORDER'): Promise<string>
}

export async function masterOf(testApp: TestApp, name = 'Boss'): Promise<Master> {
  const merchant = await testApp.addMerchant({ kind: 'master', name })
  const session = await testApp.signIn(merchant, { name: `${name} Admin` })
  const ask: Master['ask'] = (method, path, body, headers) =>
    testApp.call(session, method, path.replace('{key}', merchant.key), body, headers)
  return {
    testApp,
    merchant,
    session,
    ask,
    async names(filters = {}) {
      const answer = await ask('POST', '/master-merchant/{key}/merchants/paginated', { pagesize: 100, filters })
      return (answer.body.content as unknown as SubMerchant[]).map((row) => row.name).toSorted()
    },
    async invites() {
      const answer = await ask('GET', '/master-merchant/{key}/merchants-invite')
      return answer.body.content as unknown as Invite[]
    },
    status: (named, status) => ask('PUT', `/master-merchant/{key}/merchants/${named}/status/${status}`, {}),
    move: (change) => ask('POST', '/master-merchant/{key}/merchants', change),
    async add(changes = {}) {
      const body = { name: 'Owned Shop', email_address: newAddress(), ...changes }
      const answer = await ask('POST', '/master-merchant/{key}/add-merchant', body)
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.body.content as unknown as SubMerchant
    },
    async invite(email, type = 'MANAGED') {
      const answer = await ask('POST', '/master-merchant/{key}/merchants/invite', { email, merchant_type: type })
      if (answer.status !== 200) throw new Error(answer.text)
      return inviteToken(testApp, email)
    },
  }
}

/** The token of the newest invite that was sent to an address. */
export async function inviteToken(testApp: TestApp, email: string): Promise<string> {
  const last = (await messagesTo(testApp, email))
    .flatMap(({ text }) => /\/invite#token=([\w.-]+)$/m.exec(text)?.[1] ?? [])
    .at(-1)
  if (!last) throw new Error(`no invite was sent to ${email}`)
  return last
}

/** Registers by an invite and lets the jobs run. */
export async function registeredBy(
  testApp: TestApp,
  { email, token, changes = {} }: { email: string; token: string; changes?: object },
): Promise<Answer> {
  const answer = await post(testApp, 'register', { ...registrationOf(email), invite_token: token, ...changes })
  await runJobs(testApp)
  return answer
}

/** A managed merchant that has registered by an invite, with the headers of its signed-in administrator. */
export async function managedBy(master: Master, name = 'Managed Shop') {
  const email = newAddress()
  const token = await master.invite(email)
  const answer = await registeredBy(master.testApp, { email, token, changes: { merchant_name: name } })
  if (answer.status !== 200) throw new Error(answer.text)
  return { email, ...(await signedIn(master.testApp, email)) }
}

/** A single merchant that has registered by itself, with the headers of its signed-in administrator. */
export async function singleMerchant(testApp: TestApp) {
  const { email } = await confirmed(testApp)
  return { email, ...(await signedIn(testApp, email)) }
}

async function signedIn(testApp: TestApp, email: string) {
  const answer = await signIn(testApp, email, goodPassword)
  const { user } = answer.body.content as unknown as { user: { merchantUuid: string; iamportKey: string } }
  return { headers: bearerOf(answer), uuid: user.merchantUuid, key: user.iamportKey }
}

/** What the database has of a merchant. */
export async function rowOf(testApp: TestApp, uuid: string): Promise<Record<string, unknown>> {
  const [row] = await testApp.owner.transaction(null, (tx) =>
    tx.query<Record<string, unknown>>('select * from merchants where merchant_id = $1', [uuid]),
  )
  return row ?? {}
}
