import type { RemittanceAccount } from '#contract/remittance-accounts.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { openSimulator } from '#server/providers/simulator/fixtures.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'

/** Remittance accounts through the front door, at the simulated bank, which tells the holder's name by the name that is asked for. */
export async function openAccounts() {
  const simulator = await openSimulator({ delayMs: 0 })
  const testApp = await openTestApp()
  testApp.serveParts.services.provider = () => simulator.provider
  return {
    testApp,
    party: async () => new Party(testApp, await testApp.addMerchant({ crossBorder: true })),
    async close() {
      await testApp.close()
      await simulator.close()
    },
  }
}

/** A merchant that sells abroad, with an administrator. */
export class Party {
  readonly #sessions = new Map<string, Promise<TestSession>>()
  readonly testApp: TestApp
  readonly merchant: TestMerchant
  constructor(testApp: TestApp, merchant: TestMerchant) {
    this.testApp = testApp
    this.merchant = merchant
  }

  admin(environment: 'sandbox' | 'live' = 'sandbox'): Promise<TestSession> {
    const session =
      this.#sessions.get(environment) ?? this.testApp.signIn(this.merchant, { environment, name: `Ada ${environment}` })
    this.#sessions.set(environment, session)
    return session
  }
  get path() {
    return `/merchants/${this.merchant.merchantId}/cross-border/bank-account`
  }
  async ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, by?: TestSession): Promise<Answer> {
    const headers = method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() }
    return this.testApp.call(by ?? (await this.admin()), method, path, body, headers)
  }
  add = (changes: object = {}, by?: TestSession) => this.ask('POST', this.path, korean(changes), by)
  change = (uuid: string, body: object, by?: TestSession) => this.ask('PUT', `${this.path}/${uuid}`, body, by)
  added = async (changes: object = {}, by?: TestSession) => contentOf<RemittanceAccount>(await this.add(changes, by))
  changed = async (uuid: string, body: object, by?: TestSession) =>
    contentOf<RemittanceAccount>(await this.change(uuid, body, by))
  list = async (query = '', by?: TestSession) =>
    contentOf<RemittanceAccount[]>(await this.ask('GET', `${this.path}${query}`, undefined, by))
  inOwn = <T>(work: (ctx: Ctx) => Promise<T>) =>
    ownTransaction(
      this.testApp.serveParts,
      { merchantId: this.merchant.merchantId, environment: 'sandbox' },
      { requestId: 'test' },
      work,
    )
  rows = <Row extends object>(text: string): Promise<Row[]> =>
    this.testApp.owner.transaction(null, (tx) => tx.query<Row>(text, [this.merchant.merchantId]))
}

export const contentOf = <T>(answer: Answer): T => {
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.content as unknown as T
}
/** Status, code, and each field with its reason. */
export const refusal = (answer: Answer) => [
  answer.status,
  answer.body['status_code'],
  ...((answer.body['errors'] ?? []) as { path: string; reason: string }[]).map(
    ({ path, reason }) => `${path} ${reason}`,
  ),
]

const terms = { remittance_purpose: 'GDDS', remittance_source: 'sales' }
let numbers = 110_000_000_000
/** An account at a Korean bank, of a number that no other has. */
export const korean = (changes: object = {}) => ({
  country: 'KR',
  currency: 'KRW',
  account_type: 'current',
  first_name: '민지',
  last_name: '김',
  bank_id: '088',
  account_number: String((numbers += 7)),
  ...terms,
  ...changes,
})
/** An account in another country; fields of the Korean one are taken away. */
export const abroad = (changes: object) =>
  korean({ bank_id: undefined, account_number: undefined, first_name: 'Mei', last_name: 'Tan', ...changes })
