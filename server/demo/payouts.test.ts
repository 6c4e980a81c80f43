import { afterAll, beforeAll, expect, it } from 'vitest'
import { payoutStates } from '#contract/payout-states.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import type { PastBankEffect } from '#server/providers/simulator/bank/past.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { seedBeneficiaries } from './beneficiaries.ts'
import { seedPayouts } from './payouts.ts'
import { seedVirtualAccounts } from './virtual-accounts.ts'

/** The demo's payouts: what its people would have left behind, in every state. */
let testApp: TestApp
let owner: { merchantId: string; environment: 'sandbox' }
let told: PastBankEffect[]
beforeAll(async () => {
  testApp = await openTestApp()
  const merchant = await testApp.addMerchant({ country: 'SG' })
  for (const role of ['payouts-user', 'payouts-verify-user', 'payouts-approve-user', 'payouts-admin'] as const)
    await testApp.signIn(merchant, { roles: [role] })
  owner = { merchantId: merchant.merchantId, environment: 'sandbox' }
  const parts = { ...testApp.serveParts, database: testApp.owner }
  told = await ownTransaction(parts, owner, { requestId: 'test' }, async (ctx) => {
    await seedBeneficiaries(ctx)
    const accounts = await seedVirtualAccounts(ctx, 'acme')
    return [...accounts, ...(await seedPayouts(ctx, 'acme', 16))]
  })
}, 30_000)
afterAll(() => testApp.close())
const ask = <R extends object>(sql: string) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(sql, [owner.merchantId]))

it('are in every state, over 90 days, and the ledger agrees', async () => {
  const states = await ask<{ status: string }>('select distinct status from payouts where merchant_id = $1')
  expect(states.map(({ status }) => status).toSorted()).toEqual([...payoutStates.states].toSorted())
  expect(await verifyLedger(testApp.owner, owner)).toEqual([])
})

it('wait for what their rules and their accounts ask: a second approver, a reason for another name, and a whole sheet', async () => {
  const waiting = await ask<{ status: string; beneficiary_name: string; in_batch: boolean; waits_for: string }>(
    `select status, beneficiary_name, batch_id is not null as in_batch, waits_for from payouts
     where merchant_id = $1 and status in ('Approved', 'Verified') order by beneficiary_name`,
  )
  expect(waiting.filter(({ in_batch }) => in_batch).length).toBe(4)
  expect(waiting.filter(({ status }) => status === 'Approved')).toMatchObject([
    { beneficiary_name: 'Meridian Catering' },
  ])
  const [batch] = await ask('select status, created_count, error_count from payout_batches where merchant_id = $1')
  expect(batch).toEqual({ status: 'done', created_count: 4, error_count: 1 })
  const levels = await ask<{ levels: number[] }>(
    `select array_agg(payout_level order by payout_level) as levels from payout_acts a join payouts p using (merchant_id, environment, txn_ref)
     where a.merchant_id = $1 and act = 'approve' and p.status = 'Verified' group by a.txn_ref`,
  )
  expect(levels).toEqual([{ levels: [0] }])
})

it('are at the bank as they are here: its balances are those of the ledger', async () => {
  const balances = new Map<string, bigint>()
  const paid = new Map<string, { accountNo: string; amountMinor: bigint }>()
  const move = (accountNo: string, minor: bigint) => balances.set(accountNo, (balances.get(accountNo) ?? 0n) + minor)
  for (const effect of told) {
    if ('deposit' in effect) move(effect.accountNo, effect.amountMinor)
    if ('payout' in effect) {
      paid.set(effect.payout, effect)
      move(effect.accountNo, -effect.amountMinor)
    }
    if ('ended' in effect && effect.status !== 'paid') {
      const { accountNo, amountMinor } = paid.get(effect.ended) as { accountNo: string; amountMinor: bigint }
      move(accountNo, effect.returnedMinor ?? amountMinor)
    }
  }
  const booked = await ask<{ account_no: string; minor: bigint }>(
    `select substr(account, 9) as account_no, sum(amount_minor)::bigint as minor from ledger_entries
     where merchant_id = $1 and account like 'va_bank:%' group by account`,
  )
  const underWay = await ask<{ account_no: string; minor: bigint }>(
    `select virtual_account_no as account_no, sum(amount_minor)::bigint as minor from payouts
     where merchant_id = $1 and status = 'Processing' group by 1`,
  )
  expect(booked.length).toBe(2)
  for (const { account_no, minor } of booked) {
    const away = underWay.find((one) => one.account_no === account_no)?.minor ?? 0n
    expect(balances.get(account_no)).toBe(minor - away)
  }
})
