import { expect, it } from 'vitest'
import type { PaymentLink } from '#contract/payment-links.ts'
import { withoutBlanks } from '#console/kit/form/use-call-form.ts'
import { sampleBody, sampleLink } from '#test/link-samples.ts'
import { emptyLink, linkBody, linkField, linkLike } from './link-form.ts'

const now = new Date('2026-03-01T09:00:00Z')
const sender = { merchantKey: 'acme-1', environment: 'sandbox' } as const
const sent = { chaipay_key: 'acme-1', environment: 'sandbox', notify_by_email: false, notify_by_phone: false }
const merchant_order_id = 'MERCHANT1772355600000'

it('asks for a link like another one with every field that it has, and an order id of its own', () => {
  const form = linkLike(sampleLink as unknown as PaymentLink, { now, ownLogo: '' })
  expect(withoutBlanks(linkBody(form, sender))).toEqual({ ...sampleBody, ...sent, merchant_order_id })
})

it('asks for nothing but the choices when the form is empty', () => {
  const choices = { currency: 'SGD', late_payment: 'accept', language: 'en' }
  expect(withoutBlanks(linkBody(emptyLink({ currency: 'SGD', now }), sender))).toEqual({
    ...choices,
    ...sent,
    merchant_order_id,
  })
})

it('shows what is wrong with the second name of a field where its first name is', () => {
  expect(['cancel_url', 'merchant_order_ref', 'merchant_details.logo'].map(linkField)).toEqual([
    'failure_url',
    'merchant_order_id',
    'merchant_details.logo',
  ])
})
