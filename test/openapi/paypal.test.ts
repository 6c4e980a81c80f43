import { expect, test } from 'vitest'
import { faultsOf, publishedIssues } from './paypal.ts'

const capture = { method: 'POST', path: '/v2/checkout/orders/X/capture', status: 201, sent: '{}' }
const order = { id: 'X', status: 'COMPLETED' }

test.each<[string, { status?: number; answered: string }]>([
  ['a state that is not published', { answered: JSON.stringify({ ...order, status: 'Done' }) }],
  ['an amount as a number', { answered: JSON.stringify({ ...order, purchase_units: [{ amount: { value: 1 } }] }) }],
  ['a status that is not published', { status: 202, answered: JSON.stringify(order) }],
  ['an error without its words', { status: 422, answered: JSON.stringify({ name: 'NO' }) }],
])('%s is found', (_name, fields) => {
  expect(faultsOf({ ...capture, ...fields })).not.toEqual([])
})

test('an answer of the published form has no fault, and an operation of no document is told apart', () => {
  expect(faultsOf({ ...capture, answered: JSON.stringify(order) })).toEqual([])
  expect(faultsOf({ ...capture, path: '/v2/elsewhere', answered: '' })).toBeNull()
})

test('a request is held to its document too', () => {
  const sent = JSON.stringify({ intent: 'CAPTURE', purchase_units: [] })
  const created = { ...capture, path: '/v2/checkout/orders', sent, answered: JSON.stringify(order) }
  expect(faultsOf(created)).not.toEqual([])
})

test('issues are listed once', () => {
  expect(new Set(publishedIssues()).size).toBe(publishedIssues().length)
})
