import type { Signed } from '#contract/signed-names.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import type { Paid } from './payable.ts'

/** The merchant's address with the payment's facts and a signature over them; empty without an address. */
export async function signedReturn(ctx: Ctx, address: string, payment: Paid): Promise<string> {
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
