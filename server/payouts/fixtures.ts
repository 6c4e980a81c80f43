import { majorText } from '#contract/kit/money.ts'
import type { PayoutDetails, PayoutRow } from '#contract/payout-shapes.ts'
import type { Role } from '#contract/access.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import { movePayout } from '#server/payout-store/move.ts'
import { backToCreated } from '#server/payout-store/reopen.ts'
import { findPayout, lockPayouts } from '#server/payout-store/rows.ts'
import type { KnownPayout, PayoutCallback, PayoutOutcome, PayoutRequest, Payouts } from '#server/providers/payouts.ts'
import type { Provider } from '#server/providers/provider.ts'
import { openSimulator, type TestSimulator } from '#server/providers/simulator/fixtures.ts'
import { receiveDeposit } from '#server/virtual-accounts/deposits.ts'
import { runJobs } from '#test/run-jobs.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { approvedPayouts } from './approved.ts'
import { receivePayoutWord } from './callbacks.ts'
import { followPayout } from './follow.ts'
import { applyPayoutOutcome } from './outcomes.ts'
import { releasePayouts } from './release.ts'
import { sendPayout } from './send.ts'
import { endUntouched } from './untouched.ts'

/** For tests: payouts at the real simulated bank, with jobs that a test runs by hand. */
export interface PayingOut {
  testApp: TestApp
  simulator: TestSimulator
  /** While `away` is set the bank is unreachable, and every outcome is unknown. `requests` are those that move money, `asked` their keys. */
  bank: Bank
  merchant: TestMerchant
  /** A maker with a second factor. */
  maker: TestSession
  signIn(roles: Role[], options?: { secondFactor?: boolean; name?: string }): Promise<TestSession>
  /** A virtual account with so much money, here and at the bank. */
  account(balance?: number, currency?: string): Promise<string>
  deposit(accountNo: string, amount: number): Promise<void>
  /** Sends the wishes as the maker, signed. */
  ask(wishes: Wish | Wish[], body?: object, by?: TestSession): Promise<Answer>
  /** Makes one payout and returns its reference. */
  make(accountNo: string, changes?: Wish): Promise<string>
  edit(ref: string, wish: Wish, revision: number, by?: TestSession): Promise<Answer>
  /** Cancels as the maker, and returns the status. */
  cancel(ref: string): Promise<number>
  /** What the people's last approval does. */
  approve(...refs: string[]): Promise<void>
  /** Runs the job of a payout once. */
  send(ref: string): Promise<void>
  /** Asks the bank about a payout that has arrived, as after so many asks. */
  follow(ref: string, asks?: number): Promise<void>
  release(accountNo: string): Promise<void>
  /** Applies a word of the bank, as a poll would bring it. */
  word(ref: string, outcome: Word): Promise<void>
  /** Sends a signed call-back to the provider call-back route. */
  callBack(ref: string, status: 'paid' | 'failed', eventId: string): Promise<number>
  /** Runs the job of untouched payouts once. */
  untouched(ref: string): Promise<void>
  /** Changes where the money of the payout's beneficiary goes. */
  changeAccount(ref: string): Promise<void>
  read(ref: string, by?: TestSession): Promise<PayoutDetails>
  state(ref: string): Promise<string>
  inOwn<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  balances(accountNo: string): Promise<{ available: bigint; reserved: bigint }>
  /** The payouts in the bank's own file, by key, with the latest status of each. */
  witnessed(): Promise<Map<string, string>>
  sql<R extends object>(text: string, values?: unknown[]): Promise<R[]>
  findings(): Promise<unknown[]>
  close(): Promise<void>
}
export type Wish = Record<string, unknown>
type Word = KnownPayout extends infer K ? (K extends unknown ? Omit<K, 'providerRef'> : never) : never

export async function openPayingOut(parts: Parameters<typeof openTestApp>[1] = {}): Promise<PayingOut> {
  const simulator = await openSimulator({ delayMs: 20 })
  const testApp = await openTestApp({}, parts)
  const bank: Bank = { away: false, asked: [], requests: [] }
  testApp.serveParts.services.provider = () => watched(simulator.provider, bank)
  const merchant = await testApp.addMerchant()
  const scope = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
  const inOwn = <T>(work: (ctx: Ctx) => Promise<T>) =>
    ownTransaction(testApp.serveParts, scope, { requestId: 'test' }, work)
  const sql = <R extends object>(text: string, values: unknown[] = [merchant.merchantId]) =>
    testApp.owner.transaction(null, (tx) => tx.query<R>(text, values))
  const contentOf = <T>(answer: Answer) => answer.body.content as unknown as T
  const payouts = simulator.provider.payouts as Payouts
  const signal = () => AbortSignal.timeout(5_000)
  const job = (declared: object, data: object) =>
    runJob(declared as never, { ...scope, ...data }, testApp.serveParts, signal())

  const payingOut: PayingOut = {
    testApp,
    simulator,
    bank,
    merchant,
    maker: undefined as unknown as TestSession,
    async signIn(roles, { secondFactor = true, name = roles.join() } = {}) {
      const session = await testApp.signIn(merchant, { roles, name })
      if (secondFactor)
        await sql('update sub_users set is_2fa_enabled = true where sub_user_id = $1', [session.subUserId])
      return session
    },
    async account(balance = 0, currency = 'SGD') {
      const wish = { key: crypto.randomUUID(), currency: currency as 'SGD', name: 'Shop', customerName: '', mapId: '' }
      const opened = await payouts.openAccount?.({ ...wish, callbackUrl: 'http://127.0.0.1:1' }, signal())
      if (opened?.kind !== 'opened') throw new Error(JSON.stringify(opened))
      const { accountNo, bankCode, bankName } = opened
      await sql(
        `insert into virtual_accounts (merchant_id, environment, account_no, channel_key, account_name, bank_code, bank_name, currency,
           condition, created_by, start_date, updated_at)
         values ($1, 'sandbox', $2, 'SIMULATOR', 'Shop', $3, $4, $5, 'NO_CONDITION', 'Test', now(), now())`,
        [merchant.merchantId, accountNo, bankCode, bankName, currency],
      )
      if (balance > 0) await payingOut.deposit(accountNo, balance)
      return accountNo
    },
    async deposit(accountNo, amount) {
      const key = crypto.randomUUID()
      const money = { amountMinor: BigInt(amount * 100), currency: 'SGD' } as const
      await payouts.deposit?.({ key, accountNo, ...money, payer: 'Customer' }, signal())
      const told = { kind: 'deposit', id: key, accountNo, depositRef: key, ...money, payer: 'Customer' } as const
      await inOwn((ctx) =>
        receiveDeposit(ctx, { channelKey: 'SIMULATOR', told: { ...told, at: ctx.now.toISOString() }, body: '' }),
      )
    },
    async ask(wishes, body = {}, by = payingOut.maker) {
      const signed = [wishes]
        .flat()
        .map((wish) => ({ ...wish, signature_hash: sign(paramsOf(merchant, wish), by.signingKey) }))
      const details = Array.isArray(wishes) ? signed : signed[0]
      const request = { environment: 'sandbox', txn_details: details, ...body }
      const headers = { 'idempotency-key': crypto.randomUUID() }
      return testApp.call(by, 'POST', '/merchants/payout/transaction', request, headers)
    },
    async make(accountNo, changes = {}) {
      const answer = await payingOut.ask({ ...someWish(accountNo), ...changes })
      if (answer.status !== 200) throw new Error(answer.text)
      // The bank is asked whose the account is.
      await runJobs(testApp, { names: ['check-account-name', 'screen-beneficiary'] })
      return (contentOf<PayoutRow[]>(answer)[0] as PayoutRow).txn_ref
    },
    edit(txnRef, wish, revision, by = payingOut.maker) {
      const details = { ...wish, signature_hash: sign(paramsOf(merchant, wish), by.signingKey) }
      const body = { environment: 'sandbox', txn_ref: txnRef, revision, txn_details: details }
      return testApp.call(by, 'POST', '/merchants/payout/transaction/edit', body)
    },
    async cancel(ref) {
      return (await testApp.call(payingOut.maker, 'PUT', `/merchants/payout/${ref}/status/Cancelled`, {})).status
    },
    async approve(...refs) {
      await inOwn(async (ctx) => {
        const verified = { verified_by: 'Vera', verified_time: ctx.now, waits_for: 'approval' } as const
        for (const payout of await lockPayouts(ctx, refs)) await movePayout(ctx, payout, 'verify', verified)
        await approvedPayouts(ctx, refs)
      })
    },
    send: (txnRef) => job(sendPayout, { txnRef }),
    follow: (txnRef, asks = 0) => job(followPayout, { txnRef, asks }),
    release: (accountNo) => job(releasePayouts, { accountNo }),
    async word(ref, outcome) {
      const word = { providerRef: '', ...outcome } as KnownPayout
      await inOwn((ctx) => applyPayoutOutcome(ctx, ref, word, ctx.now))
    },
    async callBack(ref, status, eventId) {
      const told: PayoutCallback = { kind: 'payout', id: eventId, key: ref, at: '', outcome: wordOf(status) }
      const ignored = await inOwn((ctx) => receivePayoutWord(ctx, { channelKey: 'SIMULATOR', told, body: '' }))
      return ignored === null ? 200 : 400
    },
    untouched: (txnRef) => job(endUntouched, { txnRef }),
    async changeAccount(ref) {
      await inOwn(async (ctx) => {
        const payout = await findPayout(ctx, ref)
        const accountUuid = payout?.account_uuid ?? ''
        await ctx.own
          .update('beneficiary_accounts')
          .set({ version: 2 })
          .where('account_uuid', '=', accountUuid)
          .execute()
        await backToCreated(ctx, { accountUuid }, 'account_changed')
      })
    },
    read: async (ref, by = payingOut.maker) =>
      contentOf(await testApp.call(by, 'POST', `/merchants/${merchant.key}/payouts/${ref}`, {})),
    async state(ref) {
      const [row] = await sql<{ status: string }>('select status from payouts where txn_ref = $1', [ref])
      return row?.status ?? ''
    },
    inOwn,
    async balances(accountNo) {
      const [row] = await sql<{ available: bigint; reserved: bigint }>(
        'select available_minor as available, reserved_minor as reserved from virtual_accounts where account_no = $1',
        [accountNo],
      )
      return row as { available: bigint; reserved: bigint }
    },
    async witnessed() {
      const { json } = await simulator.call('/v1/witness?from=1')
      const { effects } = json as { effects: Record<string, string>[] }
      const found = new Map<string, string>()
      for (const { type = '', key = '', status = '' } of effects) {
        if (type === 'bank_payout' && found.has(key)) throw new Error(`${key} is paid twice`)
        if (type.startsWith('bank_')) found.set(key, status)
      }
      return found
    },
    sql,
    findings: () => verifyLedger(testApp.owner, scope),
    async close() {
      await testApp.close()
      await simulator.close()
    },
  }
  payingOut.maker = await payingOut.signIn(['payouts-user'], { name: 'Maker' })
  return payingOut
}

/** An account of a bank in Singapore that is paid 100 SGD. */
export const someWish = (accountNo: string, holder = 'Supplier Pte Ltd'): Wish => ({
  virtual_acc_no: accountNo,
  txn_ref: crypto.randomUUID(),
  bank_details: someBank(holder),
  amount: 100,
  currency: 'SGD',
  fee_payer: 'SENDER',
})
export const someBank = (holder: string) => ({
  account_no: String(10_000_000 + Math.floor(Math.random() * 89_999_999)),
  account_type: 'BANK',
  account_name: holder,
  bank_name: 'DBS',
  country: 'SG',
  fields: { swift: 'DBSSSGSG' },
})

const wordOf = (status: 'paid' | 'failed'): KnownPayout =>
  status === 'paid'
    ? { kind: 'paid', providerRef: 'bank-1' }
    : { kind: 'failed', providerRef: 'bank-1', reason: 'OTHER', providerText: '' }

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const paramsOf = (merchant: TestMerchant, wish: Wish): Record<string, string> => ({
  amount: majorText(BigInt(Math.round(Number(wish['amount']) * 100)), 'SGD'),
  client_key: merchant.key,
  currency: String(wish['currency']),
  merchant_txn_ref: textOf(wish['txn_ref']),
  to_account_no:
    (wish['bank_details'] as { account_no?: string } | undefined)?.account_no ??
    textOf(wish['account_uuid'] ?? wish['beneficiary_uuid']),
  virtual_account_no: String(wish['virtual_acc_no']),
})

interface Bank {
  away: boolean
  asked: string[]
  requests: PayoutRequest[]
}
function watched(provider: Provider, bank: Bank): Provider {
  const { payouts } = provider
  if (!payouts) throw new Error('the simulator pays nothing out')
  const away: PayoutOutcome = { kind: 'unknown', why: 'away' }
  return {
    ...provider,
    payouts: {
      ...payouts,
      async pay(request, signal) {
        bank.asked.push(request.key)
        bank.requests.push(request)
        return bank.away ? away : payouts.pay(request, signal)
      },
      status: async (asked, signal) => (bank.away ? away : payouts.status(asked, signal)),
    },
  }
}
