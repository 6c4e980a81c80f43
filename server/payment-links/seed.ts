import { majorText, type Currency } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { sign } from '#server/kit/signature.ts'
import { merchantSecret } from '#server/kit/vault.ts'
import { cancelPaymentLink } from './cancel.ts'
import { createPaymentLink } from './create.ts'

const wishes = [
  { description: 'Trail jacket, size M', customer_name: 'Mei Tan', email: 'mei.tan@example.com', amount: 12_900n },
  {
    description: 'Two tickets, harbour tour',
    customer_name: 'Jonas Weber',
    email: 'jonas@example.com',
    amount: 8_450n,
    expiry_hours: 72,
  },
  {
    description: 'Deposit for a workshop',
    customer_name: 'أمينة خليل',
    email: 'amina@example.com',
    amount: 30_000n,
    expiry_hours: 24,
  },
  {
    description: 'Order of 40 mugs with a print',
    customer_name: 'Somchai Phan',
    email: 'somchai@example.com',
    amount: 51_200n,
  },
  {
    description: 'Cancelled by phone',
    customer_name: 'Ines Costa',
    email: 'ines@example.com',
    amount: 2_150n,
    cancelled: true,
  },
]

/** A few links to try, made and cancelled by the same verbs that a user's are. */
export async function seedPaymentLinks(ctx: Ctx, currency: Currency): Promise<void> {
  const { key, secret } = await merchantSecret(ctx)
  for (const [index, { cancelled, amount, ...wish }] of wishes.entries()) {
    const amountMinor = currency === 'VND' || currency === 'KRW' || currency === 'IDR' ? amount * 100n : amount
    const signed = {
      amount: majorText(amountMinor, currency),
      client_key: key,
      currency,
      failure_url: '',
      merchant_order_id: `ORDER-${1001 + index}`,
      success_url: '',
    }
    const { link_ref } = await createPaymentLink(ctx, {
      ...wish,
      chaipay_key: key,
      environment: ctx.owner.environment,
      merchant_order_id: signed.merchant_order_id,
      amount: amountMinor,
      currency,
      source: 'console',
      signature_hash: sign(signed, secret),
    })
    ctx.tx.flush()
    if (cancelled) await cancelPaymentLink(ctx, link_ref)
  }
}
