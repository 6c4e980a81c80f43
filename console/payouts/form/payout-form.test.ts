import { describe, expect, it } from 'vitest'
import { createPayout } from '#contract/payouts.ts'
import { signWithSessionKey } from '#console/kit/auth/sign.ts'
import { emptyAccount } from '#console/beneficiaries/account-values.ts'
import { schemaErrors } from '#console/kit/form/schema-errors.ts'
import { withoutBlanks } from '#console/kit/form/use-call-form.ts'
import { emptyPayout, missingIn, payoutField, signedBody, wishOf } from './payout-form.ts'

const empty = emptyPayout({ account: '', beneficiary: '', beneficiaryAccount: '', now: new Date(1_700_000_000_000) })
const filled = { ...empty, virtual_acc_no: '900', currency: 'SGD' as const, beneficiary_uuid: 'b', amount: '1,234.5' }

describe('the form of a payout', () => {
  it('tells at its field each thing that is needed', () => {
    const fields = (values: typeof empty) => missingIn(values).map(({ path }) => path)
    expect(fields(empty)).toEqual(['virtual_acc_no', 'amount', 'beneficiary_uuid'])
    expect(fields({ ...empty, to: 'once', when: 'later' })).toEqual([
      'virtual_acc_no',
      'amount',
      'once.country',
      'once.account_name',
      'trigger_time',
    ])
    expect(fields(filled)).toEqual([])
  })

  it('makes a body that the call takes, without what is left empty', () => {
    const bodyOf = (values: typeof empty) =>
      withoutBlanks({ key: 'k', environment: 'sandbox', txn_details: wishOf(values) }) as { txn_details: object }
    expect(schemaErrors(createPayout.body, bodyOf(filled))).toEqual([])
    expect(bodyOf(filled).txn_details).not.toHaveProperty('account_uuid')
    const account = { ...emptyAccount('KR'), account_name: '김민수', account_no: '110123456789', bank_code: '088' }
    const once = { ...filled, to: 'once' as const, once: account }
    expect([schemaErrors(createPayout.body, bodyOf(once)), missingIn(once)]).toEqual([[], []])
    const bank_details = { account_no: '110123456789', account_type: 'BANK', bank_no: '088', country: 'KR' }
    expect(bodyOf(once).txn_details).toMatchObject({ bank_details })
    expect(missingIn({ ...once, once: { ...account, account_no: '12' } })).toMatchObject([{ path: 'once.account_no' }])
    expect(bodyOf(once).txn_details).not.toHaveProperty('beneficiary_uuid')
    const told = { ...filled, send_email: true, recipient_emails: 'a@example.com; b@example.com' }
    expect(bodyOf(told).txn_details).toMatchObject({ recipient_emails: ['a@example.com', 'b@example.com'] })
    expect(schemaErrors(createPayout.body, bodyOf({ ...filled, amount: '1.234' }))).toMatchObject([
      { path: 'txn_details.amount', reason: 'too_many_decimals' },
    ])
  })

  it('leads each path of the request to its field', () => {
    const paths = ['txn_details.amount', 'txn_details.bank_details.account_no', 'txn_details.recipient_emails.1']
    expect(paths.map(payoutField)).toEqual(['amount', 'once.account_no', 'recipient_emails'])
  })

  it('signs amount, accounts and reference by the session’s key', async () => {
    const body = { txn_details: withoutBlanks(wishOf(filled)) }
    const { txn_details: wish } = (await signedBody(body, { merchantKey: 'merchant', signingKey: 'key' })) as {
      txn_details: { signature_hash: string }
    }
    const params = {
      amount: '1234.5',
      client_key: 'merchant',
      currency: 'SGD',
      merchant_txn_ref: 'PAYOUT1700000000000',
      to_account_no: 'b',
      virtual_account_no: '900',
    }
    expect(wish.signature_hash).toBe(await signWithSessionKey(params, 'key'))
  })
})
