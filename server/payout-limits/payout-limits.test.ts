import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AskedLimit, PayoutLimits } from '#contract/payout-limits.ts'
import type { Role } from '#contract/access.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { seedPayout } from '#test/payout-objects.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { giveBackLimits } from '#server/payout-store/limit-counts.ts'
import { checkLimits, countLimits } from './count.ts'
import { periodsAt, possibleAt, type Beyond, type Limited } from './within.ts'

let testApp: TestApp
let merchant: TestMerchant
let admin: TestSession
let beneficiary: string
const accountNo = 'VA-100'
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  testApp.clock.now = null
  merchant = await testApp.addMerchant()
  admin = await withFactor(['admin'])
  beneficiary = newId()
  const refs = { name: 'Ahn Trading', accountNo, beneficiary, beneficiaryAccount: newId(), payout: newId() }
  await inOne((ctx) => seedPayout(ctx, refs))
})

const inOne = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  ownTransaction(
    testApp.serveParts,
    { merchantId: merchant.merchantId, environment: 'sandbox' },
    { requestId: 'test' },
    work,
  )
async function withFactor(roles: Role[]): Promise<TestSession> {
  const session = await testApp.signIn(merchant, { roles, name: roles.join(' ') })
  await testApp.owner.transaction(null, (tx) =>
    tx.query('update sub_users set is_2fa_enabled = true where sub_user_id = $1', [session.subUserId]),
  )
  return session
}

const path = () => `/api/payouts/limits/${merchant.key}`
type Asked = Record<string, unknown> & Pick<AskedLimit, 'of'>
const save = (limits: Asked[], { version = 0, as = admin } = {}) => testApp.call(as, 'PUT', path(), { version, limits })
const contentOf = ({ body }: { body: object }) => (body as { content: PayoutLimits }).content
const each = (of: AskedLimit['of'], amounts: object): Asked => ({ of, currency: 'SGD', ...amounts })

const payout = (amountMinor: bigint, changes: Partial<Limited> = {}): Limited & { txnRef: string } => ({
  txnRef: newId(),
  accountNo,
  beneficiaryUuid: beneficiary,
  makers: ['maker-1'],
  approvers: ['approver-1'],
  currency: 'SGD',
  amountMinor,
  ...changes,
})
const count = (one: Limited & { txnRef: string }) => inOne((ctx) => countLimits(ctx, one))
const told = (beyond: Beyond[]) => beyond.map(({ of, period, leftMinor }) => `${of} ${period} ${leftMinor}`)

describe('limits', () => {
  it('are read by everybody and saved by custodians with a second factor, in a version', async () => {
    const clerk = await testApp.signIn(merchant, { roles: ['invoice-user'] })
    expect(contentOf(await testApp.call(clerk, 'GET', path()))).toEqual({
      version: 0,
      updated_by: '',
      updated_at: null,
      limits: [],
    })
    const limits = [
      each('MAKER', { payout: 100, day: 500 }),
      each('ACCOUNT', { virtual_acc_no: accountNo, month: 10_000 }),
      each('APPROVER', { sub_user_id: admin.subUserId, payout: 1_000 }),
      each('BENEFICIARY', { beneficiary_uuid: beneficiary, day: 2_000 }),
    ]
    const saved = await save(limits)
    expect(saved.status, saved.text).toBe(200)
    expect(contentOf(saved)).toMatchObject({
      version: 1,
      updated_by: 'admin',
      limits: [
        { of: 'ACCOUNT', subject: accountNo, name: 'Ahn Trading', payout: null, day: null, month: 10_000 },
        { of: 'APPROVER', subject: admin.subUserId, name: 'admin', payout: 1_000 },
        { of: 'BENEFICIARY', subject: beneficiary, name: 'Ahn Trading', day: 2_000 },
        { of: 'MAKER', subject: '', name: '', payout: 100, day: 500, month: null },
      ],
    })
    expect((await save([], { version: 0 })).body).toMatchObject({ status_reason: 'CHANGED_MEANWHILE' })
    expect((await save([], { version: 1, as: await withFactor(['payouts-user']) })).status).toBe(403)
    const bare = await testApp.signIn(merchant, { roles: ['payouts-admin'] })
    expect((await save([], { version: 1, as: bare })).body).toMatchObject({ status_reason: 'SECOND_FACTOR_REQUIRED' })
    expect(contentOf(await save([], { version: 1 }))).toMatchObject({ version: 2, limits: [] })
    const [audit] = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ changes: object }>(
        `select changes from audit_events where merchant_id = $1 and action = 'payout-limits.save' and result = 'done' order by at limit 1`,
        [merchant.merchantId],
      ),
    )
    expect(JSON.stringify(audit?.changes)).toContain('MAKER each: 100.00 SGD a payout, 500.00 SGD a day')
  })

  it.each([
    ['without an amount', [each('MAKER', {})], 'limits.0.payout'],
    ['that fall from a payout to a day', [each('MAKER', { payout: 10, day: 9 })], 'limits.0.day'],
    ['twice of the same', [each('MAKER', { day: 1 }), each('MAKER', { day: 2 })], 'limits.1.of'],
    ['of a subject of another kind', [each('MAKER', { day: 1, virtual_acc_no: accountNo })], 'limits.0.virtual_acc_no'],
    [
      'of an account in another currency',
      [{ ...each('ACCOUNT', { virtual_acc_no: accountNo, day: 1 }), currency: 'USD' }],
      'limits.0.currency',
    ],
  ])('%s are refused at the field', async (_what, limits, field) => {
    const { status, body } = await save(limits)
    expect([status, (body['errors'] as { path: string }[] | undefined)?.map(({ path: at }) => at)]).toEqual([
      400,
      [field],
    ])
  })

  it('of nobody there are not found', async () => {
    expect((await save([each('APPROVER', { day: 1, sub_user_id: newId() })])).status).toBe(404)
    expect((await save([each('BENEFICIARY', { day: 1, beneficiary_uuid: newId() })])).status).toBe(404)
    expect((await save([each('ACCOUNT', { day: 1, virtual_acc_no: 'NOBODY' })])).status).toBe(404)
  })
})

describe('a payout', () => {
  it('is counted of its account, beneficiary, makers and approvers, whether or not there is a limit yet', async () => {
    expect(await count(payout(6_000n))).toEqual([])
    await save([
      each('ACCOUNT', { day: 100 }),
      each('BENEFICIARY', { month: 90 }),
      each('MAKER', { day: 80 }),
      each('APPROVER', { day: 70 }),
    ])
    expect(told(await count(payout(4_001n)))).toEqual([
      'ACCOUNT day 4000', 'BENEFICIARY month 3000', 'MAKER day 2000', 'APPROVER day 1000',
    ]) // prettier-ignore
    expect(told(await count(payout(1_001n, { makers: ['maker-1', 'maker-2'] })))).toEqual(['APPROVER day 1000'])
    expect(await count(payout(1_000n))).toEqual([])
    expect(
      await count(payout(7_000n, { accountNo: 'VA-2', beneficiaryUuid: newId(), makers: ['m'], approvers: ['a'] })),
    ).toEqual([])
  })

  it('is held to the limit of its own subject instead of that of each', async () => {
    await save([each('ACCOUNT', { payout: 10 }), each('ACCOUNT', { payout: 1_000, virtual_acc_no: accountNo })])
    expect(await count(payout(100_000n))).toEqual([])
    expect(told(await count(payout(1_001n, { accountNo: 'VA-2' })))).toEqual(['ACCOUNT payout 1000'])
    expect(await count(payout(5_000n, { accountNo: 'VA-3', currency: 'USD' }))).toEqual([])
  })

  it('beyond a limit counts nothing, and says when it is possible', async () => {
    await save([each('ACCOUNT', { day: 100, month: 150 })])
    testApp.clock.now = new Date('2026-11-27T15:00:00Z')
    const zone = 'Asia/Singapore'
    await inOne((ctx) =>
      ctx.tx.query('update merchants set time_zone = $2 where merchant_id = $1', [merchant.merchantId, zone]),
    )
    await count(payout(9_000n))
    const day = await count(payout(2_000n))
    expect(possibleAt(day)).toEqual(new Date('2026-11-27T16:00:00Z'))
    const month = await count(payout(9_500n))
    expect(possibleAt(month)).toEqual(new Date('2026-11-30T16:00:00Z'))
    expect(possibleAt(await count(payout(10_001n)))).toBeNull()
    expect(await count(payout(1_000n))).toEqual([])
    testApp.clock.now = new Date('2026-11-27T16:00:00Z')
    expect(told(await inOne((ctx) => checkLimits(ctx, payout(5_001n), ctx.now)))).toEqual(['ACCOUNT month 5000'])
    expect(await count(payout(5_000n))).toEqual([])
  })

  it('gives no second day to who changes the time zone', async () => {
    await save([each('ACCOUNT', { day: 100 })])
    testApp.clock.now = new Date('2026-11-27T12:00:00Z')
    await count(payout(10_000n))
    await inOne((ctx) =>
      ctx.tx.query('update merchants set time_zone = $2 where merchant_id = $1', [
        merchant.merchantId,
        'Pacific/Kiritimati',
      ]),
    )
    expect(told(await count(payout(1n)))).toEqual(['ACCOUNT day 0'])
  })

  it('counts once however often, and is given back once and exactly', async () => {
    await save([each('ACCOUNT', { day: 100 })])
    const one = payout(6_000n)
    await count(one)
    expect(
      await inOne(async (ctx) => [await countLimits(ctx, payout(4_000n)), await countLimits(ctx, payout(1n))]),
    ).toMatchObject([[], [{ leftMinor: 0n }]])
    await Promise.all([1, 2, 3].map(() => inOne((ctx) => giveBackLimits(ctx, one.txnRef))))
    expect(told(await count(payout(6_001n)))).toEqual(['ACCOUNT day 6000'])
    expect(await count({ ...one, amountMinor: 6_000n })).toEqual([])
    expect(told(await count(payout(1n)))).toEqual(['ACCOUNT day 0'])
  })

  it('never goes beyond a limit, whoever counts and gives back at once: always as many fit as fit one by one', async () => {
    await save([each('ACCOUNT', { day: 50 }), each('MAKER', { month: 30 })])
    // 30 of one unit and three makers: 10 of each could go, 50 of the account in all.
    const asked = Array.from({ length: 45 }, (_, n) => payout(100n, { makers: [`maker-${n % 3}`] }))
    const counted = await Promise.all(asked.map((one) => count(one)))
    expect(counted.filter((beyond) => beyond.length === 0).length).toBe(45)
    const more = Array.from({ length: 30 }, (_, n) => payout(100n, { makers: [`maker-${n % 3}`] }))
    const back = asked.slice(0, 6)
    const [, ...results] = await Promise.all([
      Promise.all(back.map((one) => inOne((ctx) => giveBackLimits(ctx, one.txnRef)))),
      ...more.map((one) => count(one)),
    ])
    const fitted = results.filter((beyond) => beyond.length === 0).length
    expect(fitted).toBeGreaterThanOrEqual(5)
    expect(fitted).toBeLessThanOrEqual(11)
    const rest = await Promise.all(Array.from({ length: 12 }, () => count(payout(100n, { makers: ['maker-9'] }))))
    expect(fitted + rest.filter((beyond) => beyond.length === 0).length).toBe(11)
  })
})

it('a day and a month hold the moment, follow one another, and begin at the first moment of a local day', () => {
  const zone = fc.constantFrom('Asia/Seoul', 'America/Santiago', 'Africa/Cairo', 'Pacific/Apia', 'UTC')
  const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(zone, moment, (timeZone, at) => {
      const periods = periodsAt(at, timeZone)
      for (const { startsAt, endsAt } of Object.values(periods)) {
        expect(startsAt <= at && at < endsAt).toBe(true)
        expect([periodsAt(endsAt, timeZone).day.startsAt, periodsAt(startsAt, timeZone).day.startsAt]).toEqual([
          endsAt,
          startsAt,
        ])
      }
      expect(periodsAt(periods.month.endsAt, timeZone).month.startsAt).toEqual(periods.month.endsAt)
    }),
  )
})
