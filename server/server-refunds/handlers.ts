import { hash } from 'node:crypto'
import type * as contract from '#contract/server-refunds.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import { existingPayment } from '#server/payments/whole.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { createRefund } from '#server/refunds/create.ts'
import { readRefunds } from '#server/refunds/read.ts'
import { lockPayment } from '#server/refunds/reserve.ts'

export const handlers: Handlers<typeof contract> = {
  async createRefundByServer(ctx, { path, body }, http) {
    // Requests about one payment go one after the other, so that of two in the same words the second finds the first.
    if (!(await lockPayment(ctx, path.order_ref))) throw new Fault('notFound')
    const said = http.idempotencyKey !== null ? null : fingerprintOf(body)
    const first = said && (await repeated(ctx, path.order_ref, said))
    if (first) return { ...(await readRefunds(ctx, path.order_ref)), refund_id: first, is_repeated: true }
    const { channel } = body
    if (channel && channel !== (await existingPayment(ctx, path.order_ref)).channel_key)
      throw fieldFault('invalidRequest', 'channel', 'not_a_choice', 'Another channel took the payment.')
    const { refund_id } = await createRefund(ctx, path.order_ref, wishOf(body))
    if (said) await note(ctx, { order_ref: path.order_ref, fingerprint: said, refund_id, asked_at: ctx.now })
    return { ...(await readRefunds(ctx, path.order_ref)), refund_id, is_repeated: false }
  },

  listRefundsByServer: (ctx, { path }) => readRefunds(ctx, path.order_ref),
}

type Body = Input<typeof contract.createRefundByServer>['body']

const wishOf = ({ refund_type: type, amount, currency, refund_reason: reason, description: note }: Body) => ({
  type,
  // The servers that know this path send an amount with `full` too, which means nothing.
  ...(type === 'partial' && { amount, currency }),
  reason: reason || 'other',
  note,
})

const fingerprintOf = ({ refund_type, amount, currency, refund_reason, description }: Body): Buffer =>
  hash('sha256', JSON.stringify([refund_type, amount, currency, refund_reason, description]), 'buffer')

/** The refund that was asked for in these words a moment ago. Index: primary key. */
async function repeated(ctx: Ctx, orderRef: string, fingerprint: Buffer): Promise<string | undefined> {
  const row = await ctx.own
    .select('repeated_refunds')
    .select('refund_id')
    .where('order_ref', '=', orderRef)
    .where('fingerprint', '=', fingerprint)
    .where('asked_at', '>', new Date(ctx.now.getTime() - limits.sameRefundSeconds * 1000))
    .executeTakeFirst()
  return row?.refund_id
}

async function note(ctx: Ctx, row: { order_ref: string; fingerprint: Buffer; refund_id: string; asked_at: Date }) {
  const { refund_id, asked_at } = row
  await ctx.own
    .insert('repeated_refunds', row)
    .onConflict((same) =>
      same.columns(['merchant_id', 'environment', 'order_ref', 'fingerprint']).doUpdateSet({ refund_id, asked_at }),
    )
    .execute()
}
