import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fieldError } from './account-checks.ts'
import { waysOf } from './account-fields.ts'
import {
  checkRemittanceAccount,
  remittanceAccountTypes,
  remittanceWays,
  wireFields,
  type GivenRemittanceAccount,
  type RemittanceField,
} from './remittance-account-fields.ts'

/** Accounts that remittances go to, by the vectors of `account-checks.test.ts` under the names of the wire, and by hand. */
const folder = join(import.meta.dirname, '../../shared/data/standards')
const read = <T>(name: string): T => JSON.parse(readFileSync(join(folder, name), 'utf8')) as T

type Given = Partial<GivenRemittanceAccount> & { country: string }
const check = (given: Given) =>
  checkRemittanceAccount({ account_type: 'current', first_name: 'Mei', last_name: 'Tan', ...given })
const errorsOf = (given: Given) => check(given).errors.map(({ path, reason }) => `${path} ${reason}`)
/** Whether some way of the country takes the value at its field; null where none has the field. */
function takes(country: string, name: RemittanceField, value: string): boolean | null {
  const ways = remittanceAccountTypes.flatMap((account_type) =>
    remittanceWays(country, account_type).map((way) => ({ account_type, way })),
  )
  const having = ways.filter(({ way }) => wireFields(way).some((one) => one.name === name))
  if (having.length === 0) return null
  return having.some(({ account_type, way }) => {
    const { errors } = check({ country, account_type, way: way.key, [name]: value })
    return !errors.some(({ path }) => path === name)
  })
}

/** IBANs in layouts of before their countries were in the registry. */
const oldLayouts = ['CI93CI0080111301134291200589', 'BI33123412341234', 'NI92BAMC000000000000000003123123']

describe.runIf(existsSync(folder))('published vectors at the fields of a remittance account', () => {
  it('of IBANs, where a country has them', () => {
    type Vector = { iban: string }
    const vectors = read<{ valid: Vector[]; invalid: Vector[]; invalid_derived_mechanically: Vector[] }>(
      'iban_vectors.open.json',
    )
    const judged = (list: Vector[]) =>
      list.map(({ iban }) => ({ iban, taken: takes(iban.slice(0, 2), 'iban', iban) })).filter(({ taken }) => taken !== null)
    const right = judged(vectors.valid)
    expect(right.length).toBeGreaterThan(60)
    expect(right.filter(({ taken, iban }) => !taken && !oldLayouts.includes(iban))).toEqual([])
    const wrong = judged([...vectors.invalid, ...vectors.invalid_derived_mechanically])
    expect(wrong.length).toBeGreaterThan(40)
    expect(wrong.filter(({ taken }) => taken)).toEqual([])
  }) // prettier-ignore

  it('of routing numbers, cards, BICs and sort codes', () => {
    type Routing = { rtn: string }
    const us = read<{ valid: Routing[]; invalid_checksum_derived: (Routing | string)[] }>('us_routing.open.json')
    const rtn = (one: Routing | string) => (typeof one === 'string' ? one : one.rtn)
    expect(us.valid.filter((one) => !takes('US', 'routing_number', rtn(one)))).toEqual([])
    expect(us.invalid_checksum_derived.filter((one) => takes('US', 'routing_number', rtn(one)))).toEqual([])
    const { cards } = read<{ cards: { number: string; luhn: boolean }[] }>('cards_luhn.open.json')
    const whole = cards.filter(({ number }) => /^\d{16,19}$/.test(number))
    expect(whole.length).toBeGreaterThan(8)
    expect(whole.filter(({ number, luhn }) => takes('VN', 'card_number', number) !== luhn)).toEqual([])
    const bics = read<{ valid: string[]; invalid: string[] }>('bic_vectors.open.json')
    const known = bics.valid.map((bic) => ({ bic, taken: takes(bic.slice(4, 6), 'swift', bic) })).filter(({ taken }) => taken !== null)
    expect(known.length).toBeGreaterThan(50)
    expect(known.filter(({ taken }) => !taken)).toEqual([])
    expect(bics.invalid.filter((bic) => takes(bic.slice(4, 6), 'swift', bic))).toEqual([])
    type SortCode = { sort_code: string; account: string }
    const uk = read<Record<'valid' | 'format_errors', SortCode[]>>('uk_sortcode_modulus.open.json')
    const of = ({ sort_code, account }: SortCode) => errorsOf({ country: 'GB', sort_code, account_number: account })
    expect(uk.valid.flatMap(of)).toEqual([])
    expect(uk.format_errors.map(of)).toEqual([['account_number wrong_length'], ['account_number wrong_length'], ['sort_code wrong_length']])
  }) // prettier-ignore

  it('of fields by country: each is judged as that of a beneficiary is', () => {
    type Case = { valid: boolean } & Partial<Record<string, string | null>>
    const { countries } = read<{ countries: Record<string, { country: string; cases: Case[] }> }>(
      'bank_account_fields_by_country.open.json',
    )
    const verdicts = { taken: 0, refused: 0 }
    const differing: string[] = []
    for (const { country: of, cases } of Object.values(countries))
      for (const { valid: _, ...fields } of cases)
        for (const [name, given] of Object.entries(fields)) {
          const value = given ?? ''
          for (const field of wireNames(of, name)) {
            const country = field === 'iban' && of === 'DE' && takes(value.slice(0, 2), field, '') !== null ? value.slice(0, 2) : of
            const taken = takes(country, field, value)
            verdicts[taken ? 'taken' : 'refused']++
            if (taken !== asBeneficiary(country, field, value)) differing.push(`${country} ${field} ${value}`)
          }
        }
    expect(differing).toEqual([])
    expect(verdicts.taken).toBeGreaterThan(100)
    expect(verdicts.refused).toBeGreaterThan(80)
  }) // prettier-ignore
})

/** The fields of the wire that a country has for what a vector calls so. The kind of an account is said by its type, and is none of them. */
function wireNames(country: string, name: string): RemittanceField[] {
  const names: Record<string, RemittanceField[]> = {
    account_number: ['account_number', 'iban'], iban: ['iban'], bank_code: ['bank_id', 'swift'], clearing_code: ['bank_id'], bank_number: ['bank_id'],
    branch_code: ['branch'], swift: ['swift'], sort_code: ['sort_code'], routing_number: ['routing_number'],
  } // prettier-ignore
  return (names[name] ?? []).filter((one) => takes(country, one, '') !== null)
}
/** An empty one is refused unless it is optional: that of a beneficiary is judged by the same form. */
const asBeneficiary = (country: string, name: RemittanceField, value: string): boolean =>
  waysOf(country).some((way) =>
    wireFields(way).some(
      ({ name: one, field }) =>
        one === name && (value.trim() === '' ? field.optional === true : fieldError(field, value, country) === null),
    ),
  )

const kim = { country: 'KR', first_name: '민지', last_name: '김' }
describe('an account in Korea', () => {
  it.each<[string, Partial<GivenRemittanceAccount>, string[]]>([
    ['of Shinhan Bank', { bank_id: '088', account_number: '110123456789' }, []],
    ['of KB Kookmin Bank, of 14 digits', { bank_id: '004', account_number: '12345678901234' }, []],
    ['of a post office, written with hyphens', { bank_id: '071', account_number: '012345-67-890123' }, []],
    ['of KakaoBank, written with blanks', { bank_id: '090', account_number: '3333 01 1234567' }, []],
    ['of the most digits', { bank_id: '088', account_number: '1234567890123456' }, []],
    ['of a digit too many', { bank_id: '088', account_number: '12345678901234567' }, ['account_number wrong_length']],
    ['of a digit too few', { bank_id: '088', account_number: '123456789' }, ['account_number wrong_length']],
    ['with letters', { bank_id: '088', account_number: '110-12A-456789' }, ['account_number digits_only']],
    ['without a bank', { account_number: '110123456789' }, ['bank_id required']],
    ['with a BIC for the bank', { bank_id: 'SHBKKRSE', account_number: '110123456789' }, ['bank_id digits_only']],
    ['with an IBAN', { bank_id: '088', account_number: '110123456789', iban: 'DE89370400440532013000' }, ['iban not_of_country']],
    ['that is a wallet', { account_type: 'wallet', wing_money_number: '100200300' }, ['account_type not_of_country']],
  ])('%s', (_what, fields, errors) => {
    expect(errorsOf({ ...kim, ...fields })).toEqual(errors)
  }) // prettier-ignore

  it('has its holder in Hangul, the family first; another script is a warning', () => {
    const seoul = { country: 'KR', bank_id: '088', account_number: '110123456789' }
    const holder = (first_name: string, last_name: string) => {
      const { account, checked } = check({ ...seoul, first_name, last_name }).of ?? {}
      return [account?.account_name, checked?.warnings]
    }
    expect(holder('민지', '김')).toEqual(['김민지', []])
    expect(holder('델타무역', '')).toEqual(['델타무역', []])
    expect(holder('Minji', 'Kim')).toEqual(['Minji Kim', ['name_not_hangul']])
  })
})

const wing = { country: 'KH', account_type: 'wallet' } as const
describe('a Wing wallet in Cambodia', () => {
  it.each<[string, Partial<GivenRemittanceAccount>, string[]]>([
    ['by its number', { wing_money_number: '100200300' }, []],
    ['by its number in groups', { wing_money_number: '100 200 300' }, []],
    ['by the shortest number', { wing_money_number: '12345' }, []],
    ['by a number too short', { wing_money_number: '1234' }, ['wing_money_number wrong_length']],
    ['by a number too long', { wing_money_number: '123456789012345678901' }, ['wing_money_number wrong_length']],
    ['by a number with letters', { wing_money_number: '10020A300' }, ['wing_money_number digits_only']],
    ['without a number', {}, ['wing_money_number required']],
    ['with a bank', { wing_money_number: '100200300', swift: 'ABAAKHPP' }, ['swift not_of_country']],
    ['with the number of an account instead', { account_number: '100200300' }, ['wing_money_number required', 'account_number not_of_country']],
    ['with the holder\'s telephone', { wing_money_number: '100200300', phone_number: '+855 12 345 678' }, []],
  ])('%s', (_what, fields, errors) => {
    expect(errorsOf({ ...wing, ...fields })).toEqual(errors)
  }) // prettier-ignore

  it('is the same however its number is written, and is no bank account of that number', () => {
    const identity = (given: Given) => check(given).of?.checked.identity
    const one = identity({ ...wing, wing_money_number: '100200300' })
    expect(identity({ ...wing, wing_money_number: '100-200 300', first_name: 'Other' })).toBe(one)
    expect(identity({ country: 'KH', swift: 'ABAAKHPP', account_number: '100200300' })).not.toBe(one)
  })
})
