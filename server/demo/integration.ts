import { randomBytes } from 'node:crypto'
import { createRefund } from '#contract/refunds.ts'
import { createPaymentLink, readPaymentLink } from '#contract/payment-links.ts'
import { listPayments } from '#contract/payments.ts'
import { faults } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newKeyId } from '#server/kit/auth/server-key-form.ts'
import { newId } from '#server/kit/db/id.ts'
import { addCall, keepFirst, keepLast, noteUse } from '#server/api-log/queries.ts'
import { insertKey } from '#server/server-keys/queries.ts'

/** Makes two server keys, which nobody holds, and the calls that servers with them would have made in the last days. */
export async function seedIntegration(ctx: Ctx): Promise<void> {
  const maker = await ctx.own
    .select('sub_users')
    .select(['sub_user_id as subUserId', 'name'])
    .where('is_active', '=', true)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  if (!maker) return
  for (const [name, scopes, days] of keys) {
    const keyId = newKeyId(ctx.owner.merchantId)
    const by = { merchantId: ctx.owner.merchantId, ...maker }
    await insertKey(ctx, { keyId, name, scopes, networks: [], hash: randomBytes(32), days, maker: by })
    noteUse(ctx, keyId, hoursAgo(ctx, 2), address)
  }
  for (let hour = 150; hour > 1; hour -= 3) {
    const [call, credential, status, reason] = calls[hour % calls.length] as (typeof calls)[number]
    const kept = {
      at: hoursAgo(ctx, hour),
      method: call.method,
      route: call.path,
      status,
      reason,
      why: 'hex',
      durationMs: 8 + (hour % 17),
      answerBytes: 400 + hour,
      requestId: newId(),
      credential,
      address,
    }
    addCall(ctx, newId(), kept)
    if (status === 200) keepFirst(ctx, 'first_call', kept)
    if (call === createPaymentLink && status === 200) keepFirst(ctx, 'first_signed_link', kept)
    if (reason === faults.invalidSignature.reason) keepLast(ctx, 'last_bad_signature', kept)
  }
}

const address = '203.0.113.7'
const keys = [
  ['Shop', ['links:write', 'payments:read'], 365],
  ['Refund desk', ['refunds:write'], null],
] as const
const calls = [
  [createPaymentLink, 'Shop', 200, 'SUCCESS'],
  [readPaymentLink, 'Shop', 200, 'SUCCESS'],
  [listPayments, 'Shop', 200, 'SUCCESS'],
  [createRefund, 'Refund desk', 200, 'SUCCESS'],
  [createPaymentLink, '', 400, faults.invalidSignature.reason],
  [createRefund, 'Shop', 403, faults.scopeMissing.reason],
  [readPaymentLink, 'Shop', 404, faults.notFound.reason],
] as const

const hoursAgo = ({ now }: Ctx, hours: number) =>
  new Date(Math.floor(now.getTime() / 60_000) * 60_000 - hours * 3_600_000)
