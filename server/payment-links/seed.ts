import type { Currency } from '#contract/kit/money.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
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

/** Makes and cancels a few links for trying out, by the same functions as a user's calls. */
export async function seedPaymentLinks(ctx: Ctx, currency: Currency): Promise<void> {
  const { key } = await merchantOf(ctx)
  for (const [index, { cancelled, amount, ...wish }] of wishes.entries()) {
    const amountMinor = currency === 'VND' || currency === 'KRW' || currency === 'IDR' ? amount * 100n : amount
    const { link_ref } = await createPaymentLink(ctx, {
      ...wish,
      chaipay_key: key,
      environment: ctx.owner.environment,
      merchant_order_id: `ORDER-${1001 + index}`,
      amount: amountMinor,
      currency,
      source: 'console',
    })
    if (cancelled) await cancelPaymentLink(ctx, link_ref)
  }
}
