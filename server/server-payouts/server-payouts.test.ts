import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults } from '#contract/faults.ts'
import { openPayingOut, someWish, type PayingOut } from '#server/payouts/fixtures.ts'
import { newKey } from '#server/server-keys/fixtures.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { merchantToken } from '#test/merchant-token.ts'
import type { Answer, TestMerchant } from '#test/test-app.ts'

/** Payouts, virtual accounts and beneficiaries under the paths that merchants' servers know, at the real simulated bank. */
let paying: PayingOut
let merchant: TestMerchant
let accountNo: string
/** The three bearers that a server may send. */
const bearers = new Map<string, string>()
beforeAll(async () => {
  paying = await openPayingOut()
  ;({ merchant } = paying)
  accountNo = await paying.account(1_000)
  const admin = await paying.signIn(['admin'])
  const opened = await paying.testApp.call(null, 'POST', '/api/merchant/auth-token', {
    portone_key: merchant.key,
    portone_secret: merchant.secret,
  })
  bearers.set('token', await merchantToken(merchant))
  bearers.set('auth token', (opened.body.content as unknown as { token: string }).token)
  bearers.set('server key', (await newKey(paying.testApp, admin, { scopes: ['payouts:write'] })).server_key)
})
afterAll(() => paying.close())

const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, bearer = 'token'): Promise<Answer> =>
  paying.testApp.call(null, method, path, body, { authorization: `Bearer ${bearers.get(bearer) ?? bearer}` })
const contentOf = <T>(answer: Answer): T => {
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.content as unknown as T
}
/** A wish signed with the merchant's secret. */
function signed(amount: number) {
  const wish = { ...someWish(accountNo), amount }
  const { account_no } = wish['bank_details' as never] as { account_no: string }
  const params = {
    amount: String(amount),
    client_key: merchant.key,
    currency: 'SGD',
    merchant_txn_ref: String(wish['txn_ref' as never]),
    to_account_no: account_no,
    virtual_account_no: accountNo,
  }
  return { ...wish, signature_hash: sign(params, merchant.secret) }
}
const makePayout = async (bearer: string, amount = 10) => {
  const body = { key: merchant.key, environment: 'sandbox', txn_details: signed(amount) }
  const [payout] = contentOf<{ txn_ref: string; status: string }[]>(
    await ask('POST', '/api/payout/transaction', body, bearer),
  )
  return payout?.txn_ref ?? ''
}

describe("a merchant's server", () => {
  it.each(['token', 'auth token', 'server key'])('makes, reads and cancels payouts by its %s', async (bearer) => {
    const ref = await makePayout(bearer)
    const status = () => ask('GET', `/api/payout/${ref}/status`, undefined, bearer)
    expect((await status()).body['Status']).toBe('Created')
    const listed = contentOf<{ txn_ref: string }[]>(
      await ask('POST', `/api/merchant/${merchant.key}/payouts`, {}, bearer),
    )
    expect(listed[0]?.txn_ref).toBe(ref)
    const cancelled = await ask('PUT', `/api/payout/${ref}/status/Cancelled`, {}, bearer)
    expect(contentOf(cancelled)).toMatchObject({ txn_ref: ref, status: 'Cancelled' })
    expect((await status()).body['Status']).toBe('Cancelled')
    expect((await ask('PUT', `/api/payout/${ref}/status/Cancelled`, {}, bearer)).status).toBe(409)
  })

  it.each(['token', 'auth token', 'server key'])('never verifies or approves by its %s', async (bearer) => {
    const ref = await makePayout(bearer)
    for (const act of ['verify', 'approve'])
      for (const path of [act, `generateOTP/${act}`, `resendOTP/${act}`]) {
        const body = { environment: 'sandbox', otp: '000000', txn_refs: [ref] }
        const older = await ask('POST', `/api/merchant/payout/${path}`, body, bearer)
        expect([older.status, older.body['status_reason']], path).toEqual([403, 'PEOPLE_ONLY'])
        expect((await ask('POST', `/merchants/payout/${path}`, body, bearer)).status, path).toBe(401)
      }
    expect(await paying.state(ref)).toBe('Created')
  })

  it('needs the signature of the secret for a payout, which a key stands for', async () => {
    const { signature_hash: _, ...unsigned } = signed(11)
    const body = { environment: 'sandbox', txn_details: unsigned }
    expect((await ask('POST', '/api/payout/transaction', body)).status).toBe(400)
    expect((await ask('POST', '/api/payout/transaction', body, 'server key')).status).toBe(200)
    const forged = { ...body, txn_details: { ...signed(12), amount: 13 } }
    for (const bearer of bearers.keys())
      expect((await ask('POST', '/api/payout/transaction', forged, bearer)).body['status_reason'], bearer).toBe(
        faults.invalidSignature.reason,
      )
  })

  it('reads accounts, a balance that includes what is set aside, and the statement', async () => {
    const ref = await makePayout('token', 100)
    await paying.approve(ref)
    const [account] = contentOf<{ account_no: string; available_balance: number }[]>(
      await ask('GET', `/api/merchant/${merchant.key}/payout/va`),
    )
    expect(account).toMatchObject({ account_no: accountNo, balance: 1_000, available_balance: 899.46 })
    const balance = await ask('GET', `/api/payout/va/${accountNo}/balance`)
    expect(balance.body['Balance']).toBe(1_000)
    const statement = await ask('POST', `/api/payout/va/${accountNo}/statement`, {})
    expect(contentOf(statement)).toMatchObject([{ kind: 'deposit', amount: 1_000, balance: 1_000, txn_type: 'Credit' }])
    expect(statement.body).toMatchObject({ opening_balance: 0, closing_balance: 1_000 })
    const sheet = await ask('GET', `/api/payout/va/${accountNo}/download-statement?environment=sandbox`)
    expect([sheet.status, sheet.text.slice(0, 2)], sheet.text.slice(0, 900)).toEqual([200, 'PK'])
    const [audited] = await paying.sql<{ actor_name: string }>(
      `select actor_name from audit_events where merchant_id = $1 and action = 'virtual-account.statement'`,
    )
    expect(audited).toEqual({ actor_name: 'merchant server' })
  })

  it('makes beneficiaries, whose accounts the bank knows, and asks whose an account is', async () => {
    const path = `/api/merchants/${merchant.key}/payout/createBeneficiary`
    const account = {
      account_type: 'BANK',
      country: 'SG',
      account_name: 'Mei Tan',
      account_no: '0012345678',
      bank_code: '7171',
      fields: { branch: '001' },
    }
    const body = (holder: string) => ({ name: 'Mei', country: 'SG', accounts: [{ ...account, account_name: holder }] })
    const made = contentOf<{ beneficiary_uuid: string }>(await ask('POST', path, body('Mei Tan')))
    expect(made).toEqual({
      beneficiary_uuid: expect.any(String),
      accounts: [
        {
          account_uuid: expect.any(String),
          account_no: '0012345678',
          is_default: true,
          name_check: 'MATCH',
          waits_until: null,
        },
      ],
    })
    const other = await ask('POST', path, body('Sim name differs'))
    expect([other.status, other.body['status_code'], other.body['errors']]).toMatchObject([
      400,
      '4098',
      [{ path: 'accounts.0.name_reason', reason: 'name_no_match' }],
    ])
    const listed = await ask('GET', `${path}?pageIndex=1&pagesize=1`)
    expect(contentOf(listed)).toMatchObject([
      { beneficiary_uuid: made.beneficiary_uuid, name: 'Mei', account_no: '•••• 5678' },
    ])
    expect((await ask('GET', `${path}?pageIndex=0`)).status).toBe(400)

    const verify = (holder: string) =>
      ask('POST', '/api/payout/vendor/account/verification', { key: merchant.key, ...account, account_name: holder })
    expect(contentOf(await verify('Mei Tan'))).toEqual({
      is_verified: true,
      name_check: 'MATCH',
      name_at_bank: 'Mei Tan',
    })
    expect(contentOf(await verify('Sim name differs'))).toMatchObject({ is_verified: false, name_check: 'NO_MATCH' })
    await paying.sql(`update payment_channels set is_enabled = false where merchant_id = $1`)
    const unable = await verify('Mei Tan')
    expect([unable.status, unable.body['status_code']]).toEqual([400, '4102'])
    await paying.sql(`update payment_channels set is_enabled = true where merchant_id = $1`)
  })

  it("reaches nothing of another merchant's, and a key that may read makes nothing", async () => {
    const ref = await makePayout('token', 14)
    const other = await paying.testApp.addMerchant()
    const foreign = await merchantToken(other)
    for (const [method, path] of [
      ['GET', `/api/payout/${ref}/status`],
      ['PUT', `/api/payout/${ref}/status/Cancelled`],
      ['GET', `/api/payout/va/${accountNo}/balance`],
      ['POST', `/api/payout/va/${accountNo}/statement`],
      ['GET', `/api/payout/va/${accountNo}/download-statement`],
      ['GET', `/api/merchant/${merchant.key}/payout/va`],
      ['GET', `/api/merchants/${merchant.key}/payout/createBeneficiary`],
    ] as const)
      expect((await ask(method, path, method === 'GET' ? undefined : {}, foreign)).status, path).toBe(404)
    const admin = await paying.signIn(['admin'], { name: 'Ada' })
    const { server_key: reader } = await newKey(paying.testApp, admin, { scopes: ['payouts:read'] })
    expect((await ask('GET', `/api/payout/${ref}/status`, undefined, reader)).status).toBe(200)
    expect((await ask('PUT', `/api/payout/${ref}/status/Cancelled`, {}, reader)).body['status_reason']).toBe(
      'SERVER_KEY_SCOPE_MISSING',
    )
    expect(await paying.state(ref)).toBe('Created')
  })
})
