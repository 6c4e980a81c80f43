import type { DepositRow } from '#contract/deposits.ts'
import type { MovementRow, VirtualAccount } from '#contract/virtual-accounts.ts'
import { openPayingOut } from '#server/payouts/fixtures.ts'
import type { DepositCallback } from '#server/providers/payouts.ts'
import type { Answer } from '#test/test-app.ts'
import { receiveDeposit } from './deposits.ts'

export const contentOf = <T>(answer: Answer) => answer.body.content as unknown as T
export const keyed = () => ({ 'idempotency-key': crypto.randomUUID() })

/** A merchant with the real simulated bank and two custodians, and what they ask about virtual accounts and deposits. */
export async function openAccounts() {
  const out = await openPayingOut()
  const ann = await out.signIn(['payouts-admin'], { name: 'Ann' })
  const ben = await out.signIn(['payouts-admin'], { name: 'Ben' })

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
  return { out, ann, ben, va, open, opened, list, read, statement, tell, waiting, askFor, decide }
}
