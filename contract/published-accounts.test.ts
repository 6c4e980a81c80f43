import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkAccount, fieldError } from './account-checks.ts'

/** Vectors of banks and their registries, beside those of `account-checks.test.ts`, which says what holds without them. */
const folder = join(import.meta.dirname, '../../shared/data/standards')
const text = (name: string) => readFileSync(join(folder, name), 'utf8')
const read = <T>(name: string): T => JSON.parse(text(name)) as T

/** Examples of the registry that are no IBANs, each with the reason. */
const noIbans: Record<string, string> = {
  AA110011123Z5678: 'AA is no country',
  BF4512341234123412341234123: 'an IBAN there has 28 characters',
  BI33123412341234: 'an IBAN there has 27 characters',
  DZ3512341234123412341234: 'an IBAN there has 26 characters',
  NI92BAMC000000000000000003123123: 'an IBAN there has 28 characters',
  SN15A12312341234123412341234: 'its check digits are wrong',
}

describe.runIf(existsSync(folder))('published accounts', () => {
  it('the example of each country in the registry of IBANs is one, but for those listed with their reason', () => {
    const [head = '', ...lines] = text('iban/registry.txt').trim().split('\n')
    const at = head.split('|').indexOf('iban_example')
    const examples = lines.flatMap((line) => line.split('|')[at]?.replaceAll(' ', '') || [])
    expect(examples.length).toBeGreaterThan(100)
    const refused = examples.filter((iban) => fieldError({ kind: 'iban' }, iban, iban.slice(0, 2)) !== null)
    expect(refused.toSorted()).toEqual(Object.keys(noIbans).toSorted())
  })

  it('sort codes with their numbers: a form that is wrong is refused at its field', () => {
    type Vector = { sort_code: string; account: string }
    const vectors = read<Record<'valid' | 'invalid' | 'format_errors', Vector[]>>('uk_sortcode_modulus.open.json')
    const errors = ({ sort_code, account }: Vector) =>
      checkAccount({
        account_type: 'BANK',
        country: 'GB',
        account_name: 'Mei Tan',
        account_no: account,
        fields: { sort_code },
      }).errors.map(({ path, reason }) => `${path} ${reason}`)
    // Without the banks' table, numbers whose modulus alone is wrong look like any other.
    expect([...vectors.valid, ...vectors.invalid].flatMap(errors)).toEqual([])
    expect(vectors.format_errors.map(errors)).toEqual([
      ['account_no wrong_length'],
      ['account_no wrong_length'],
      ['fields.sort_code wrong_length'],
    ])
  })

  it('codes of Indian branches', () => {
    type Asked = { request: { url: string } }[]
    const codes = (name: string) => read<Asked>(name).map(({ request }) => request.url.split('/').at(-1) ?? '')
    const known = ['HDFC0CAGSBK', 'KKBK0000261'].map((code) => read<{ IFSC: string }>(`ifsc/${code}.json`).IFSC)
    const isIfsc = (code: string) => fieldError({ kind: 'ifsc' }, code, 'IN') === null
    expect([...known, ...codes('ifsc/valid_ifsc.json')].map(isIfsc)).toEqual([true, true, true])
    expect(codes('ifsc/invalid_ifsc.json').map(isIfsc)).toEqual([false])
  })

  it('routing numbers of a directory of the Federal Reserve, and each with another last digit', () => {
    const directory = read<{ fedACHParticipants: { fedACHParticipants: { routingNumber: string }[] } }>(
      'routing/fedachdir.json',
    )
    const numbers = directory.fedACHParticipants.fedACHParticipants.map(({ routingNumber }) => routingNumber)
    const isRight = (number: string) => fieldError({ kind: 'aba' }, number, 'US') === null
    expect(numbers.length).toBeGreaterThan(0)
    expect(numbers.filter((number) => !isRight(number))).toEqual([])
    const wrong = numbers.map((number) => number.slice(0, -1) + String((Number(number.at(-1)) + 1) % 10))
    expect(wrong.filter(isRight)).toEqual([])
  })
})
