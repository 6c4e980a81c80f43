import { describe, expect, it } from 'vitest'
import { type AskedField, type BuiltIn, decimalOf, readAnswers } from './page-answers.ts'

const off: BuiltIn = { name: 'off', email: 'off', phone: 'off' }
const field = (type: AskedField['type'], more: Partial<AskedField> = {}): AskedField => ({
  id: 'one',
  type,
  optional: false,
  ...more,
})
const read = (asked: AskedField, answer: string | boolean) => readAnswers([asked], off, { fields: { one: answer } })
const reasonOf = (asked: AskedField, answer: string | boolean) => {
  const outcome = read(asked, answer)
  return 'faults' in outcome ? outcome.faults[0]?.reason : outcome.values.fields['one']
}

describe('answers to the fields of a page', () => {
  it.each<[AskedField['type'], string | boolean, string | true]>([
    ['text', '  Mei  ', 'Mei'],
    ['text', 'x'.repeat(201), 'too_long'],
    ['text', 'a\0b', 'not_text'],
    ['text', '\ud800', 'not_text'],
    ['text', true, 'not_text'],
    ['text', ' ', 'required'],
    ['paragraph', 'x'.repeat(2_000), 'x'.repeat(2_000)],
    ['paragraph', 'x'.repeat(2_001), 'too_long'],
    ['number', '007.50', '7.50'],
    ['number', '1e3', 'not_a_number'],
    ['number', '1,5', '1.5'],
    ['number', '1,500', 'not_a_number'],
    ['number', '1234567890123456', 'not_a_number'],
    ['email', 'mei@example.com', 'mei@example.com'],
    ['email', 'mei@example', 'not_an_email'],
    ['phone', '+65 8123 4567', '+65 8123 4567'],
    ['phone', 'call me', 'not_a_phone'],
    ['url', 'https://example.com/a', 'https://example.com/a'],
    ['url', 'javascript:alert(1)', 'not_a_url'],
    ['url', 'https://a:b@example.com/', 'not_a_url'],
    ['date', '2026-02-28', '2026-02-28'],
    ['date', '2026-02-29', 'not_a_day'],
    ['date', '28/02/2026', 'not_a_day'],
    ['checkbox', true, true],
    ['checkbox', false, 'required'],
    ['checkbox', 'true', 'not_a_choice'],
  ])('reads a %s of %j as %j', (type, answer, expected) => {
    expect(reasonOf(field(type), answer)).toBe(expected)
  })

  it('takes of a dropdown the options of that version alone', () => {
    const size = field('dropdown', { options: ['S', 'M'] })
    expect(reasonOf(size, 'M')).toBe('M')
    expect(reasonOf(size, 'L')).toBe('not_a_choice')
    expect(reasonOf(field('dropdown'), 'M')).toBe('not_a_choice')
    // A browser has one kind of line end.
    expect(reasonOf(field('dropdown', { options: ['a\r\nb'] }), 'a\nb')).toBe('a\r\nb')
  })

  it('gives nothing for what is optional and empty, and keeps no empty answer', () => {
    for (const type of ['text', 'number', 'date', 'dropdown', 'url'] as const)
      expect(read(field(type, { optional: true }), '')).toEqual({
        values: { name: '', email: '', phone: '', fields: {} },
      })
    expect(read(field('checkbox', { optional: true }), false)).toMatchObject({ values: { fields: {} } })
    expect(readAnswers([field('text', { optional: true })], off, {})).toMatchObject({ values: { fields: {} } })
  })

  it('asks for name, e-mail and phone as the page says, and takes none that it does not ask for', () => {
    const asked: BuiltIn = { name: 'required', email: 'optional', phone: 'off' }
    expect(readAnswers([], asked, { name: 'Mei', email: '' })).toMatchObject({ values: { name: 'Mei', email: '' } })
    expect(readAnswers([], asked, { email: 'no', phone: '+6581234567' })).toEqual({
      faults: [
        { field: 'name', reason: 'required', text: 'This is needed.' },
        { field: 'email', reason: 'not_an_email', text: 'This is not an e-mail address.' },
        { field: 'phone', reason: 'unknown', text: 'This page does not ask for this.' },
      ],
    })
  })

  it('names every fault at its field, and an answer to no field of the page', () => {
    const outcome = readAnswers([field('number'), { ...field('date'), id: 'two' }], off, {
      fields: { one: 'x', three: 'y' },
    })
    expect(outcome).toMatchObject({
      faults: [
        { field: 'fields.one', reason: 'not_a_number' },
        { field: 'fields.two', reason: 'required' },
        { field: 'fields.three', reason: 'unknown' },
      ],
    })
  })

  it('reads its own values back as the same values', () => {
    const fields = [field('number'), { ...field('checkbox'), id: 'two' }, { ...field('text'), id: 'constructor' }]
    const first = readAnswers(fields, off, { fields: { one: '-00.10', two: true, constructor: '=1+1' } })
    expect(first).toMatchObject({ values: { fields: { one: '-0.10', two: true, constructor: '=1+1' } } })
    if (!('values' in first)) throw new Error('faults')
    const { values } = first
    expect(readAnswers(fields, off, { fields: values.fields })).toEqual(first)
    expect(readAnswers(fields, off, { fields: {} })).toHaveProperty('faults')
  })
})

describe('decimalOf', () => {
  it('is exact, and of any keyboard', () => {
    expect(
      ['0', '-0', '-0.00', '٤٫٥', '۱۲', '−3', '.5', '0.1000', '999999999999999', '0.000000000000001'].map(decimalOf),
    ).toEqual(['0', '0', '0.00', '4.5', '12', '-3', '0.5', '0.1000', '999999999999999', '0.000000000000001'])
    expect(['', '-', '.', '1.', '1 000', '0x10', 'Infinity', '1234567890.123456', '--1'].map(decimalOf)).toEqual(
      Array.from({ length: 9 }, () => null),
    )
  })
})
