import { expect, it } from 'vitest'
import { flatTexts } from './gate.ts'
import { otherWords, readGlossary } from './glossary.ts'

const glossary = readGlossary(
  'en\tes\tar\npayment\tpago\tدفع\npayment link\tenlace de pago|enlaces de pago\tرابط\nsub-merchant\tsubcomercio\t\n',
)
const english = flatTexts({
  a: 'The payment failed.',
  b: 'Payment links',
  c: '{{payment}} repayment',
  d: 'Sub merchants and payments',
  e_one: '{{count}} payment',
  e_other: '{{count}} payments',
})
const said = (texts: object, tag = 'es') => otherWords(english, flatTexts(texts), glossary, tag)

it('a text has the word of its language for each term in the English, in any case', () => {
  const right = {
    a: 'Falló el PAGO.',
    b: 'Enlaces de\u00a0pago',
    c: 'x',
    d: 'Subcomercios y pagos',
    e_one: 'Un pago',
    e_many: 'pagos',
    e_other: 'pagos',
  }
  expect(said(right)).toEqual([])
  expect(said({ ...right, a: 'Falló el cobro.', e_many: 'cobros' })).toEqual(['a: payment', 'e_many: payment'])
})

it('a longer term takes its words with it, and a name in braces is no word', () => {
  expect(said({ a: 'pago', b: 'Vínculos de pago', c: 'x', d: 'comercios y pagos' }).slice(0, 2)).toEqual([
    'b: payment link',
    'd: sub-merchant',
  ])
})

it('vowel signs are no difference, and a term without a word in the language is one', () => {
  expect(said({ a: 'الدَّفْع', b: 'روابط', d: 'دفع' }, 'ar')).toEqual(
    expect.arrayContaining(['b: payment link', 'd: sub-merchant']),
  )
  expect(said({ a: 'الدَّفْع' }, 'ar')).not.toContain('a: payment')
})
