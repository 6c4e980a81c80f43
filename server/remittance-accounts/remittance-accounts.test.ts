import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountForRemittance } from './account-for-remittance.ts'
import { contentOf, korean, openAccounts, refusal } from './fixtures.ts'

let accounts: Awaited<ReturnType<typeof openAccounts>>
beforeAll(async () => {
  accounts = await openAccounts()
})
afterAll(() => accounts.close())

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
    await party.added()
    await party.rows(
      `insert into remittance_accounts select (jsonb_populate_record(a, jsonb_build_object('account_uuid', gen_random_uuid(), 'account_digest', n,
         'is_default', false))).* from remittance_accounts a, generate_series(1, 19) n where merchant_id = $1`,
    )
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
