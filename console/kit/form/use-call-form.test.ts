import { expect, it } from 'vitest'
import { createPaymentLink } from '#contract/payment-links.ts'
import { schemaErrors } from './schema-errors.ts'
import { withoutBlanks } from './use-call-form.ts'

const link = {
  chaipay_key: 'acme-1',
  environment: 'sandbox',
  amount: 10,
  currency: 'USD',
  signature_hash: 'x',
}
const reasons = (body: object) =>
  Object.fromEntries(
    schemaErrors(createPaymentLink.body, { ...link, ...body }).map(({ path, reason }) => [path, reason]),
  )

it('leaves out empty texts and objects without other values', () => {
  expect(withoutBlanks({ a: '', b: ' ', c: undefined, d: { e: '' }, f: 0, g: false, h: 'x' })).toEqual({
    f: 0,
    g: false,
    h: 'x',
  })
})
it('finds no error in a valid link', () => {
  expect(reasons({})).toEqual({})
  expect(reasons({ email: 'a@b.example', success_url: 'https://a.example/x' })).toEqual({})
})
it('gives each error at its field, by the reasons of the contract', () => {
  expect(reasons({ amount: undefined })).toEqual({ amount: 'not_a_number' })
  expect(reasons({ amount: 0 })).toEqual({ amount: 'not_positive' })
  expect(reasons({ amount: 10.5, currency: 'JPY' })).toEqual({ amount: 'too_many_decimals' })
  expect(reasons({ amount: 10.005, email: 'nobody' })).toEqual({ amount: 'too_many_decimals', email: 'not_an_email' })
  expect(reasons({ email: 'nobody', merchant_details: { shipping_charges: 0.001, promo_discount: 0 } })).toEqual({
    email: 'not_an_email',
    'merchant_details.shipping_charges': 'too_many_decimals',
  })
  expect(reasons({ email: 'nobody' })).toEqual({ email: 'not_an_email' })
  expect(reasons({ success_url: 'javascript:alert(1)' })).toEqual({ success_url: 'not_a_url' })
  expect(reasons({ merchant_details: { logo: 'x' } })).toEqual({ 'merchant_details.logo': 'not_a_url' })
  expect(reasons({ expiry_hours: 0 })).toEqual({ expiry_hours: 'too_small' })
})
