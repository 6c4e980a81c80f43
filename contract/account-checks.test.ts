import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkAccount, fieldError, isLuhn, type GivenAccount } from './account-checks.ts'
import { declaredCountries, waysOf, type AccountField } from './account-fields.ts'

const folder = join(import.meta.dirname, '../../shared/data/standards')
const has = existsSync(folder)
const read = <T>(name: string): T => JSON.parse(readFileSync(join(folder, name), 'utf8')) as T

const account = (changes: Partial<GivenAccount>): GivenAccount => ({
  account_type: 'BANK',
  country: 'SG',
  account_name: 'Mei Tan',
  account_no: '',
  ...changes,
})
const found = (changes: Partial<GivenAccount>) =>
  checkAccount(account(changes)).errors.map(({ path, reason }) => `${path} ${reason}`)

describe('the account of a country', () => {
  it.each<[Partial<GivenAccount>, string[]]>([
    [{ country: 'DE', account_no: 'DE89 3704 0044 0532 0130 00' }, []],
    [{ country: 'DE', account_no: 'DE89370400440532013001' }, ['account_no not_an_iban']],
    [{ country: 'DE', account_no: 'FR1420041010050500013M02606' }, ['account_no other_country']],
    [{ country: 'DE', account_no: 'DE89370400440532013000', fields: { swift: 'BNPAFRPP' } }, ['fields.swift other_country']],
    [{ country: 'GB', account_no: '31926819', fields: { sort_code: '60-16-13' } }, []],
    [{ country: 'GB', account_no: 'GB29 NWBK 6016 1331 9268 19' }, []],
    [{ country: 'GB', account_no: '3192681', fields: { sort_code: '601613' } }, ['account_no wrong_length']],
    [{ country: 'US', account_no: '12345', fields: { routing_number: '021000021', account_kind: 'CHECKING' } }, []],
    [{ country: 'US', account_no: '12345', fields: { routing_number: '021000022', account_kind: 'CHECKING' } }, ['fields.routing_number not_a_routing_number']],
    [{ country: 'US', account_no: '12345', fields: { routing_number: '021000021' } }, ['fields.account_kind required']],
    [{ country: 'MX', account_no: '032180000118359719' }, []],
    [{ country: 'MX', account_no: '032180000118359710' }, ['account_no not_a_clabe']],
    [{ country: 'IN', account_no: '123456789', fields: { ifsc: 'hdfc0000123' } }, []],
    [{ country: 'IN', account_no: '123456789', fields: { ifsc: 'HDFC1000123' } }, ['fields.ifsc not_an_ifsc']],
    [{ country: 'CN', account_type: 'CARD', account_no: '6269992058134322' }, []],
    [{ country: 'CN', account_type: 'CARD', account_no: '6269992058134323' }, ['account_no not_a_card_number']],
    [{ country: 'KE', account_type: 'MOBILE', account_no: '0712 123 456' }, []],
    [{ country: 'KE', account_type: 'MOBILE', account_no: '+255 712 123 456' }, ['account_no not_a_mobile_number']],
    [{ country: 'SG', account_no: '0012345678', bank_code: '7171', fields: { branch: '001' } }, []],
    [{ country: 'SG', account_no: '0012345678', fields: { swift: 'DBSSSGSG' } }, []],
    [{ country: 'SG', account_no: '0012345678', bank_code: '7171', fields: { branch: '001', ifsc: 'X' } }, ['fields.ifsc not_of_country']],
    [{ country: 'AU', account_no: '12345', fields: { bsb_code: '06200' } }, ['fields.bsb_code wrong_length']],
  ])('%j', (changes, errors) => {
    expect(found(changes)).toEqual(errors)
  }) // prettier-ignore

  it('is the same however it is written and whoever holds it, and another at another bank', () => {
    const identity = (changes: Partial<GivenAccount>) => checkAccount(account(changes)).checked.identity
    const one = { account_no: '0012345678', bank_code: '7171', fields: { branch: '001' } }
    expect(identity({ ...one, account_no: '001-234 5678', account_name: 'Somebody else' })).toBe(identity(one))
    expect(identity({ ...one, bank_code: '7339' })).not.toBe(identity(one))
    const german = { country: 'DE', account_no: 'DE89370400440532013000' }
    expect(identity({ ...german, fields: { swift: 'COBADEFF' } })).toBe(identity(german))
  })

  it('that is not declared needs a BIC, and warns; so does a name in another script', () => {
    const { errors, checked } = checkAccount(
      account({ country: 'FJ', account_no: '123', fields: { swift: 'ANZBFJFX' } }),
    )
    expect([errors, checked.warnings]).toEqual([[], ['layout_unknown']])
    const korean = { country: 'KR', account_no: '1234567890', bank_code: '088' }
    expect(checkAccount(account(korean)).checked.warnings).toEqual(['name_not_hangul'])
    expect(checkAccount(account({ ...korean, account_name: '김민지' })).checked.warnings).toEqual([])
  })

  it('has a number in each way of each country', () => {
    for (const country of declaredCountries)
      for (const { key, fields } of waysOf(country))
        expect(Object.keys(fields), `${country} ${key}`).toContain('account_no')
  })
})

const iban = { kind: 'iban' } as const
/** Layouts of before these countries were in the registry: 16 characters in Burundi, 32 in Nicaragua, another bank code in Ivory Coast. */
const oldLayouts = ['CI93CI0080111301134291200589', 'BI33123412341234', 'NI92BAMC000000000000000003123123']
describe.runIf(has)('published vectors', () => {
  it('of IBANs', () => {
    type Vector = { iban: string }
    const vectors = read<{ valid: Vector[]; invalid: Vector[]; invalid_derived_mechanically: Vector[] }>('iban_vectors.open.json')
    const isIban = ({ iban: value }: Vector) => fieldError(iban, value, value.slice(0, 2)) === null
    expect(vectors.valid.filter((one) => !isIban(one)).map(({ iban: value }) => value)).toEqual(oldLayouts)
    const invalid = [...vectors.invalid, ...vectors.invalid_derived_mechanically]
    expect(invalid.length).toBeGreaterThan(60)
    expect(invalid.filter(isIban).map(({ iban: value }) => value)).toEqual([])
  }) // prettier-ignore

  it('of BICs', () => {
    const vectors = read<{ valid: string[]; invalid: string[] }>('bic_vectors.open.json')
    const isBic = (value: string) => fieldError({ kind: 'bic' }, value, value.slice(4, 6)) === null
    expect(vectors.valid.length).toBeGreaterThan(150)
    expect(vectors.valid.filter((one) => !isBic(one))).toEqual([])
    expect(vectors.invalid.filter(isBic)).toEqual([])
  })

  it('of routing numbers', () => {
    type Vector = { rtn: string }
    const vectors = read<{ valid: Vector[]; invalid_checksum_derived: (Vector | string)[] }>('us_routing.open.json')
    const isRight = (one: Vector | string) =>
      fieldError({ kind: 'aba' }, typeof one === 'string' ? one : one.rtn, 'US') === null
    expect(vectors.valid.filter((one) => !isRight(one))).toEqual([])
    expect(vectors.invalid_checksum_derived.filter(isRight)).toEqual([])
  })

  it('of cards', () => {
    const { cards } = read<{ cards: { number: string; luhn: boolean }[] }>('cards_luhn.open.json')
    const numbers = cards.filter(({ number }) => /^\d+$/.test(number))
    expect(numbers.filter(({ number, luhn }) => isLuhn(number) !== luhn)).toEqual([])
  })

  it('of mobile numbers', () => {
    const { examples } = read<{ examples: { country: string; e164: string | null }[] }>('phone_e164.open.json')
    // One has a letter in its prefix.
    const known = examples.filter(({ e164 }) => /^\+\d+$/.test(e164 ?? ''))
    const refused = known.filter(({ country, e164 }) => fieldError({ kind: 'mobile' }, e164 ?? '', country) !== null)
    expect(known.length).toBeGreaterThan(60)
    expect(refused.map(({ country }) => country)).toEqual([])
  })

  it('of fields by country: each case is judged alike, but for what is listed with its reason', () => {
    type Case = { valid: boolean } & Partial<Record<string, string | null>>
    const { countries } = read<{ countries: Record<string, { country: string; cases: Case[] }> }>('bank_account_fields_by_country.open.json')
    const differing: string[] = []
    const all = Object.values(countries)
    expect([all.length, all.flatMap(({ cases }) => cases).length]).toEqual([44, 314])
    let compared = 0
    for (const { country, cases } of all)
      for (const { valid, ...fields } of cases)
        for (const [name, value] of Object.entries(fields)) {
          compared++
          const judged = judge(country, name, value ?? '')
          if (judged !== valid) differing.push(`${country} ${name} ${value}`)
        }
    expect(compared).toBeGreaterThan(300)
    expect(differing.filter((one) => !(one in exceptions))).toEqual([])
    expect(Object.keys(exceptions).filter((one) => !differing.includes(one))).toEqual([])
  }) // prettier-ignore
})

/** Whether some way of the country takes the value for the field that the case calls so. */
function judge(country: string, name: string, value: string): boolean {
  const names = { bank_code: ['bank_code', 'swift'], clearing_code: ['bank_code'], bank_number: ['bank_code'], branch_code: ['branch'], account_type: ['account_kind'] }[name] ?? [name === 'account_number' ? 'account_no' : name]
  const fields = waysOf(country).flatMap((way) => names.flatMap((one) => way.fields[one] ?? []))
  return fields.some((field: AccountField) => {
    const of = field.kind === 'iban' && country === 'DE' ? value.slice(0, 2) : country
    return fieldError(field, value, of) === null
  })
} // prettier-ignore

/** Cases that are judged otherwise here, each with the reason. */
const bankInIban = 'bank and branch stand in the IBAN'
const byBank = 'the bank is named by its BIC, whose fifth and sixth letters are the country'
const sixToTwenty = 'banks there have numbers of 6 to 20, and one may be longer than another team takes'
const exceptions: Record<string, string> = {
  'AZ bank_code 123456': bankInIban,
  'AZ branch_code 123456': bankInIban,
  'KW bank_code AAA0000X': 'a BIC begins with four letters and names its country',
  'PH bank_code BCDEFGHI': byBank,
  'PH bank_code BCDEFGHI1': byBank,
  'PH bank_code BCDEFGHI12': byBank,
  'PH bank_code BCDEFGHI123': byBank,
  'QA bank_code AAAAQAQA': 'a BIC of 8 is a BIC',
  'SN account_number SN62370400440532013001': 'an IBAN there has 28 characters',
  'CH account_number CH1234567890123456789': 'its check digits are wrong',
  'TZ account_number 000012345': sixToTwenty,
  'TZ account_number 000012345678910': sixToTwenty,
  'TZ account_number 0001234567ABCDE': sixToTwenty,
  'TZ account_number ABCDE0001234567': sixToTwenty,
  'GB sort_code 123456': 'blanks and hyphens do not matter',
}
