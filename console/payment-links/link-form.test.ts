import { expect, it } from 'vitest'
import type { PaymentLink } from '#contract/payment-links.ts'
import { withoutBlanks } from '#console/kit/form/use-call-form.ts'
import { sampleBody, sampleLink } from '#test/link-samples.ts'
import { emptyLink, linkBody, linkField, linkLike } from './link-form.ts'

const now = new Date('2026-03-01T09:00:00Z')
const sender = { merchantKey: 'acme-1', environment: 'sandbox' } as const
const sent = { chaipay_key: 'acme-1', environment: 'sandbox', notify_by_email: false, notify_by_phone: false }
const merchant_order_id = 'MERCHANT1772355600000'

it('builds the body of a link like another one with every field of it, and a new order id', () => {
  const form = linkLike(sampleLink as unknown as PaymentLink, { now, ownLogo: '' })
  expect(withoutBlanks(linkBody(form, sender))).toEqual({ ...sampleBody, ...sent, merchant_order_id })
})

it('fills in amounts with all decimals of their currency', () => {
  const like = (currency: string, amount: number) =>
    linkLike({ ...sampleLink, currency, amount } as unknown as PaymentLink, { now, ownLogo: '' }).amount
  expect([like('SGD', 21.5), like('VND', 21_000), like('SGD', 9_999_999_999_999.99)]).toEqual([
    '21.50',
    '21000',
    '9999999999999.99',
  ])
})

it('builds the body of an empty form with the choices alone', () => {
  const choices = { currency: 'SGD', late_payment: 'accept', language: 'en' }
  expect(withoutBlanks(linkBody(emptyLink({ currency: 'SGD', now }), sender))).toEqual({
    ...choices,
    ...sent,
    merchant_order_id,
  })
})

it('shows the error of an alias at the field itself', () => {
  expect(['cancel_url', 'merchant_order_ref', 'merchant_details.logo'].map(linkField)).toEqual([
    'failure_url',
    'merchant_order_id',
    'merchant_details.logo',
  ])
})
