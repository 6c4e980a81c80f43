import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#contract/access.ts'
import type {
  Beneficiary,
  BeneficiaryAccount,
  BeneficiaryAccountRow,
  BeneficiaryRow,
} from '#contract/beneficiary-shapes.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import { jobs } from '#server/jobs.ts'
import { openSimulator, type TestSimulator } from '#server/providers/simulator/fixtures.ts'
import { loadList } from '#server/screening/load-list.ts'
import { runJobs } from '#test/run-jobs.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { accountForPayout } from './account-for-payout.ts'
import { oneOffBeneficiary } from './one-off.ts'

/** Beneficiaries at the real simulated bank, which tells the holder's name by the name that is asked for. */
let testApp: TestApp
let simulator: TestSimulator
let merchant: TestMerchant
let maker: TestSession
beforeAll(async () => {
  simulator = await openSimulator({ delayMs: 5 })
  testApp = await openTestApp()
  testApp.serveParts.services.provider = () => simulator.provider
  merchant = await testApp.addMerchant()
  maker = await signIn(['payouts-user'])
})
afterAll(async () => {
  await testApp.close()
  await simulator.close()
})

async function signIn(roles: Role[], { secondFactor = true, environment = 'sandbox' as 'sandbox' | 'live' } = {}) {
  const session = await testApp.signIn(merchant, { roles, environment, name: roles[0] ?? '' })
  if (secondFactor)
    await testApp.owner.transaction(null, (tx) =>
      tx.query('update sub_users set is_2fa_enabled = true where sub_user_id = $1', [session.subUserId]),
    )
  return session
}
const ask = (path: string, body: object, { by = maker, method = 'POST' as 'POST' | 'PUT' } = {}): Promise<Answer> =>
  testApp.call(by, method, path.replace('{key}', merchant.key), body)
const contentOf = <T>(answer: Answer): T => {
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.content as unknown as T
}
const reasons = (answer: Answer) => [
  answer.status,
  answer.body['status_code'],
  ...((answer.body['errors'] ?? []) as { path: string; reason: string }[]).map(
    ({ path, reason }) => `${path} ${reason}`,
  ),
]
const account = (changes: object = {}) => ({
  account_type: 'BANK',
  country: 'SG',
  account_name: 'Mei Tan',
  account_no: String(Math.floor(Math.random() * 9e9) + 1e9),
  bank_code: '7171',
  fields: { branch: '001' },
  ...changes,
})
const someone = (changes: object = {}) => ({ name: 'Mei Tan', country: 'SG', accounts: [account()], ...changes })
const create = (changes: object = {}, by = maker) =>
  ask('/merchants/{key}/payout/createBeneficiary', someone(changes), { by })
const made = async (changes: object = {}, by = maker) => contentOf<Beneficiary>(await create(changes, by))
const read = async (uuid: string, by = maker) =>
  contentOf<Beneficiary>(await ask(`/merchants/{key}/payout/beneficiaries/${uuid}`, {}, { by }))
const change = (of: Beneficiary, body: object, by = maker) =>
  ask(`/merchants/{key}/payout/vendors/${of.beneficiary_uuid}/bank-accounts`, body, { by, method: 'PUT' })
const first = (of: Beneficiary) => of.accounts[0] as BeneficiaryAccount
const inOwn = <T>(work: (ctx: Ctx) => Promise<T>) =>
  ownTransaction(
    testApp.serveParts,
    { merchantId: merchant.merchantId, environment: 'sandbox' },
    { requestId: 'test' },
    work,
  )

describe('a beneficiary', () => {
  it('is made with its accounts, whose fields and names are checked, and told in the words of the specification', async () => {
    const answer = await create({ email: 'mei@example.com', fee_payer: 'RECEIVER' })
    expect(answer.body['message']).toBe('Beneficiary Created Successfully')
    const of = contentOf<Beneficiary>(answer)
    expect(of).toMatchObject({ name: 'Mei Tan', email: 'mei@example.com', fee_payer: 'RECEIVER', screening: 'NOT_SCREENED', is_one_off: false })
    expect(first(of)).toMatchObject({ name_check: 'MATCH', is_default: true, version: 1, waits_until: null, warnings: [] })
    expect(of.history.map(({ event }) => event)).toEqual(['created'])
  }) // prettier-ignore

  it.each([
    [{ accounts: [account({ account_no: '12' })] }, [400, '4098', 'accounts.0.account_no wrong_length']],
    [{ accounts: [account(), account({ country: 'DE', bank_code: undefined, fields: {}, account_no: 'DE89370400440532013001' })] }, [400, '4098', 'accounts.1.account_no not_an_iban']],
    [{ accounts: [account({ account_name: 'Sim name close' })] }, [400, '4098', 'accounts.0.name_reason name_close']],
    [{ accounts: [account({ account_name: 'Sim name differs' })] }, [400, '4098', 'accounts.0.name_reason name_no_match']],
    [{ accounts: [account({ account_name: 'Sim name unknown' })] }, [400, '4102', 'accounts.0.name_reason name_not_possible']],
    [{ accounts: [] }, [400, '4001', 'accounts required']],
  ])('is refused for %j', async (changes, fault) => {
    expect(reasons(await create(changes))).toEqual(fault)
  }) // prettier-ignore

  it('with another name at the bank is made with a reason, which everybody sees', async () => {
    const of = await made({ accounts: [{ ...account({ account_name: 'Sim name close' }), name_reason: 'Trading name' }] })
    expect(first(of)).toMatchObject({ name_check: 'CLOSE_MATCH', name_at_bank: 'Sim name close, Ltd', name_reason: 'Trading name' })
  }) // prettier-ignore

  it('needs a maker with a second factor', async () => {
    expect(reasons(await create({}, await signIn(['payouts-user'], { secondFactor: false })))).toEqual([403, '4081'])
    expect(reasons(await create({}, await signIn(['payouts-verify-user'])))).toEqual([403, '4081'])
    const of = await made()
    expect((await read(of.beneficiary_uuid, await signIn(['payouts-verify-user']))).name).toBe('Mei Tan')
  })

  it('is edited and deactivated, never deleted, and compared again under another name', async () => {
    const of = await made()
    const body = { beneficiary_uuid: of.beneficiary_uuid, name: 'Mei Lim', country: 'SG', is_active: false }
    const answer = await ask('/merchants/{key}/payout/editBeneficiary', body)
    expect(answer.body['message']).toBe('Beneficiary Updated Successfully')
    expect(contentOf(answer)).toMatchObject({ name: 'Mei Lim', is_active: false })
    const now = await inOwn((ctx) => accountForPayout(ctx, { beneficiaryUuid: of.beneficiary_uuid }))
    expect(now).toMatchObject({ name: 'Mei Lim', isActive: false })
  })

  it('is found by name, address of mail and last digits, and shows no whole number in lists', async () => {
    const name = `Nadia ${crypto.randomUUID()}`
    const of = await made({ name, email: 'nadia@example.com' })
    const number = first(of).account_no
    for (const search of [name.slice(0, 20).toUpperCase(), 'NADIA@example.com', number.slice(-4)]) {
      const rows = contentOf<BeneficiaryRow[]>(await ask('/merchants/{key}/payout/beneficiaries', { search }))
      const row = rows.find(({ beneficiary_uuid: uuid }) => uuid === of.beneficiary_uuid)
      expect(row, search).toMatchObject({ account_no: `•••• ${number.slice(-4)}`, name_check: 'MATCH', accounts: 1, paid: [] })
      expect(JSON.stringify(rows)).not.toContain(number)
    }
    for (const filters of [{ name_check: 'NO_MATCH' }, { country: 'US' }, { screening: 'CLEAR' }, { is_active: 'false' }, { is_one_off: 'true' }])
      expect(contentOf(await ask('/merchants/{key}/payout/beneficiaries', { search: name, filters })), JSON.stringify(filters)).toEqual([])
    const filters = { name_check: ['MATCH'], country: 'SG', is_active: 'true', created_at: { from: '2020-01-01 00:00:00' } }
    expect(contentOf<unknown[]>(await ask('/merchants/{key}/payout/beneficiaries', { search: name, filters }))).toHaveLength(1)
    const page = await ask('/merchants/{key}/payout/beneficiaries', {})
    expect(page.body['size']).toBe(100)
  }) // prettier-ignore
})

describe('an account', () => {
  it('is added, made the default and deactivated', async () => {
    const of = await made()
    const added = await change(of, { account: account({ account_no: '998877665544' }), is_default: true })
    expect(added.body['message']).toBe('Beneficiary Account Updated successfully')
    const [now, before] = contentOf<Beneficiary>(added).accounts
    expect(now).toMatchObject({ account_no: '998877665544', is_default: true })
    expect(before).toMatchObject({ is_default: false })
    expect((await change(of, { account_uuid: now?.account_uuid, is_active: false })).status).toBe(409)
    const off = contentOf<Beneficiary>(await change(of, { account_uuid: before?.account_uuid, is_active: false }))
    expect(off.accounts[1]).toMatchObject({ is_active: false })
  })

  it('that is changed has another version, and its author is a maker of what is paid to it for 72 hours', async () => {
    const of = await made()
    const other = await signIn(['payouts-admin'])
    const same = first(of)
    const unchanged = { account_type: 'BANK', country: 'SG', account_name: 'Mei Tan', account_no: same.account_no, bank_code: '7171', fields: { branch: '001' } }
    expect(first(contentOf(await change(of, { account_uuid: same.account_uuid, account: unchanged }, other))).version).toBe(1)
    const moved = contentOf<Beneficiary>(await change(of, { account_uuid: same.account_uuid, account: { ...unchanged, account_no: '1112223334' } }, other))
    expect(first(moved)).toMatchObject({ version: 2, account_no: '1112223334', changed_by: 'payouts-admin' })
    const now = await inOwn((ctx) => accountForPayout(ctx, { beneficiaryUuid: of.beneficiary_uuid }))
    expect(now.changedBy.toSorted()).toEqual([maker.subUserId, other.subUserId].toSorted())
    testApp.clock.now = new Date(Date.now() + 73 * 3_600_000)
    const later = await inOwn((ctx) => accountForPayout(ctx, { beneficiaryUuid: of.beneficiary_uuid }))
    testApp.clock.now = null
    expect(later.changedBy).toEqual([])
  }) // prettier-ignore

  it('that somebody else has is pointed out', async () => {
    const of = await made()
    const given = { ...account({ account_name: 'Mei Ling Tan' }), account_no: first(of).account_no }
    const checked = contentOf<{ same_account: object[] }>(await ask('/api/payouts/{key}/name-checks', given))
    expect(checked).toMatchObject({ name_check: 'MATCH', same_account: [{ name: 'Mei Tan' }] })
    const second = await made({ name: 'Mei Ling Tan', accounts: [given] })
    expect(first(second)).toMatchObject({ warnings: ['other_name'], same_account: [{ account_name: 'Mei Tan' }] })
  })

  it('of a card is never shown whole', async () => {
    const of = await made({ name: 'Li Wei', country: 'CN', accounts: [{ account_type: 'CARD', country: 'CN', account_name: '李伟', account_no: '6269 9920 5813 4322' }] })
    expect(first(of)).toMatchObject({ account_no: '•••• 4322' })
    expect(JSON.stringify(await read(of.beneficiary_uuid))).not.toContain('626999205813')
  }) // prettier-ignore

  it('is in the list of all accounts, with its beneficiary', async () => {
    const name = `Omar ${crypto.randomUUID()}`
    const of = await made({ name, accounts: [account({ account_name: name })] })
    const rows = contentOf<BeneficiaryAccountRow[]>(await ask('/api/payouts/{key}/beneficiary-accounts/list', { search: name, filters: { account_type: 'BANK', country: 'SG', name_check: 'MATCH', is_active: 'true' } }))
    expect(rows).toMatchObject([{ beneficiary_name: name, account_uuid: first(of).account_uuid, account_no: `•••• ${first(of).account_no.slice(-4)}` }])
  }) // prettier-ignore

  it('waits in live mode for as long as the merchant says, until an administrator ends that who did not change it', async () => {
    const live = await signIn(['payouts-admin'], { environment: 'live' })
    const other = await signIn(['admin'], { environment: 'live' })
    const of = await made({ accounts: [{ ...account(), name_reason: 'On their invoice' }] }, live)
    const waits = (hours: number) => Date.now() + hours * 3_600_000
    const until = (one: Beneficiary) => Date.parse(`${first(one).waits_until?.replace(' ', 'T')}Z`)
    expect(Math.abs(until(of) - waits(24))).toBeLessThan(60_000)
    const path = `/api/payouts/{key}/beneficiaries/${of.beneficiary_uuid}/accounts/${first(of).account_uuid}/lift`
    expect(reasons(await ask(path, { reason: 'Known' }, { by: live }))).toEqual([403, '4081'])
    expect(first(contentOf(await ask(path, { reason: 'Known' }, { by: other }))).waits_until).toBeNull()
    expect((await ask(path, { reason: 'Known' }, { by: other })).status).toBe(409)
    contentOf(await ask('/api/payouts/{key}/waiting-time', { hours: 72 }, { by: other, method: 'PUT' }))
    const longer = await made({ accounts: [{ ...account(), name_reason: 'On their invoice' }] }, live)
    expect(Math.abs(until(longer) - waits(72))).toBeLessThan(60_000)
    expect(reasons(await ask('/api/payouts/{key}/waiting-time', { hours: 73 }, { by: other, method: 'PUT' }))).toEqual([400, '4001', 'hours too_big'])
  }) // prettier-ignore
})

describe('the account of a payout', () => {
  const details = { account_type: 'BANK', country: 'SG', account_name: 'Once Only', account_no: '5556667778', bank_no: '7171', fields: { branch: '001' } } as const // prettier-ignore

  it('is of a beneficiary made for it, once for the same words, and its name is checked by a job', async () => {
    const one = await inOwn((ctx) => oneOffBeneficiary(ctx, details))
    expect(one).toMatchObject({ number: '5556667778', nameCheck: 'UNCHECKED', nameHolds: true, isActive: true })
    await runJobs(testApp, { names: ['check-account-name'] })
    const again = await inOwn((ctx) => oneOffBeneficiary(ctx, { ...details, account_no: '555-666 7778' }))
    expect(again).toMatchObject({ accountUuid: one.accountUuid, nameCheck: 'MATCH', nameHolds: false })
    const other = await inOwn((ctx) => oneOffBeneficiary(ctx, { ...details, account_name: 'Sim name differs' }))
    await runJobs(testApp, { names: ['check-account-name'] })
    const of = { beneficiaryUuid: other.beneficiaryUuid }
    expect(await inOwn((ctx) => accountForPayout(ctx, of))).toMatchObject({ nameCheck: 'NO_MATCH', nameHolds: true })
    const reason = { account_uuid: other.accountUuid, name_reason: 'A trading name' }
    contentOf(await change(await read(other.beneficiaryUuid), reason))
    expect(await inOwn((ctx) => accountForPayout(ctx, of))).toMatchObject({ nameHolds: false, nameReason: 'A trading name' })
  }) // prettier-ignore

  it('is refused where its fields are wrong, at the names that a payout has', async () => {
    const wrong = inOwn((ctx) => oneOffBeneficiary(ctx, { ...details, bank_no: '71' }))
    await expect(wrong).rejects.toMatchObject({ fault: 'accountInvalid', errors: [{ path: 'bank_details.bank_no' }] })
  })
})

it('a new list compares everybody again, and a possible match holds until an administrator decides who is no maker', async () => {
  const name = `Ivan Petrov ${crypto.randomUUID().slice(0, 4)}`
  const of = await made({ name, accounts: [account({ account_name: name })] })
  const compare = async () => {
    await sweepJobs({ ...testApp.serveParts, declared: jobs } as never, { merchantId: merchant.merchantId, environment: 'sandbox' })
    await runJobs(testApp, { names: ['screen-beneficiary'] })
  }
  const csv = (line: string) => `id,schema,name,aliases,birth_date,countries\n${line}\n`
  await loadList(testApp.owner, 'other', csv('Q1,Person,Somebody Else,,,'), new Date())
  await compare()
  expect((await read(of.beneficiary_uuid)).screening).toBe('CLEAR')
  await loadList(testApp.owner, 'sanctions', csv(`Q2,Person,"Petrov, Iwan",${name},1960,ru`), new Date())
  await compare()
  const held = await read(of.beneficiary_uuid)
  expect(held).toMatchObject({ screening: 'POSSIBLE_MATCH', screening_matches: [{ list: 'sanctions', entry_id: 'Q2', score: 1, countries: ['ru'] }] })
  const path = `/api/payouts/{key}/beneficiaries/${of.beneficiary_uuid}/screening`
  const decision = { decision: 'ALLOWED', reason: 'Born in another year' }
  const admin = await signIn(['admin'])
  contentOf(await change(of, { account_uuid: first(of).account_uuid, account: account({ account_name: name }) }, admin))
  await runJobs(testApp, { names: ['screen-beneficiary'] })
  expect(reasons(await ask(path, decision, { by: admin }))).toEqual([403, '4081'])
  const decided = contentOf<Beneficiary>(await ask(path, decision, { by: await signIn(['sub-admin']) }))
  expect(decided).toMatchObject({ screening: 'ALLOWED', screening_decided_by: 'sub-admin' })
  await loadList(testApp.owner, 'other', csv('Q3,Person,Nobody Here,,,'), new Date())
  await compare()
  expect((await read(of.beneficiary_uuid)).screening).toBe('ALLOWED')
}) // prettier-ignore
