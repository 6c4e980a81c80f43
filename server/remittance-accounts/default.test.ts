import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountForRemittance } from './account-for-remittance.ts'
import { korean, openAccounts, refusal, type Party } from './fixtures.ts'
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
       created_at, updated_at, remit_status)
     select $1, 'sandbox', '${crypto.randomUUID()}', 'o', 1000, '${currency}', '${status}', 'CARD', 'SIMULATOR', '', '', '', '', '', '', '',
       '', 'payment_link', now(), now(), case when currency <> '${currency}' then 'UNSETTLED' else '' end from merchants where merchant_id = $1`,
  )
const defaults = async (party: Party) =>
  (await party.list()).filter((account) => account.default).map(({ uuid, currency }) => [currency, uuid])

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
    expect(twice.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(twice.filter((answer) => answer.body['status_code'] === '4002')).toHaveLength(3)
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
    await party.rows(`update payments set refunded_minor = amount_minor where merchant_id = $1 and status = 'Success'`)
    expect(await waits('SGD')).toBe(false)
  })

  it('is not taken away while a settlement in it is under way, and of what is sold by the currency of the terms', async () => {
    const party = await accounts.party()
    const waits = (currency: 'KRW' | 'USD' = 'KRW') => party.inOwn((ctx) => hasWaitingMoney(ctx, currency))
    const both = async () => [await waits(), await waits('USD')]
    await party.rows(
      `insert into remittance_terms (merchant_id, environment, version, destination_currency, channel_key, every, weekday, month_day, markup_percent,
         tolerance_percent, transfer_fee_minor, minimum_minor, withholding, reserve_kind, reserve_percent, reserve_days, reserve_target_minor, made_by, created_at)
       values ($1, 'sandbox', 1, 'KRW', 'SIMULATOR', 'day', 1, 0, 0, 1, 0, 0, '{}', 'none', 0, 0, 0, 'Operator', now())`,
    )
    await sell(party, 'JPY')
    expect(await both()).toEqual([true, false])
    await party.rows(`update payments set remit_status = 'IN_SETTLEMENT' where merchant_id = $1`)
    expect(await both()).toEqual([false, false])
    await party.rows(
      `insert into remittances (merchant_id, environment, settlement_ref, status, source_currency, base_currency, destination_currency, period_from, cut_on,
         terms_version, created_at, updated_at)
       values ($1, 'sandbox', 'S1', 'Open', 'JPY', 'USD', 'USD', '2026-03-01', '2026-03-02', 1, now(), now())`,
    )
    expect(await both()).toEqual([false, false])
    // What is open takes the sales of its source, and is sent in the currency of the terms.
    await sell(party, 'JPY')
    expect(await both()).toEqual([true, false])
    await party.rows(`update payments set remit_status = 'REMITTED' where merchant_id = $1`)
    for (const [status, expected] of [['Calculated', true], ['On Hold', true], ['Processing', true], ['Failed', true], ['Returned', true], ['Remitted', false]]) {
      await party.rows(`update remittances set status = '${status}' where merchant_id = $1`)
      expect([status, await both()]).toEqual([status, [false, expected]])
    }
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
    expect(await party.inOwn(async (ctx) => (await accountForRemittance(ctx, 'KRW'))?.number())).toBe('110555666777')
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
