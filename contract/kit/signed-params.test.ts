import { expect, it } from 'vitest'
import { createPaymentLink } from '#contract/payment-links.ts'
import { setRefundStatus } from '#contract/refunds.ts'
import { signedParams } from './signed-params.ts'

const body = { chaipay_key: 'acme-1', currency: 'USD', amount: 100, merchant_order_id: 'A 1' }

it('has the names of the signature, and the empty text for absent fields', () => {
  expect(signedParams(createPaymentLink, body)).toEqual({
    amount: '100',
    client_key: 'acme-1',
    currency: 'USD',
    failure_url: '',
    merchant_order_id: 'A 1',
    success_url: '',
  })
})
it('writes an amount as its shortest decimal, and a text trimmed', () => {
  const amount = (value: number, currency: string) =>
    signedParams(createPaymentLink, { ...body, amount: value, currency })['amount']
  expect(amount(0.1, 'USD')).toBe('0.1')
  expect(amount(1234.5, 'USD')).toBe('1234.5')
  expect(amount(100, 'JPY')).toBe('100')
  expect(signedParams(createPaymentLink, { ...body, success_url: ' https://a.example ' })['success_url']).toBe(
    'https://a.example',
  )
})
it('throws for an invalid amount of the currency', () => {
  expect(() => signedParams(createPaymentLink, { ...body, amount: 1.5, currency: 'JPY' })).toThrow(RangeError)
  expect(() => signedParams(createPaymentLink, { ...body, amount: Number.NaN })).toThrow(RangeError)
})
it('writes a decoded amount like one in JSON, and the own merchant for an absent one', () => {
  expect(signedParams(createPaymentLink, { ...body, amount: 1_234_50n })['amount']).toBe('1234.5')
  const outcome = { refund_id: 'r', status: 'FAIL' }
  expect(signedParams(setRefundStatus, outcome, 'acme-1')).toEqual({ client_key: 'acme-1', ...outcome })
  expect(signedParams(setRefundStatus, { ...outcome, chaipay_key: 'b' }, 'acme-1')['client_key']).toBe('b')
})
