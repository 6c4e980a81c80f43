import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WireOutput } from '#contract/kit/call.ts'
import type { generateCodeByPhone, sendPhoneCode } from '#contract/payout-approvals.ts'
import type { Answer, TestSession } from '#test/test-app.ts'
import { openApproving, type Approving } from './fixtures.ts'

let approving: Approving
let [maker, vera, anna, account] = [] as unknown as [TestSession, TestSession, TestSession, string]
beforeAll(async () => {
  approving = await openApproving()
  maker = approving.maker
  vera = await approving.signIn(['payouts-verify-user'], { name: 'Vera' })
  anna = await approving.signIn(['payouts-approve-user'], { name: 'Anna' })
  account = await approving.account(10_000)
})
afterAll(() => approving.close())
beforeEach(() => approving.afterPause())

const reasonOf = ({ status, body }: Answer) =>
  `${status} ${String(body['status_code'])} ${String(body['status_reason'])} ${String(body['Message'])}`
const content = <T>({ body }: Answer) => body.content as unknown as T
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a code', () => {
  it('lets payouts be verified by one and approved by another, and money is set aside with the last approval', async () => {
    const refs = [await approving.make(account), await approving.make(account, { amount: 55 })]
    const sent = content<{ count: number; totals: object; sent_to: string }>(
      await approving.generate(vera, 'verify', { txn_refs: refs }),
    )
    expect(sent).toMatchObject({ count: 2, totals: [{ currency: 'SGD', amount: 155 }] })
    const message = await approving.message()
    expect(message).toMatch(/verify payouts/)
    for (const part of ['SGD 155.00', 'SGD 100.00', 'SGD 55.00'])
      expect(message.replaceAll(/[\u2068\u2069]/g, '')).toContain(part)
    const verified = await approving.decide(vera, 'verify', { otp: await approving.code(), txn_refs: refs })
    expect(content<{ payouts: object[] }>(verified).payouts).toEqual(
      refs.toSorted().map((txn_ref) => ({ txn_ref, status: 'Verified', waits_for: 'approval' })),
    )
    const before = await approving.balances(account)
    const approved = await approving.pass(anna, 'approve', refs)
    expect(content<{ payouts: { status: string }[] }>(approved).payouts.map(({ status }) => status)).toEqual([
      'Approved',
      'Approved',
    ])
    expect((await approving.balances(account)).reserved - before.reserved).toBeGreaterThan(15_500n)
    expect(await approving.read(refs[0] ?? '')).toMatchObject({
      verified_by: 'Vera',
      approved_by: 'Anna',
      is_verified: true,
      is_approved: true,
    })
  })

  it('for everything that waits may be used for a part of it, once', async () => {
    const ref = await approving.make(account)
    const sent = content<{ txn_refs: string[] }>(await approving.generate(vera, 'verify'))
    expect(sent.txn_refs).toContain(ref)
    const otp = await approving.code()
    expect((await approving.decide(vera, 'verify', { otp, txn_refs: [ref] })).status).toBe(200)
    expect(reasonOf(await approving.decide(vera, 'verify', { otp }))).toBe('400 4073 OTP_INCORRECT Incorrect OTP')
  })

  it('that is wrong changes nothing; five tries and it is locked; a resend keeps the count', async () => {
    const ref = await approving.make(account)
    await approving.generate(vera, 'verify', { txn_refs: [ref] })
    const code = await approving.code()
    const wrong = () => approving.decide(vera, 'verify', { otp: wrongOf(code), txn_refs: [ref] })
    for (let at = 0; at < 4; at += 1) expect(reasonOf(await wrong())).toMatch(/OTP_INCORRECT/)
    expect(reasonOf(await approving.generate(vera, 'verify', { txn_refs: [ref] }, 'resend'))).toMatch(
      /^429 4088 CODE_TOO_SOON/,
    )
    await approving.sql(`update payout_codes set made_at = seconds_after(made_at, -120) where merchant_id = $1`)
    expect((await approving.generate(vera, 'verify', {}, 'resend')).status).toBe(200)
    expect(reasonOf(await approving.decide(vera, 'verify', { otp: code, txn_refs: [ref] }))).toMatch(/OTP_INCORRECT/)
    expect(reasonOf(await approving.decide(vera, 'verify', { otp: await approving.code(), txn_refs: [ref] }))).toMatch(
      /^429 4088 PAYOUT_CODES_LOCKED/,
    )
    expect(await approving.state(ref)).toBe('Created')
  })

  it('is locked after ten tries of a user in an hour, however many codes they have', async () => {
    const ref = await approving.make(account)
    const outcomes: string[] = []
    for (let round = 0; round < 3; round += 1) {
      await approving.sql(`update payout_codes set made_at = seconds_after(made_at, -120) where merchant_id = $1`)
      await approving.generate(vera, 'verify', { txn_refs: [ref] })
      const code = await approving.code()
      for (let at = 0; at < 4; at += 1)
        outcomes.push(reasonOf(await approving.decide(vera, 'verify', { otp: wrongOf(code) })))
    }
    expect(outcomes.filter((one) => one.includes('OTP_INCORRECT'))).toHaveLength(10)
    expect(outcomes.slice(10).every((one) => one.startsWith('429 4088'))).toBe(true)
  })

  it('is good at 9:59 and not at 10:01 by the database, whatever the clock of the API says', async () => {
    const aged = async (interval: string) => {
      const ref = await approving.make(account)
      await approving.afterPause()
      await approving.generate(vera, 'verify', { txn_refs: [ref] })
      await approving.sql(
        `update payout_codes set expires_at = seconds_after(expires_at, -extract(epoch from $2::interval)) where merchant_id = $1 and ended_at is null`,
        [approving.merchant.merchantId, interval],
      )
      return { otp: await approving.code(), txn_refs: [ref] }
    }
    const good = await aged('9 minutes 59 seconds')
    approving.testApp.clock.now = new Date(Date.now() + 10_000)
    try {
      expect((await approving.decide(vera, 'verify', good)).status).toBe(200)
    } finally {
      approving.testApp.clock.now = null
    }
    expect(reasonOf(await approving.decide(vera, 'verify', await aged('10 minutes 1 second')))).toMatch(
      /^400 4056 OTP_EXPIRED/,
    )
  })

  it("is nobody else's, for no other act, and only once at the same moment", async () => {
    const ref = await approving.make(account)
    await approving.generate(vera, 'verify', { txn_refs: [ref] })
    const body = { otp: await approving.code(), txn_refs: [ref] }
    const other = await approving.signIn(['payouts-verify-user'], { name: 'Other' })
    expect(reasonOf(await approving.decide(other, 'verify', body))).toMatch(/OTP_INCORRECT/)
    expect(reasonOf(await approving.decide(anna, 'approve', body))).toMatch(/OTP_INCORRECT/)
    const both = await Promise.all([approving.decide(vera, 'verify', body), approving.decide(vera, 'verify', body)])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
  })

  it.each([
    ['an amount', 'update payouts set amount_minor = amount_minor + 1, revision = revision + 1 where txn_ref = $1'],
    ['an amount, silently', 'update payouts set amount_minor = amount_minor + 1 where txn_ref = $1'],
    ['a currency', `update payouts set currency = 'USD' where txn_ref = $1`],
    [
      'an account',
      'update beneficiary_accounts a set version = version + 1 from payouts p where p.txn_ref = $1 and a.account_uuid = p.account_uuid',
    ],
  ])('is void once %s has changed', async (_, change) => {
    const ref = await approving.make(account)
    await approving.generate(vera, 'verify', { txn_refs: [ref] })
    const body = { otp: await approving.code(), txn_refs: [ref] }
    await approving.sql(change, [ref])
    const refused = await approving.decide(vera, 'verify', body)
    expect(reasonOf(refused)).toMatch(/^409 4001 PAYOUT_CHANGED/)
    expect((refused.body as { errors?: { path: string }[] }).errors?.[0]?.path).toContain(ref)
    expect(reasonOf(await approving.decide(vera, 'verify', body))).toMatch(/OTP_INCORRECT/)
    expect(await approving.state(ref)).toBe('Created')
    await approving.cancel(ref)
  })

  it('goes to the own address and the own confirmed telephone alone', async () => {
    const ref = await approving.make(account)
    expect(reasonOf(await approving.generate(vera, 'verify', { txn_refs: [ref], email: 'else@acme.example' }))).toMatch(
      /^403 4081 ADDRESS_MISMATCH/,
    )
    expect(reasonOf(await approving.generate(vera, 'verify', { txn_refs: [ref], two_fa_type: 'phone' }))).toMatch(
      /^400 4064 PHONE_NOT_CONFIRMED/,
    )
    await approving.sql(`update sub_users set phone = '+65 9123 4567' where sub_user_id = $1`, [anna.subUserId])
    const sent = content<WireOutput<typeof sendPhoneCode>>(
      await approving.testApp.call(anna, 'POST', '/api/payouts/phone/code'),
    )
    expect(sent).toMatchObject({ sent_to: '•••• 67' })
    const otp = await approving.code()
    expect((await approving.testApp.call(anna, 'POST', '/api/payouts/phone/confirm', { otp })).status).toBe(200)
    expect((await approving.pass(vera, 'verify', [ref])).status).toBe(200)
    const mobile = encodeURIComponent('+6591234567')
    const byPhone = (path: string, body: object) =>
      approving.testApp.call(
        anna,
        'POST',
        path,
        { environment: 'sandbox', txn_refs: [ref], ...body },
        { 'idempotency-key': crypto.randomUUID() },
      )
    expect(reasonOf(await byPhone('/api/verification/generateOTP/6500000000', {}))).toMatch(
      /^403 4081 ADDRESS_MISMATCH/,
    )
    expect(
      content<WireOutput<typeof generateCodeByPhone>>(await byPhone(`/api/verification/generateOTP/${mobile}`, {}))
        .sent_to,
    ).toBe('•••• 67')
    const code = await approving.code()
    expect(reasonOf(await byPhone(`/merchants/payout/approve/${mobile}`, { otp: wrongOf(code) }))).toBe(
      '400 4073 OTP_INCORRECT_BY_PHONE OTP incorrect',
    )
    expect((await byPhone(`/merchants/payout/approve/${mobile}`, { otp: code })).status).toBe(200)
  })
})

describe('four eyes', () => {
  it('keep a maker from verifying, a verifier from approving, and whoever changed the account from both', async () => {
    const both = await approving.signIn(['payouts-admin'], { name: 'Both' })
    const ref = await approving.make(account)
    expect(reasonOf(await approving.generate(maker, 'verify', { txn_refs: [ref] }))).toMatch(/^403 4081/)
    expect((await approving.pass(both, 'verify', [ref])).status).toBe(200)
    expect(reasonOf(await approving.generate(both, 'approve', { txn_refs: [ref] }))).toMatch(/^403 4081 OWN_PAYOUT/)
    const other = await approving.make(account)
    await approving.sql(
      `insert into beneficiary_account_changes (merchant_id, environment, account_uuid, change_id, version, sub_user_id, at)
       select merchant_id, environment, account_uuid, gen_random_uuid(), 2, $2, now() - interval '71 hours' from payouts where txn_ref = $1`,
      [other, vera.subUserId],
    )
    expect(reasonOf(await approving.generate(vera, 'verify', { txn_refs: [other] }))).toMatch(/^403 4081 OWN_PAYOUT/)
    await approving.sql(
      `update beneficiary_account_changes set at = now() - interval '73 hours' where sub_user_id = $1`,
      [vera.subUserId],
    )
    expect((await approving.generate(vera, 'verify', { txn_refs: [other] })).status).toBe(200)
    await approving.sql('update sub_users set is_active = false where sub_user_id = $1', [both.subUserId])
  })

  it('need a second factor of whoever acts', async () => {
    const without = await approving.signIn(['payouts-verify-user'], { name: 'Without', secondFactor: false })
    expect(reasonOf(await approving.generate(without, 'verify'))).toMatch(/^403 4081 SECOND_FACTOR_REQUIRED/)
  })

  it('end a payout that a checker rejects, with the remark', async () => {
    const ref = await approving.make(account)
    const body = { environment: 'sandbox', txn_refs: [ref], remark: 'Wrong invoice' }
    expect((await approving.testApp.call(vera, 'POST', '/api/payouts/reject', body)).status).toBe(200)
    expect(await approving.read(ref)).toMatchObject({
      status: 'Rejected',
      ended_by: 'Vera',
      end_remark: 'Wrong invoice',
    })
  })
})

describe('many at once', () => {
  it('are approved as far as the account reaches, the oldest first, and the rest is queued', async () => {
    const from = await approving.account(250)
    const refs: string[] = []
    for (const amount of [100, 200, 100, 40]) refs.push(await approving.make(from, { amount }))
    expect((await approving.pass(vera, 'verify', refs)).status).toBe(200)
    expect((await approving.pass(anna, 'approve', refs)).status).toBe(200)
    const states = await Promise.all(refs.map((ref) => approving.state(ref)))
    expect(states).toEqual(['Approved', 'Queued', 'Approved', 'Approved'])
    const { available, reserved } = await approving.balances(from)
    expect(available + reserved).toBe(25_000n)
    expect(await approving.findings()).toEqual([])
  })
})
