import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DepositRow } from '#contract/deposits.ts'
import type { ForecastDay, MovementRow, VirtualAccount } from '#contract/virtual-accounts.ts'
import { openPayingOut, type PayingOut } from '#server/payouts/fixtures.ts'
import type { DepositCallback } from '#server/providers/payouts.ts'
import { runJobs } from '#test/run-jobs.ts'
import type { Answer, TestSession } from '#test/test-app.ts'
import { receiveDeposit } from './deposits.ts'

/** Virtual accounts through the merchant's calls and at the real simulated bank. */
let out: PayingOut
let ann: TestSession
let ben: TestSession
beforeAll(async () => {
  out = await openPayingOut()
  ann = await out.signIn(['payouts-admin'], { name: 'Ann' })
  ben = await out.signIn(['payouts-admin'], { name: 'Ben' })
})
afterAll(() => out.close())

const contentOf = <T>(answer: Answer) => answer.body.content as unknown as T
const keyed = () => ({ 'idempotency-key': crypto.randomUUID() })
const va = () => `/merchants/${out.merchant.key}/payout/va`
const open = (body: object = {}, by = ann) =>
  out.testApp.call(
    by,
    'POST',
    va(),
    { channel_key: 'SIMULATOR', account_name: 'Main', currency: 'SGD', ...body },
    keyed(),
  )
const opened = async (body: object = {}): Promise<string> => {
  const answer = await open(body)
  if (answer.status !== 200) throw new Error(answer.text)
  return contentOf<VirtualAccount>(answer).account_no
}
const list = async (by = ann) => contentOf<VirtualAccount[]>(await out.testApp.call(by, 'GET', va()))
const read = async (accountNo: string) => (await list()).find(({ account_no }) => account_no === accountNo)
const statement = async (accountNo: string, body: object = {}) =>
  (await out.testApp.call(ann, 'POST', `/merchants/payout/va/${accountNo}/statement`, body)).body as unknown as {
    content: MovementRow[]
    opening_balance: number
    closing_balance: number
  }
/** The bank's word of a deposit, as its call-back brings it. */
const tell = (accountNo: string, fields: Partial<DepositCallback> = {}) =>
  out.inOwn((ctx) =>
    receiveDeposit(ctx, {
      channelKey: 'SIMULATOR',
      body: '',
      told: {
        kind: 'deposit',
        id: crypto.randomUUID(),
        accountNo,
        depositRef: crypto.randomUUID(),
        amountMinor: 10_000n,
        currency: 'SGD',
        payer: 'Ada',
        at: new Date().toISOString(),
        ...fields,
      },
    }),
  )
const waiting = async (accountNo: string) => {
  const filters = { vaaccount_no: accountNo }
  return contentOf<DepositRow[]>(await out.testApp.call(ann, 'POST', '/api/payouts/deposits/list', { filters }))
}
const askFor = (deposit: DepositRow, act: string, by = ann) =>
  out.testApp.call(by, 'POST', `/api/payouts/deposits/${deposit.deposit_id}/ask`, {
    act,
    reason: 'known',
    evidence: 'L-1',
  })
const decide = (deposit: DepositRow, asked: string, decision = 'confirm', by = ben) =>
  out.testApp.call(by, 'POST', `/api/payouts/deposits/${deposit.deposit_id}/decide`, { asked, decision }, keyed())

describe('a virtual account', () => {
  it('is opened at the bank by a custodian, once for a request, and shows its balances', async () => {
    const answer = await open({ account_name: 'Salaries', low_amount: 50 })
    expect(answer.body).toMatchObject({ message: 'Virtual Account Created Successfully' })
    expect(contentOf<VirtualAccount>(answer)).toMatchObject({
      account_name: 'Salaries',
      bank_name: 'Simulator Bank',
      balance: 0,
      available_balance: 0,
      reserved_balance: 0,
      low_amount: 50,
      is_low: true,
      tells_deposits: true,
    })
    expect((await open({}, out.maker)).status).toBe(403)
    const bare = await out.signIn(['payouts-admin'], { secondFactor: false, name: 'Bare' })
    expect((await open({}, bare)).body).toMatchObject({ status_reason: 'SECOND_FACTOR_REQUIRED' })
  })

  it('is not opened where the bank refuses, the channel is none or a condition has no amount', async () => {
    const refused = await open({ account_name: 'Sim no account' })
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { Message: 'Something went wrong', status_code: '4045', status_reason: 'VIRTUAL_ACCOUNT_NOT_SUPPORTED' },
    ])
    expect((await open({ channel_key: 'NOBODY' })).status).toBe(400)
    expect((await open({ condition: 'EXACT' })).status).toBe(400)
    expect((await open({ conditional_amount: 5 })).status).toBe(400)
  })

  it('is closed when it is empty and nothing of it is open, and takes nothing afterwards', async () => {
    const accountNo = await opened()
    await tell(accountNo)
    const close = () => out.testApp.call(ann, 'POST', `/api/payouts/virtual-accounts/${accountNo}/close`, {})
    expect((await close()).status).toBe(409)
    const empty = await opened()
    const closed = await out.testApp.call(ann, 'POST', `/api/payouts/virtual-accounts/${empty}/close`, {})
    expect(contentOf<VirtualAccount>(closed).end_date).not.toBeNull()
    await tell(empty)
    expect(await read(empty)).toMatchObject({ balance: 0 })
    expect(await waiting(empty)).toMatchObject([
      { state: 'Suspense', suspense_reason: 'closed_account', can_credit: false },
    ])
    expect(await out.findings()).toEqual([])
  })

  const held = async (accountNo: string) => {
    const { json } = await out.simulator.call('/v1/witness')
    const { accounts } = (json as { bank: { accounts: { account_no: string; balance_minor: string }[] } }).bank
    return accounts.find(({ account_no }) => account_no === accountNo)?.balance_minor
  }
  it('takes test money by the bank’s own call-back, once for a request', async () => {
    const accountNo = await opened()
    const path = `/api/payouts/virtual-accounts/${accountNo}/test-money`
    const asked = await out.testApp.call(out.maker, 'POST', path, { currency: 'SGD', amount: 12.5 }, keyed())
    expect(asked.status, asked.text).toBe(200)
    expect(await held(accountNo)).toBe('1250')
    // One request at once, over again, and after an answer that was never kept, is one deposit; another attempt is another.
    const key = { 'idempotency-key': crypto.randomUUID() }
    const again = () => out.testApp.call(out.maker, 'POST', path, { currency: 'SGD', amount: 7.5 }, key)
    const answers = await Promise.all([again(), again(), again()])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await out.sql('delete from idempotency_keys where merchant_id = $1')
    expect((await again()).status).toBe(200)
    expect(await held(accountNo)).toBe('2000')
    const other = await out.testApp.call(out.maker, 'POST', path, { currency: 'KRW', amount: 5 }, keyed())
    expect(other.body).toMatchObject({ status_code: '4076' })
  })
})

describe('a deposit', () => {
  it('is credited once for its reference, however often and by whichever events it is told of', async () => {
    const accountNo = await opened()
    await Promise.all(Array.from({ length: 6 }, () => tell(accountNo, { depositRef: 'TRF-1' })))
    expect(await read(accountNo)).toMatchObject({ balance: 100, available_balance: 100, reserved_balance: 0 })
    expect((await statement(accountNo)).content).toMatchObject([
      { number: 1, kind: 'deposit', amount: 100, balance: 100 },
    ])
    expect(await tell(accountNo, { depositRef: 'TRF-2' })).toBeNull()
    expect(await out.findings()).toEqual([])
  })

  it.each([
    ['EXACT', 100, [9_999n, 10_001n], 10_000n],
    ['MINIMUM', 100, [9_999n], 10_001n],
    ['MAXIMUM', 100, [10_001n], 1n],
  ] as const)('has to be %s %i; another waits in suspense', async (condition, conditional_amount, wrong, right) => {
    const accountNo = await opened({ condition, conditional_amount })
    for (const amountMinor of wrong) await tell(accountNo, { amountMinor })
    expect((await read(accountNo))?.balance).toBe(0)
    await tell(accountNo, { amountMinor: right })
    expect((await read(accountNo))?.balance).toBe(Number(right) / 100)
    expect((await waiting(accountNo)).filter(({ suspense_reason }) => suspense_reason === 'condition')).toHaveLength(
      wrong.length,
    )
    expect(await out.findings()).toEqual([])
  })

  it('in suspense is credited by two people, with reason and evidence', async () => {
    const accountNo = await opened({ condition: 'EXACT', conditional_amount: 5 })
    await tell(accountNo)
    const [deposit] = (await waiting(accountNo)) as [DepositRow]
    expect((await askFor(deposit, 'credit', out.maker)).status).toBe(403)
    expect((await askFor(deposit, 'credit')).status).toBe(200)
    expect((await askFor(deposit, 'send_back', ben)).status).toBe(409)
    expect((await decide(deposit, 'credit', 'confirm', ann)).body).toMatchObject({
      status_reason: 'SECOND_PERSON_NEEDED',
    })
    expect((await decide(deposit, 'send_back')).status).toBe(409)
    const answers = await Promise.all([decide(deposit, 'credit'), decide(deposit, 'credit')])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect(await read(accountNo)).toMatchObject({ balance: 100 })
    expect(await waiting(accountNo)).toMatchObject([
      { state: 'Credited', asked: '', asked_by: 'Ann', decided_by: 'Ben', reason: 'known', evidence: 'L-1' },
    ])
    expect(await out.findings()).toEqual([])
  })

  it('in suspense may be refused and asked for again, and goes back by the bank, once', async () => {
    const accountNo = await opened()
    const bank = out.simulator.provider.payouts
    const close = await out.testApp.call(ann, 'POST', `/api/payouts/virtual-accounts/${accountNo}/close`, {})
    expect(close.status, close.text).toBe(200)
    const money = { amountMinor: 700n, currency: 'SGD', payer: 'Ada' } as const
    await bank?.deposit?.({ key: crypto.randomUUID(), accountNo, ...money }, AbortSignal.timeout(5_000))
    const { json } = await out.simulator.call('/v1/witness?from=1')
    const { effects } = json as { effects: { type: string; account_no: string; ref: string }[] }
    const depositRef = effects.find((one) => one.type === 'bank_deposit' && one.account_no === accountNo)?.ref ?? ''
    await tell(accountNo, { ...money, depositRef })
    const [deposit] = (await waiting(accountNo)) as [DepositRow]
    expect((await askFor(deposit, 'credit')).status).toBe(409)
    await askFor(deposit, 'send_back')
    expect(contentOf<DepositRow>(await decide(deposit, 'send_back', 'refuse'))).toMatchObject({
      state: 'Suspense',
      asked: '',
    })
    await askFor(deposit, 'send_back', ben)
    expect((await decide(deposit, 'send_back', 'confirm', ann)).status).toBe(200)
    await runJobs(out.testApp, { names: ['send-back-deposit'] })
    expect(await waiting(accountNo)).toMatchObject([{ state: 'SentBack' }])
    expect(await bank?.balanceOf?.({ accountNo, currency: money.currency }, AbortSignal.timeout(5_000))).toMatchObject({
      balanceMinor: 0n,
    })
    expect(await out.findings()).toEqual([])
  })

  it('to an account that the merchant does not have waits in suspense and can only go back', async () => {
    await tell('889999999999')
    expect(await waiting('889999999999')).toMatchObject([
      { state: 'Suspense', suspense_reason: 'unknown_account', can_credit: false },
    ])
    expect(await out.findings()).toEqual([])
  })

  it('is entered by hand where the channel tells of none, and counts once another person confirms it', async () => {
    const accountNo = await opened()
    const enter = (account: string, by = ann) =>
      out.testApp.call(
        by,
        'POST',
        '/api/payouts/deposits',
        {
          account_no: account,
          deposit_ref: 'STATEMENT-7',
          amount: 30,
          currency: 'SGD',
          came_at: '2026-11-20 10:00:00',
          reason: 'topped up',
          evidence: 'page 3',
        },
        keyed(),
      )
    expect((await enter(accountNo)).status).toBe(409)
    await out.sql(`update virtual_accounts set mirrors = true where merchant_id = $1 and account_no = '${accountNo}'`)
    const entered = await enter(accountNo)
    expect(contentOf<DepositRow>(entered)).toMatchObject({ state: 'Asked', asked: 'enter', by_hand: true })
    expect((await enter(accountNo, ben)).status).toBe(400)
    expect((await read(accountNo))?.balance).toBe(0)
    const deposit = contentOf<DepositRow>(entered)
    expect((await decide(deposit, 'enter', 'confirm', ann)).status).toBe(403)
    expect((await decide(deposit, 'enter')).status).toBe(200)
    expect((await read(accountNo))?.balance).toBe(30)
    expect(await out.findings()).toEqual([])
  })
})

describe('a statement', () => {
  it('has each change of the balance in the order of entry; a reservation is none', async () => {
    const accountNo = await out.account(1_000)
    const ref = await out.make(accountNo)
    await out.approve(ref)
    await out.release(accountNo)
    expect((await statement(accountNo)).content).toHaveLength(1)
    await out.send(ref)
    await out.word(ref, { kind: 'paid' })
    await out.word(ref, { kind: 'returned', returnedMinor: 4_000n, reason: 'OTHER', providerText: '' })
    const { content, opening_balance, closing_balance } = await statement(accountNo)
    const { balance } = (await read(accountNo)) as VirtualAccount
    expect(content.map(({ kind, txn_type }) => `${kind} ${txn_type}`)).toEqual(
      expect.arrayContaining(['return Credit', 'payout Debit', 'deposit Credit']),
    )
    expect(content.map(({ number }) => number)).toEqual(content.map((_, at) => content.length - at))
    expect([opening_balance, closing_balance, content[0]?.balance]).toEqual([0, balance, balance])
    const debits = await statement(accountNo, { filters: { txn_type: 'Debit' } })
    expect(new Set(debits.content.map(({ txn_type }) => txn_type))).toEqual(new Set(['Debit']))
    const amounts = async (body: object) => (await statement(accountNo, body)).content.map(({ amount }) => amount)
    expect(await amounts({ filters: { txn_type: 'Credit' } })).toEqual([40, 1_000])
    expect(await amounts({ filters: { kind: 'payout', amount: { min: 99.5, max: 100 } } })).toEqual([100])
    expect(await amounts({ search: '100' })).toEqual([100])
    expect(await amounts({ from: '2020-01-01 00:00:00' })).toHaveLength(content.length)
    const before = await statement(accountNo, { to: '2020-01-01 00:00:00' })
    expect([before.content, before.closing_balance]).toEqual([[], 0])
    expect(await out.findings()).toEqual([])
  })

  it('is downloaded as a spreadsheet, and as camt.053 with the same sums', async () => {
    const accountNo = await out.account(250)
    await out.deposit(accountNo, 50)
    const sheet = await out.testApp.call(ann, 'GET', `/merchants/payout/va/${accountNo}/download-statement`)
    expect(sheet.headers['content-type']).toContain('spreadsheet')
    const { xml } = contentOf<{ xml: string }>(
      await out.testApp.call(ann, 'GET', `/api/payouts/virtual-accounts/${accountNo}/camt053`),
    )
    expect(xml.match(/<Ntry>/g)).toHaveLength(2)
    expect(xml).toContain('<Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="SGD">300.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>')
  })

  it('is not another merchant’s', async () => {
    const accountNo = await out.account(1)
    const stranger = await out.testApp.signIn(await out.testApp.addMerchant(), { roles: ['payouts-admin'] })
    const path = `/merchants/payout/va/${accountNo}/statement`
    expect((await out.testApp.call(stranger, 'POST', path, {})).status).toBe(404)
  })
})

it('forecasts what waiting payouts leave, those without a time today', async () => {
  const accountNo = await out.account(150)
  await out.make(accountNo)
  const later = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
  await out.make(accountNo, { trigger_time: later })
  const path = `/api/payouts/virtual-accounts/${accountNo}/forecast`
  const days = contentOf<ForecastDay[]>(await out.testApp.call(ann, 'GET', path))
  expect(days).toHaveLength(30)
  expect(days.filter(({ payouts }) => payouts > 0).map(({ payouts }) => payouts)).toEqual([1, 1])
  expect(days[0]?.available).toBeGreaterThan(0)
  expect(days.at(-1)?.available).toBeLessThan(0)
})

it('warns once when what is available falls below what people have set', async () => {
  const accountNo = await out.account(300)
  const low = await out.testApp.call(ann, 'PUT', `/api/payouts/virtual-accounts/${accountNo}`, {
    currency: 'SGD',
    low_amount: 250,
  })
  expect(contentOf<VirtualAccount>(low)).toMatchObject({ low_amount: 250, is_low: false })
  for (const ref of [await out.make(accountNo), await out.make(accountNo)]) await out.approve(ref)
  const told = await out.sql<{ facts: { account_no: string } }>(
    `select facts from notices where merchant_id = $1 and kind = 'virtual_account_low'`,
  )
  expect(told.filter(({ facts }) => facts.account_no === accountNo)).toHaveLength(1)
})
