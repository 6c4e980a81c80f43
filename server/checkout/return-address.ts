import type { Signed } from '#contract/signed-names.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { sign } from '#server/kit/signature.ts'
import { merchantSecret } from '#server/kit/vault.ts'
import type { FoundPayment } from '#server/payments/queries.ts'

/** Where the shopper goes after paying: the merchant's address with the payment's facts, signed so that they can be believed. */
export async function returnAddress(ctx: Ctx, address: string, payment: FoundPayment): Promise<string> {
  if (!address) return ''
  const { secret } = await merchantSecret(ctx)
  const params: Signed<'return'> = {
    channel_order_ref: payment.channel_order_ref,
    merchant_order_ref: payment.merchant_order_ref,
    order_ref: payment.order_ref,
    status: payment.status,
  }
  const url = new URL(address)
  for (const [name, value] of Object.entries({ ...params, signature_hash: sign(params, secret) }))
    url.searchParams.set(name, value)
  return url.href
}
