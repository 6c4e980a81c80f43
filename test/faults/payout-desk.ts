import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import type { Role } from '#contract/access.ts'
import { majorText } from '#contract/kit/money.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { ask, type Answer } from './client.ts'
import { becomes, type Deployment } from './deployment.ts'
import { anyAddress, anyOf, type Question } from './intents.ts'
import type { Journal } from './journal.ts'
import type { Wish } from './payout-checker.ts'
import { addPerson, mayAskAgain, newestMessage, signInMaker, type Merchant, type Person } from './payout-people.ts'

export type Act = 'verify' | 'approve'
/** What a wished payout is about. */
export interface Details {
  accountNo: string
  amountMinor: bigint
  holder: string
  number: string
  remarks?: string
}

/** The API, either one where none is named, and the key of a request. */
interface Way {
  api?: number | undefined
  key?: string | undefined
}

/** Payouts of acme as its people make them and let them go, at either API. */
export interface Desk {
  deployment: Deployment
  journal: Journal
  wishes: Wish[]
  person(role: Role, name: string): Promise<Person>
  /** A virtual account with so much money. */
  account(custodian: Person, amountMinor: bigint): Promise<string>
  /** Money comes to the bank, which tells of it. */
  deposit(accountNo: string, amountMinor: bigint): Promise<void>
  /** Makes payouts in one request, with one key until the answer is certain. */
  make(details: readonly Details[]): Promise<Wish[]>
  edit(ref: string, revision: number, details: Details, mark: string): Promise<Answer | null>
  cancel(ref: string): Promise<Answer | null>
  /** Has a code sent, as often as it is asked for; null where it was refused. Without references it is for all that waits. */
  code(by: Person, act: Act, refs?: readonly string[]): Promise<{ code: string; message: string } | null>
  decide(by: Person, act: Act, body: object, way?: Way): Promise<Answer | null>
  /** Asks with one key until the answer is certain. */
  ask(token: string, question: Pick<Question, 'method' | 'path' | 'body'>, way?: Way): Promise<Answer | null>
  close(): Promise<void>
}

export async function openDesk(deployment: Deployment, journal: Journal): Promise<Desk> {
  const database = openDatabase(deployment.ownerUrl, { most: 4, onError: () => {} })
  const sql = <R extends object>(text: string, values: unknown[]) =>
    database.transaction(null, (tx) => tx.query<R>(text, values))
  const [merchant] = await sql<Merchant>(`select merchant_id, key, wrapped_key from merchants where slug = 'acme'`, [])
  if (!merchant) throw new Error('no merchant')
  const maker = await signInMaker(deployment, journal, sql)
  const post = (path: string, body: object) =>
    ({ method: 'POST', path, body: { environment: 'sandbox', ...body } }) as const
  const signed = (mark: string, details: Details) => {
    const wish = wishOf(mark, details)
    const signature = { client_key: merchant.key, merchant_txn_ref: mark, to_account_no: details.number }
    const params = {
      amount: majorText(details.amountMinor, 'SGD'),
      ...signature,
      currency: 'SGD',
      virtual_account_no: details.accountNo,
    }
    const inOrder = Object.fromEntries(Object.entries(params).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    return { ...wish, signature_hash: sign(inOrder, maker.signingKey) }
  }

  const desk: Desk = {
    deployment,
    journal,
    wishes: [],
    person: (role, name) => addPerson(sql, merchant.merchant_id, role, name),

    async account({ token }, amountMinor) {
      const body = { channel_key: 'SIMULATOR', account_name: `Suppliers ${randomUUID()}`, currency: 'SGD' }
      const answer = await desk.ask(token, post(`/merchants/${merchant.key}/payout/va`, body))
      if (answer?.status !== 200) throw new Error(answer?.text)
      const accountNo = String(answer.content['account_no'])
      if (amountMinor > 0n) await desk.deposit(accountNo, amountMinor)
      const isThere = async () => {
        const of = 'select from virtual_accounts where account_no = $1 and available_minor = $2'
        return (await sql(of, [accountNo, amountMinor])).length > 0
      }
      if (!(await becomes(isThere, 30_000))) throw new Error(`no money came onto ${accountNo}`)
      return accountNo
    },

    async deposit(accountNo, amountMinor) {
      const answer = await request(`${deployment.simulator.url}/v1/accounts/${accountNo}/deposits`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${deployment.settings['SIMULATOR_SECRET_KEY']}`,
          'idempotency-key': randomUUID(),
          'content-type': 'application/json',
        },
        body: JSON.stringify({ amount_minor: String(amountMinor), currency: 'SGD', payer: 'Customer' }),
      })
      if (answer.statusCode !== 201) throw new Error(await answer.body.text())
      await answer.body.dump()
    },

    async make(details) {
      const wishes = details.map(({ amountMinor }): Wish => ({ mark: newMark(), amountMinor, answer: null }))
      desk.wishes.push(...wishes)
      const asked = details.map((one, at) => signed((wishes[at] as Wish).mark, one))
      const answer = await desk.ask(maker.token, post('/merchants/payout/transaction', { txn_details: asked }))
      if (!answer) return wishes
      if (answer.status !== 200) throw new Error(answer.text)
      const rows = (Array.isArray(answer.content) ? answer.content : []) as {
        txn_ref: string
        merchant_txn_ref: string
      }[]
      for (const wish of wishes) {
        const row = rows.find(({ merchant_txn_ref }) => merchant_txn_ref === wish.mark)
        wish.answer = { status: answer.status, ref: row?.txn_ref ?? '' }
      }
      return wishes
    },
    edit: (ref, revision, details, mark) =>
      desk.ask(
        maker.token,
        post('/merchants/payout/transaction/edit', { txn_ref: ref, revision, txn_details: signed(mark, details) }),
      ),
    cancel: (ref) =>
      desk.ask(maker.token, {
        method: 'PUT',
        path: `/merchants/payout/${ref}/status/Cancelled`,
        body: { environment: 'sandbox' },
      }),

    async code(by, act, refs) {
      await mayAskAgain(sql, by)
      const answer = await desk.ask(
        by.token,
        post(`/merchants/payout/generateOTP/${act}`, { ...(refs && { txn_refs: refs }) }),
      )
      if (answer?.status !== 200) return null
      const message = await newestMessage(sql, deployment, merchant, by)
      const code = /\b\d{6}\b/.exec(message)?.[0]
      if (!code) throw new Error(`no code in: ${message}`)
      return { code, message }
    },
    decide: (by, act, body, way) => desk.ask(by.token, post(`/merchants/payout/${act}`, body), way),

    async ask(token, { method, path, body }, { api, key = randomUUID() } = {}) {
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
      const deadline = performance.now() + 60_000
      while (performance.now() < deadline) {
        const { url } = api === undefined ? anyOf(deployment.apis) : (deployment.apis[api % 2] as { url: string })
        const question = { method, path, body, headers: { ...headers, 'x-forwarded-for': anyAddress() } }
        const answer = await ask(journal, url, question)
        const isOpen = answer === null || answer.status >= 500 || uncertain.has(answer.reason)
        if (!isOpen) return answer
        await delay(100)
      }
      return null
    },
    close: () => database.close(),
  }
  return desk
}
const uncertain = new Set(['REQUEST_IN_PROGRESS', 'TOO_MANY_REQUESTS'])

const run = randomUUID().slice(0, 8)
let marks = 0
const newMark = () => `trial-${run}-${++marks}`

const wishOf = (mark: string, { accountNo, amountMinor, holder, number, remarks = '' }: Details) => ({
  virtual_acc_no: accountNo,
  txn_ref: mark,
  amount: Number(amountMinor) / 100,
  currency: 'SGD',
  fee_payer: 'SENDER',
  remarks,
  // Payouts of one amount to one account are no accident here.
  reason: 'One of many',
  bank_details: {
    account_no: number,
    account_type: 'BANK',
    account_name: holder,
    bank_name: 'DBS',
    country: 'SG',
    fields: { swift: 'DBSSSGSG' },
  },
})
