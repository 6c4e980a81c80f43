import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abroad, contentOf, openAccounts, refusal, type Party } from './fixtures.ts'

let accounts: Awaited<ReturnType<typeof openAccounts>>
let party: Party
beforeAll(async () => {
  accounts = await openAccounts()
  party = await accounts.party()
})
afterAll(() => accounts.close())

const current = { account_type: 'current' }
const korea = { ...current, country: 'KR', currency: 'KRW', first_name: '민지', last_name: '김' }
const wing = { account_type: 'wallet', country: 'KH', currency: 'KHR' }
const britain = { ...current, country: 'GB', currency: 'GBP' }
const states = { account_type: 'savings', country: 'US', currency: 'USD' }
const india = { account_type: 'savings', country: 'IN', currency: 'INR' }
const australia = { ...current, country: 'AU', currency: 'AUD' }
const canada = { ...current, country: 'CA', currency: 'CAD' }
const germany = { ...current, country: 'DE', currency: 'EUR' }

describe('an account', () => {
  it.each([
    ['KR', { ...korea, bank_id: '088', account_number: '110-123-456789' }, { bank_id: '088', bank_name: 'Shinhan Bank', account_number: '•••• 6789', iban: '' }],
    ['KH by a bank', { ...current, country: 'KH', currency: 'USD', swift: 'ABAAKHPP', account_number: '000123456' }, { swift: 'ABAAKHPP', account_number: '•••• 3456' }],
    ['KH by Wing', { ...wing, wing_money_number: '100 200 300' }, { wing_money_number: '•••• 0300', account_number: '' }],
    ['GB by a sort code', { ...britain, sort_code: '60-16-13', account_number: '31926819' }, { sort_code: '601613', account_number: '•••• 6819' }],
    ['GB by an IBAN', { ...britain, iban: 'GB29 NWBK 6016 1331 9268 19' }, { iban: '•••• 6819', account_number: '', sort_code: '' }],
    ['US', { ...states, routing_number: '021000021', account_number: '123456789' }, { account_type: 'savings', routing_number: '021000021', account_number: '•••• 6789' }],
    ['IN', { ...india, ifsc: 'hdfc0000123', account_number: '50100012345678' }, { ifsc: 'HDFC0000123', account_number: '•••• 5678' }],
    ['AU', { ...australia, bsb_code: '062-000', account_number: '12345678' }, { bsb_code: '062000', account_number: '•••• 5678' }],
    ['CA', { ...canada, transit_code: '00012', bank_id: '003', account_number: '1234567' }, { transit_code: '00012', bank_id: '003', account_number: '•••• 567' }],
    ['DE', { ...germany, iban: 'de89370400440532013000' }, { iban: '•••• 3000', currency: 'EUR' }],
    ['VN by a card', { account_type: 'card', country: 'VN', currency: 'VND', card_number: '4111 1111 1111 1111' }, { card_number: '•••• 1111' }],
    ['KE by a mobile number', { account_type: 'wallet', country: 'KE', currency: 'KES', phone_number: '+254 712 345 678' }, { phone_number: '•••• 5678' }],
  ])('in %s is kept by the names of the wire, its number masked', async (_country, fields, shown) => {
    expect(contentOf(await party.add(abroad(fields)))).toMatchObject({ ...shown, version: 1, warnings: [] })
  }) // prettier-ignore

  it.each([
    ['no bank', { ...korea, account_number: '110123456780' }, ['bank_id required']],
    ['a bank code too short', { ...korea, bank_id: '88', account_number: '110123456780' }, ['bank_id wrong_length']],
    ['a number too short', { ...korea, bank_id: '088', account_number: '12' }, ['account_number wrong_length']],
    ['a Wing number with letters', { ...wing, wing_money_number: '10020A300' }, ['wing_money_number digits_only']],
    ['an account number in a wallet', { ...wing, wing_money_number: '100200301', account_number: '1' }, ['account_number not_of_country']],
    ['a sort code too short', { ...britain, sort_code: '6016', account_number: '31926819' }, ['sort_code wrong_length']],
    ['a routing number with a wrong digit', { ...states, routing_number: '021000022', account_number: '123456789' }, ['routing_number not_a_routing_number']],
    ['an IFSC without its zero', { ...india, ifsc: 'HDFC1000123', account_number: '50100012345678' }, ['ifsc not_an_ifsc']],
    ['a BSB too short', { ...australia, bsb_code: '06200', account_number: '12345678' }, ['bsb_code wrong_length']],
    ['no transit number', { ...canada, bank_id: '003', account_number: '1234567' }, ['transit_code required']],
    ['an IBAN with wrong check digits', { ...germany, iban: 'DE88370400440532013000' }, ['iban not_an_iban']],
    ['a sort code in Germany', { ...germany, iban: 'DE75512108001245126199', sort_code: '601613' }, ['sort_code not_of_country']],
    ['a card in Germany', { account_type: 'card', country: 'DE', currency: 'EUR', card_number: '4111111111111111' }, ['account_type not_of_country']],
    ['a telephone number that is none', { ...germany, iban: 'DE75512108001245126199', phone_number: 'x1' }, ['phone_number not_a_phone']],
  ])('with %s is refused at the field', async (_why, fields, errors) => {
    const answer = await party.add(abroad(fields))
    expect(refusal(answer)).toEqual([400, '4098', ...errors])
    expect(answer.body['Message']).toBe('Bank account creation failed')
  }) // prettier-ignore

  it('is asked about at the bank, and keeps what it says', async () => {
    const found = async (first_name: string) => party.added({ first_name, last_name: '', currency: 'USD' })
    expect(await found('Sim name differs')).toMatchObject({ name_check: 'NO_MATCH' })
    expect(await found('Sim name close')).toMatchObject({ name_check: 'CLOSE_MATCH', name_at_bank: 'Sim name close, Ltd' })
    expect(await found('Sim name unknown')).toMatchObject({ name_check: 'NOT_POSSIBLE', warnings: ['name_not_hangul'] })
    const known = await party.added()
    expect(known).toMatchObject({ name_check: 'MATCH' })
    expect(await party.changed(known.uuid, { first_name: 'Sim name differs', last_name: '' })).toMatchObject({ name_check: 'NO_MATCH' })
  }) // prettier-ignore
})

describe('what an account needs', () => {
  it('is told by country, in the names of the wire', async () => {
    const countries = contentOf<{ country: string; currency: string; ways: { key: string; account_types: string[]; fields: { name: string }[] }[] }[]>(
      await party.ask('GET', '/api/remittances/account-countries'),
    )
    const ways = (of: string) =>
      countries.find(({ country }) => country === of)?.ways.map(({ account_types: types, fields }) => [...types, ...fields.map(({ name }) => name)])
    expect(ways('KR')).toEqual([['savings', 'current', 'bank_id', 'account_number']])
    expect(ways('KH')).toEqual([['savings', 'current', 'swift', 'account_number'], ['wallet', 'wing_money_number']])
    expect(ways('GB')).toEqual([['savings', 'current', 'sort_code', 'account_number'], ['savings', 'current', 'iban', 'swift']])
    const currencyOf = (of: string) => countries.find(({ country }) => country === of)?.currency
    expect(['KR', 'DE', 'GB', 'CH'].map(currencyOf)).toEqual(['KRW', 'EUR', 'GBP', 'USD'])
  }) // prettier-ignore

  it('is a bank of the country, where its accounts name one', async () => {
    const own = `/merchants/${party.merchant.key}/cross-border/bank-list/KR?environment=sandbox`
    const korean = contentOf<object[]>(await party.ask('GET', own))
    expect(korean).toContainEqual({ code: '081', name: 'Hana Bank', bic: 'KOEXKRSE' })
    const of = (country: string) => party.ask('GET', `/api/remittances/bank-list/${country}`)
    expect(contentOf(await of('KR'))).toEqual(korean)
    expect(contentOf(await of('TH'))).toContainEqual({ code: '014', name: 'Siam Commercial Bank', bic: '' })
    expect(contentOf(await of('CA'))).toEqual([])
    expect((await of('DE')).status).toBe(404)
  })
})
