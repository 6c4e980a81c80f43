import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailed } from '#server/notifications/notices-fixtures.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { runJobs } from '#test/run-jobs.ts'
import { accountForRemittance } from './account-for-remittance.ts'
import { contentOf, korean, openAccounts, refusal, type Party } from './fixtures.ts'
import { hasWaitingMoney } from './waiting-money.ts'

let accounts: Awaited<ReturnType<typeof openAccounts>>
beforeAll(async () => {
  accounts = await openAccounts()
})
afterAll(() => accounts.close())

const sell = (party: Party, currency: string, status = 'Success') =>
  party.rows(
    `insert into payments (merchant_id, environment, order_ref, merchant_order_ref, amount_minor, currency, status, payment_method, channel_key,
       shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip, device_info, description, source,
       created_at, updated_at)
     values ($1, 'sandbox', '${crypto.randomUUID()}', 'o', 1000, '${currency}', '${status}', 'CARD', 'SIMULATOR', '', '', '', '', '', '', '',
       '', 'payment_link', now(), now())`,
  )
const defaults = async (party: Party) =>
  (await party.list()).filter((account) => account.default).map(({ uuid, currency }) => [currency, uuid])

describe('an account', () => {
  it('is added and changed in the words of the specification, by whom the rule lets, with a proof and a key', async () => {
    const party = await accounts.party()
    const answer = await party.add()
    expect(answer.body['message']).toBe('Bank Account Created Successfully')
    const { uuid } = contentOf<{ uuid: string }>(answer)
    const changed = await party.change(uuid, { remittance_purpose: 'ROYA', remittance_source: 'loan' })
    expect(changed.body).toMatchObject({
      message: 'Bank Account Updated Successfully',
      content: { remittance_purpose: 'ROYA', remittance_source: 'loan', version: 1 },
    })
    const { testApp, merchant, path } = party
    const asked = [await party.admin(), 'POST', path, korean()] as const
    expect(refusal(await testApp.call(...asked))).toEqual([400, '4064'])
    for (const roles of [['payouts-admin'], ['payment-admin']] as const)
      expect((await party.add({}, await testApp.signIn(merchant, { roles: [...roles] }))).status).toBe(403)
    expect((await party.add({}, await testApp.signIn(merchant, { roles: ['sub-admin'] }))).status).toBe(200)
    await party.rows(`update sessions set proved_at = now() - interval '1 hour' where merchant_id = $1`)
    expect((await party.add()).body['status_reason']).toBe('STEP_UP_REQUIRED')
    expect((await party.change(uuid, { active: false })).body['status_reason']).toBe('STEP_UP_REQUIRED')
  })

  it('is for merchants that sell abroad alone', async () => {
    const merchant = await accounts.testApp.addMerchant()
    const session = await accounts.testApp.signIn(merchant)
    const answer = await accounts.testApp.call(
      session,
      'GET',
      `/merchants/${merchant.merchantId}/cross-border/bank-account`,
    )
    expect([answer.status, answer.body['status_code']]).toEqual([403, '4081'])
  })

  it('is there once, however it is written, active or not', async () => {
    const party = await accounts.party()
    const { uuid } = await party.added({ account_number: '110123456789' })
    const known = [400, '4002', 'account_number already_used']
    expect(refusal(await party.add({ account_number: '110-1234 56789', currency: 'USD', first_name: 'Another' }))).toEqual(known)
    await party.changed(uuid, { active: false })
    expect(refusal(await party.add({ account_number: '110123456789' }))).toEqual(known)
    const other = await party.added()
    expect(refusal(await party.change(other.uuid, { account_number: '110123456789' }))).toEqual(known)
    expect(await party.added({ account_number: '110123456789', bank_id: '081' })).toMatchObject({ bank_name: 'Hana Bank' })
  }) // prettier-ignore

  it('is one of twenty at most, listed in pages', async () => {
    const party = await accounts.party()
    for (let n = 0; n < 20; n++) await party.added()
    expect(refusal(await party.add())).toEqual([400, '4078'])
    const whole = await party.ask('GET', party.path)
    expect(whole.body).toMatchObject({ total_elements: 20, size: 100, page: 1, number_of_elements: 20 })
    const second = await party.ask('GET', `${party.path}?environment=sandbox&page=2&pagesize=15`)
    expect(second.body).toMatchObject({ total_elements: 20, size: 15, page: 2, number_of_elements: 5 })
  })

  it('keeps a number that is sent blank, and is named anew in another way', async () => {
    const party = await accounts.party()
    const of = { country: 'GB', currency: 'GBP', first_name: 'Mei', bank_id: undefined }
    const { uuid } = await party.added({ ...of, sort_code: '601613', account_number: '31926819' })
    const kept = await party.changed(uuid, { account_number: '', sort_code: '601614', iban: '' })
    expect(kept).toMatchObject({ sort_code: '601614', account_number: '•••• 6819', version: 2 })
    const numberOf = () => party.inOwn(async (ctx) => (await accountForRemittance(ctx, 'GBP'))?.number())
    expect(await numberOf()).toBe('31926819')
    const named = await party.changed(uuid, { iban: 'GB29NWBK60161331926819', account_number: '', sort_code: '' })
    expect(named).toMatchObject({ iban: '•••• 6819', account_number: '', sort_code: '', version: 3 })
    expect(await numberOf()).toBe('GB29NWBK60161331926819')
    expect(refusal(await party.change(uuid, { country: 'DE', currency: 'EUR' }))).toEqual([400, '4098', 'iban required'])
  }) // prettier-ignore

  it('of others is not there', async () => {
    const [party, other] = [await accounts.party(), await accounts.party()]
    const { uuid } = await party.added()
    expect((await other.change(uuid, { active: false })).status).toBe(404)
    expect((await party.list())[0]?.active).toBe(true)
  })
})

describe('the waiting time', () => {
  it('is a day in live mode after a change of where money goes, and after nothing else', async () => {
    const party = await accounts.party()
    const live = await party.admin('live')
    const made = await party.added({}, live)
    const hours = (Date.parse(`${made.waits_until?.replace(' ', 'T')}Z`) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThanOrEqual(24)
    await party.rows(`update remittance_accounts set waits_until = now() - interval '1 hour' where merchant_id = $1`)
    const quiet = { remittance_purpose: 'SUPP', remittance_source: 'other', default: true }
    expect(await party.changed(made.uuid, quiet, live)).toMatchObject({ waits_until: null, version: 1 })
    for (const active of [false, true])
      expect(await party.changed(made.uuid, { active }, live)).toMatchObject({ waits_until: null, version: 1 })
    const loud = [{ first_name: '민수' }, { bank_name: 'Shinhan' }, { phone_number: '+82212345678' }, { bank_id: '081' }, { currency: 'USD' }]
    for (const [at, change] of loud.entries()) {
      await party.rows(`update remittance_accounts set waits_until = null where merchant_id = $1`)
      const changed = await party.changed(made.uuid, change, live)
      expect([changed.version, changed.waits_until === null], JSON.stringify(change)).toEqual([at + 2, false])
    }
  }) // prettier-ignore

  it('is none in test mode', async () => {
    expect((await (await accounts.party()).added()).waits_until).toBeNull()
  })
})

describe('the default', () => {
  it('is the first active account of a currency, and moves to the one that is said', async () => {
    const party = await accounts.party()
    const first = await party.added()
    const second = await party.added()
    const dollars = await party.added({ currency: 'USD' })
    expect(await defaults(party)).toEqual([
      ['KRW', first.uuid],
      ['USD', dollars.uuid],
    ])
    await party.changed(second.uuid, { default: true })
    expect(await defaults(party)).toEqual([
      ['KRW', second.uuid],
      ['USD', dollars.uuid],
    ])
    const third = await party.added({ default: true })
    expect((await defaults(party))[0]).toEqual(['KRW', third.uuid])
    await party.changed(third.uuid, { active: false })
    expect(await defaults(party)).toEqual([['USD', dollars.uuid]])
    const refused = [400, '4098', 'default inactive_default']
    expect(refusal(await party.change(third.uuid, { default: true }))).toEqual(refused)
    expect(refusal(await party.add({ default: true, active: false }))).toEqual(refused)
    await party.changed(third.uuid, { active: true })
    expect((await defaults(party))[0]).toEqual(['KRW', third.uuid])
  })

  it('is one, whoever comes first of several at once', async () => {
    const party = await accounts.party()
    await party.admin()
    for (const changes of [{}, { default: true }]) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => party.add({ ...changes, currency: 'VND' })))
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
      expect(await defaults(party)).toHaveLength(1)
    }
    const same = korean()
    const twice = await Promise.all(Array.from({ length: 4 }, () => party.ask('POST', party.path, same)))
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
  })

  it('of a currency is not taken away while money waits for it', async () => {
    const party = await accounts.party()
    const { uuid } = await party.added()
    const waits = (currency: 'KRW' | 'SGD' = 'KRW') => party.inOwn((ctx) => hasWaitingMoney(ctx, currency))
    await sell(party, 'SGD')
    await sell(party, 'JPY', 'Failed')
    expect(await waits()).toBe(false)
    await sell(party, 'JPY')
    expect(await waits()).toBe(true)
    const refused = [{ active: false }, { default: false }, { currency: 'USD' }]
    for (const change of refused) {
      const answer = await party.change(uuid, change)
      expect([answer.status, answer.body['status_reason']]).toEqual([409, 'LAST_DEFAULT_ACCOUNT'])
    }
    expect(await defaults(party)).toEqual([['KRW', uuid]])
    const other = await party.added({ default: true })
    await party.changed(uuid, { active: false })
    expect(await defaults(party)).toEqual([['KRW', other.uuid]])
    // The merchant's own currency has a default of its own now, in which sales abroad are sent.
    await party.added({ currency: 'SGD' })
    expect([await waits(), await waits('SGD')]).toEqual([false, true])
    await party.rows(`update payments set refunded_minor = amount_minor where merchant_id = $1`)
    expect(await waits('SGD')).toBe(false)
  })
})

describe('a whole number', () => {
  it('is in no answer, audit row, notice or mail, and every administrator is told what has changed', async () => {
    const party = await accounts.party()
    const { testApp, merchant } = party
    const people = [await party.admin(), await testApp.signIn(merchant, { roles: ['sub-admin'] })]
    const other = await testApp.signIn(merchant, { roles: ['payment-admin'] })
    const number = '110987654321'
    const { uuid } = await party.added({ account_number: number })
    await runJobs(testApp, mailed)
    const next = '220987654321'
    await party.changed(uuid, { account_number: next, remittance_purpose: 'SCVE' })
    await party.changed(uuid, {})
    // A second mail of the kind comes ten minutes later.
    await runJobs(testApp, { ...mailed, until: new Date(Date.now() + 11 * 60_000) })
    testApp.clock.now = null
    const address = ({ subUserId }: { subUserId: string }) => `${subUserId}@${merchant.slug}.example`
    for (const person of people) {
      const mails = (await messagesTo(testApp, address(person))).map(({ text }) => text)
      expect(mails).toHaveLength(2)
      expect(mails.find((text) => text.includes('new account'))).toContain('•••• 4321')
      expect(mails.find((text) => text.includes('number · purpose'))).toContain('김민지 · Shinhan Bank · KR · KRW · •••• 4321')
      for (const text of mails) expect(text).not.toMatch(/0987654321/)
    }
    expect(await messagesTo(testApp, address(other))).toEqual([])
    const audit = await party.rows<{ action: string; object_ref: string; changes: object }>(
      `select action, object_ref, changes from audit_events where merchant_id = $1 and action like 'remittance-account.%' order by seq`,
    )
    expect(audit.map(({ action, object_ref: ref }) => [action, ref])).toEqual([
      ['remittance-account.create', uuid],
      ['remittance-account.update', uuid],
      ['remittance-account.update', uuid],
    ])
    expect(audit[0]?.changes).toMatchObject({ number: { after: '•••• 4321' }, holder: { after: '김민지' } })
    expect(audit[1]?.changes).toMatchObject({
      version: { before: '1', after: '2' },
      remittance_purpose: { before: 'GDDS', after: 'SCVE' },
    })
    expect(audit[2]?.changes).toEqual({})
    const kept = await party.rows(
      `select to_jsonb(a) as row from audit_events a where merchant_id = $1
       union all select to_jsonb(n) from notices n where merchant_id = $1
       union all select to_jsonb(r) from remittance_accounts r where merchant_id = $1
       union all select to_jsonb(k) from idempotency_keys k where merchant_id = $1`,
    )
    const whole = JSON.stringify([kept, await party.list()])
    expect(whole).toContain('4321')
    for (const one of [number, next]) expect(whole).not.toContain(one)
  }) // prettier-ignore
})

describe('the account that a remittance goes to', () => {
  it('is the active default of the currency as it is at the moment, with who changed it', async () => {
    const party = await accounts.party()
    const of = () => party.inOwn((ctx) => accountForRemittance(ctx, 'KRW'))
    expect(await of()).toBeNull()
    const { uuid } = await party.added({ account_number: '110555666777' })
    const now = await of()
    expect(now).toMatchObject({
      accountUuid: uuid, version: 1, type: 'BANK', holder: '김민지', bankCode: '088', bankName: 'Shinhan Bank', lastFour: '6777',
      purpose: 'GDDS', source: 'sales', nameCheck: 'MATCH', waitsUntil: null, changedBy: [(await party.admin()).subUserId],
    }) // prettier-ignore
    expect(await now?.number()).toBe('110555666777')
    await party.changed(uuid, { account_number: '110555666778' })
    expect(await of()).toMatchObject({ version: 2, lastFour: '6778' })
    await party.changed(uuid, { active: false })
    expect(await of()).toBeNull()
  })

  it('has the kind of the account where its country asks for one', async () => {
    const party = await accounts.party()
    const of = { country: 'US', currency: 'USD', account_type: 'savings', bank_id: undefined, first_name: 'Mei' }
    await party.added({ ...of, routing_number: '021000021', account_number: '123456789' })
    const account = await party.inOwn((ctx) => accountForRemittance(ctx, 'USD'))
    expect(account?.fields).toEqual({ routing_number: '021000021', account_kind: 'SAVINGS' })
  })
})
