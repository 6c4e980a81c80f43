import { afterAll, describe, expect, it } from 'vitest'
import type { ForecastDay, VirtualAccount } from '#contract/virtual-accounts.ts'
import { contentOf, keyed, openAccounts } from './fixtures.ts'

/** Virtual accounts through the merchant's calls and at the real simulated bank. */
const { out, ann, open, opened, read, tell, waiting } = await openAccounts()
afterAll(() => out.close())

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
