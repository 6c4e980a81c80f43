import { assert, bigInt, constantFrom, property } from 'fast-check'
import { expect, it } from 'vitest'
import { isoCurrencyCodes, exponentOf } from '#contract/iso-currencies.ts'
import { currencies } from '#contract/kit/money.ts'
import { cellText, fitsCurrency, readAmount, type AmountForm } from './amounts.ts'
import { exactOfMinor, exactText } from './exact.ts'
import type { SourceCell } from './source-rows.ts'

const point: AmountForm = { decimal: '.' }
const comma: AmountForm = { decimal: ',' }
const shown = (cell: SourceCell, form: AmountForm, currency?: string): string => {
  const amount = readAmount(cell, form, currency)
  return typeof amount === 'bigint' ? exactText(amount) : amount
}
const all = (cells: readonly SourceCell[], form: AmountForm) => cells.map((cell) => shown(cell, form))

it('every usual way of writing a negative is read as one, and two of them at once are refused', () => {
  const ways = [
    '-1.5', '1.5-', '- 1.5', '(1.5)', '( 1.5 )', '\u22121.5', '\u20131.5', '1.5\u2212', '1.5 DR', '1.5Dr', '1.5 D', '1.5 DR.',
    '-€1.5', '€-1.5', '€1.5-', '€(1.5)', '(€ 1.5)', 'EUR -1.5', '-EUR 1.5', '(1.5 EUR)', '1.5- EUR', '-1.5€', '\u200e-1.5', '-US$1.5',
  ] // prettier-ignore
  expect(ways.filter((way) => shown(way, point) !== '-1.5')).toEqual([])
  const positive = [
    '1.5',
    '+1.5',
    '1.5 CR',
    '1.5Cr.',
    '1.5 C',
    '€1.5',
    '1.5 EUR',
    'EUR1.5',
    'R$ 1.5',
    'Rs. 1.5',
    '\ufeff1.5',
    '1.5+',
  ]
  expect(positive.filter((way) => shown(way, point) !== '1.5')).toEqual([])
  expect(all(['--1', '-1-', '(-1)', '-1 DR', '((1))', '-(1)'], point)).toEqual(
    Array.from({ length: 6 }, () => 'two_signs'),
  )
})

it('group marks of all kinds are read in groups of three, and nowhere else', () => {
  const ways = [
    '1,234,567.8',
    '1 234 567.8',
    '1\u00a0234\u00a0567.8',
    '1\u202f234\u202f567.8',
    "1'234'567.8",
    '1\u2019234\u2019567.8',
  ]
  expect(ways.filter((way) => shown(way, point) !== '1234567.8')).toEqual([])
  expect(shown('1.234.567,8', comma)).toBe('1234567.8')
  const wrong = [
    '1,23.4',
    '12,3456',
    '1,2,3',
    '1,234 567',
    ',123',
    '0,123',
    '1,234,56.7',
    '1.234,567',
    '1.5.5',
    '1234,567',
  ]
  expect(all(wrong, point)).toEqual(wrong.map(() => 'groups_wrong'))
  expect(all(['1,234', '1 234', '1234'], { decimal: '.', group: '' })).toEqual(['groups_wrong', 'groups_wrong', '1234'])
  expect(all(['1,00,000', '12,34,567.8', '1,234', '100,000'], { ...point, indianGroups: true })).toEqual(
    ['100000', '1234567.8', '1234', '100000'],
  ) // prettier-ignore
  expect(shown('1,00,000', point)).toBe('groups_wrong')
})

it('a mark that may be either is refused unless it is told', () => {
  expect(all(['1,234', '1.234', '-1,234 EUR'], {})).toEqual(['marks_ambiguous', 'marks_ambiguous', 'marks_ambiguous'])
  expect(all(['1,23', '1.23', '1,234.5', '1.234,5', '1,234,567', '0,123', '7', '1 234'], {})).toEqual(
    ['1.23', '1.23', '1234.5', '1234.5', '1234567', '0.123', '7', '1234'],
  ) // prettier-ignore
  expect([shown('1,234', comma), shown('1,234', point)]).toEqual(['1.234', '1234'])
})

it('what is no amount is named', () => {
  const none = [
    'abc',
    '1 2 x',
    '1e3',
    '1E+05',
    '12/02',
    '$',
    '-',
    '1..2x',
    '٣',
    '5²',
    'NaN',
    '1.5 XYZ',
    '5 USD EUR',
    '.',
    '0x10',
    '1.5 €$',
  ]
  expect(none.filter((text) => !['no_amount', 'groups_wrong'].includes(shown(text, point)))).toEqual([])
  expect(all(['', '  ', '\u00a0'], point)).toEqual(['empty', 'empty', 'empty'])
  expect(all(['0.123456789', `1${'0'.repeat(22)}`, '.5', '5.'], point)).toEqual([
    'too_many_decimals',
    'too_large',
    '0.5',
    '5',
  ])
  expect([shown('5 EUR', point, 'USD'), shown('€5', point, 'USD'), shown('$5', point, 'CAD'), shown('€5 USD', point)]).toEqual(
    ['other_currency', 'other_currency', '5', 'other_currency'],
  ) // prettier-ignore
})

it('a number of a workbook is rounded to the digits that a spreadsheet shows', () => {
  const cells = ['5.3499999999999996', '1.1000000000000001', '-0.1', '1E3', '1.5e-3', '123456789012345678', '0', '-1.4210854715202004E-14', '999999999999999.9', '8.8100000000000005E+2', '5e-324', '-2.2250738585072014E-308'] // prettier-ignore
  expect(cells.map((number) => shown({ number }, comma))).toEqual(
    ['5.35', '1.1', '-0.1', '1000', '0.0015', '123456789012346000', '0', '0', '1000000000000000', '881', '0', '0'],
  ) // prettier-ignore
  expect(['1e99', 'x', '', '0.123456789'].map((number) => shown({ number }, point))).toEqual(
    ['too_large', 'no_amount', 'empty', 'too_many_decimals'],
  ) // prettier-ignore
  expect(['8.81E+15', '5.3499999999999996', '1E-7', '0'].map((number) => cellText({ number }))).toEqual(
    ['8810000000000000', '5.35', '0.0000001', '0'],
  ) // prettier-ignore
})

it('hundredths hold for every currency, minor units follow its decimals', () => {
  expect(shown('15000', { ...point, unit: 'hundredths' }, 'JPY')).toBe('150')
  expect(['JPY', 'EUR', 'KWD', 'CLF'].map((code) => shown('15001', { ...point, unit: 'minor' }, code))).toEqual(
    ['15001', '150.01', '15.001', '1.5001'],
  ) // prettier-ignore
  expect(shown('1', { ...point, unit: 'minor' }, 'XYZ')).toBe('currency_unknown')
  expect(shown('0.0000001', { ...point, unit: 'minor' }, 'EUR')).toBe('too_many_decimals')
  expect([fitsCurrency(exactOfMinor(15, 1), 'JPY'), fitsCurrency(exactOfMinor(15, 1), 'EUR')]).toEqual([false, true])
})

it('amounts of all currencies go there and back in every way of writing, exactly', () => {
  expect(Object.keys(currencies)).toHaveLength(30)
  const ways = constantFrom(['.', ','], ['.', ' '], ['.', "'"], ['.', ''], [',', '.'], [',', '\u202f'])
  const signs = constantFrom((text: string) => `-${text}`, (text: string) => `${text}-`, (text: string) => `(${text})`, (text: string) => `${text} DR`) // prettier-ignore
  assert(
    property(
      constantFrom(...isoCurrencyCodes),
      bigInt(-(10n ** 18n), 10n ** 18n),
      ways,
      signs,
      (code, minor, [decimal, group], sign) => {
        const amount = exactOfMinor(minor, exponentOf(code) as number)
        const [whole = '', fraction] = exactText(amount, exponentOf(code)).replace('-', '').split('.')
        const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group as string)
        const text = grouped + (fraction === undefined ? '' : `${decimal}${fraction}`)
        expect(readAmount(`${code} ${amount < 0n ? sign(text) : text}`, { decimal: decimal as ',' }, code)).toBe(amount)
      },
    ),
  )
})
