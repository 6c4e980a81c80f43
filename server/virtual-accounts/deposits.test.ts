import { afterAll, describe, expect, it } from 'vitest'
import type { DepositRow } from '#contract/deposits.ts'
import { runJobs } from '#test/run-jobs.ts'
import { contentOf, keyed, openAccounts } from './fixtures.ts'

/** Deposits by the word of the bank and by hand, and what two people decide about them. */
const { out, ann, ben, opened, read, statement, tell, waiting, askFor, decide } = await openAccounts()
afterAll(() => out.close())

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
