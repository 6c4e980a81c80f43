import type { signedNames } from '#contract/signed-names.ts'
import type { WebhookType } from '#contract/webhooks.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { sign } from '#server/kit/auth/signature.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'

interface Example {
  signs: keyof typeof signedNames
  /** The signed fields as texts, and the others as they are sent. */
  signed: Record<string, string>
  more: Record<string, unknown>
}

/** A body of the type as a real one is, signed by the merchant's secret, with `test` and a reference of no object. */
export async function testBody(ctx: Ctx, type: WebhookType, ref: string): Promise<Record<string, unknown>> {
  const [{ key, secret }, merchant] = await Promise.all([merchantSecret(ctx), merchantOf(ctx)])
  const { signed, more } = examples(type, { ref, key, country: merchant.country })
  const amount = signed['amount'] === undefined ? {} : { amount: Number(signed['amount']) }
  return {
    test: true,
    ...signed,
    ...more,
    ...amount,
    environment: ctx.owner.environment,
    merchant_key: key,
    created_at: ctx.now.toISOString(),
    signature_hash: sign(signed, secret),
  }
}

function examples(type: WebhookType, of: { ref: string; key: string; country: string }): Example {
  const { ref, key, country } = of
  const order = `TEST-ORDER-${ref.slice(-6)}`
  const money = { amount: '100.25', currency: 'USD' }
  switch (type) {
    case 'payment':
      return {
        signs: 'payment',
        signed: {
          ...money,
          channel_key: 'SIMULATOR',
          channel_order_ref: `TEST-${ref.slice(-8)}`,
          country_code: country,
          merchant_order_ref: order,
          method_name: 'CARD',
          order_ref: ref,
          status: 'Success',
        },
        more: { status_code: '2000', status_reason: 'SUCCESS', description: 'Test event' },
      }
    case 'payment_link':
      return {
        signs: 'paymentLink',
        signed: { ...money, country_code: country, link_ref: ref, merchant_order_ref: order, status: 'Success' },
        more: { countryCode: country, description: 'Test event' },
      }
    case 'refund':
      return {
        signs: 'refund',
        signed: { ...money, payment_txn_ref: ref, refund_id: ref, refund_status: 'SUCCESS' },
        more: { refund_type: 'full', merchant_order_ref: order },
      }
    case 'invoice':
      return {
        signs: 'invoice',
        signed: { ...money, invoice_ref: ref, merchant_invoice_ref: order, status: 'Paid' },
        more: { invoice_number: 'TEST-1', amount_paid: 100.25, amount_due: 0 },
      }
    case 'subscription':
      return {
        signs: 'subscription',
        signed: { currency: 'USD', merchant_order_ref: order, order_ref: ref, status: 'Active' },
        more: { period: 'month', frequency: 1, quantity: 1 },
      }
    case 'onboarding':
      return {
        signs: 'onboarding',
        signed: { channel_key: '', merchant_id: key, onboarding_status: 'approved', onboarding_type: 'kyc' },
        more: { previous_status: 'submitted', status_reason: '' },
      }
    case 'remittance':
      return {
        signs: 'remittance',
        signed: {
          base_currency: 'USD',
          destination_currency: 'KRW',
          net_bc: '446.93',
          settlement_ref: ref,
          source_currency: 'JPY',
          status: 'Remitted',
        },
        more: {
          net_bc: 446.93,
          source_forex_rate: '0.0066525',
          applied_forex_rate: '1378.72875',
          net_amount_transferred_dc: 616195,
          hold_reason: [],
        },
      }
    case 'virtual_account':
      return {
        signs: 'virtualAccount',
        signed: { ...money, txn_ref: ref, txn_type: 'Credit', vaaccount_no: 'TEST-ACCOUNT' },
        more: { kind: 'deposit', balance: 100.25, to_account_no: 'Test payer', channel_ref: ref },
      }
    case 'payout':
      return {
        signs: 'payout',
        signed: {
          ...money,
          channel_key: 'SIMULATOR',
          merchant_txn_ref: order,
          status: 'Success',
          to_account_no: '****4321',
          txn_ref: ref,
        },
        more: { vaaccount_no: 'TEST-ACCOUNT', status_code: '2000', status_reason: '', fee: 1, fee_payer: 'SENDER' },
      }
  }
}
