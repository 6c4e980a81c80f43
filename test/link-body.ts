import { createHmac, randomUUID } from 'node:crypto'
import type { TestSession } from './test-app.ts'

/** A body that makes a payment link of 12.50 SGD, signed as the session's console signs it. */
export function linkBody({ merchant, signingKey }: TestSession, description: string): Record<string, unknown> {
  const signed = {
    amount: '12.5',
    client_key: merchant.key,
    currency: 'SGD',
    failure_url: '',
    merchant_order_id: `order-${randomUUID()}`,
    success_url: '',
  }
  return {
    chaipay_key: merchant.key,
    environment: 'sandbox',
    amount: 12.5,
    currency: 'SGD',
    description,
    merchant_order_id: signed.merchant_order_id,
    expiry_hours: 24,
    signature_hash: createHmac('sha256', signingKey).update(new URLSearchParams(signed).toString()).digest('base64'),
  }
}
