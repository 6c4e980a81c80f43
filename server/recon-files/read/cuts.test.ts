import { assert, property, string } from 'fast-check'
import { expect, it } from 'vitest'
import { cutText } from './cuts.ts'

it('each cut does what its name says, in the order that is given', () => {
  expect(cutText('  ab ', [{ cut: 'trim' }, { cut: 'upper' }])).toBe('AB')
  expect(cutText('ÄB', [{ cut: 'lower' }])).toBe('äb')
  expect(cutText('No. 12-34', [{ cut: 'digits' }])).toBe('1234')
  expect(
    cutText('ORD-7-X', [
      { cut: 'prefix', text: 'ORD-' },
      { cut: 'suffix', text: '-X' },
    ]),
  ).toBe('7')
  expect(
    cutText('7', [
      { cut: 'prefix', text: 'ORD-' },
      { cut: 'suffix', text: '' },
    ]),
  ).toBe('7')
  expect(cutText('a [b] [c]', [{ cut: 'between', from: '[', to: ']' }])).toBe('b')
  expect(cutText('a/b/c', [{ cut: 'between', from: '/', to: '' }])).toBe('b/c')
  expect(cutText('a/b', [{ cut: 'between', from: '', to: '/' }])).toBe('a')
  expect(cutText('a [b', [{ cut: 'between', from: '[', to: ']' }])).toBe('')
})

it('a value of JSON is found by its path, numbers with all their digits', () => {
  const text = '{"order":{"ids":[12345678901234567890, "7 and \\"8\\" 9"],"paid":true,"at":null},"a":1.50}'
  const at = (path: string) => cutText(text, [{ cut: 'json', path }])
  expect(['order.ids.0', 'order.ids.1', 'order.paid', 'a'].map(at)).toEqual([
    '12345678901234567890',
    '7 and "8" 9',
    'true',
    '1.50',
  ])
  expect(['order', 'order.at', 'none', 'a.b', '__proto__', 'constructor.name', 'order.ids.length'].map(at)).toEqual([
    '', '', '', '', '', '', '',
  ]) // prettier-ignore
  expect(cutText('no json', [{ cut: 'json', path: 'a' }])).toBe('')
})

it('no text makes a cut fail or take long', () => {
  assert(
    property(string(), string({ maxLength: 3 }), (text, mark) => {
      for (const cut of ['trim', 'digits'] as const)
        expect(cutText(text, [{ cut }]).length).toBeLessThanOrEqual(text.length)
      expect(text.includes(cutText(text, [{ cut: 'between', from: mark, to: mark }]))).toBe(true)
      cutText(text, [{ cut: 'json', path: mark }])
    }),
  )
  const started = performance.now()
  cutText(`"${'\\'.repeat(100_000)}`, [{ cut: 'json', path: 'a' }])
  cutText('1'.repeat(100_000), [{ cut: 'json', path: 'a' }])
  expect(performance.now() - started).toBeLessThan(500)
})
