import { sql } from 'kysely'
import type { Method } from '#contract/kit/call.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { ago } from '#server/kit/db/clock.ts'
import { limits } from '#contract/limits.ts'

/** A call of a merchant's server as it is kept: no bodies, no values. */
interface Kept {
  at: Date
  method: Method
  route: string
  status: number
  reason: string
  why: string
  durationMs: number
  answerBytes: number
  requestId: string
  credential: string
  address: string
}
export type Mark = 'first_call' | 'first_signed_link' | 'last_bad_signature'

export const addCall = (ctx: Ctx, callId: string, call: Kept): void =>
  ctx.append('api_calls', {
    call_id: callId,
    at: call.at,
    method: call.method,
    route: call.route,
    status: call.status,
    reason: call.reason,
    duration_ms: call.durationMs,
    answer_bytes: call.answerBytes,
    request_id: call.requestId,
    credential: call.credential,
    address: call.address,
  })

/** Keeps when and from where a credential was used last. */
export const noteUse = (ctx: Ctx, credentialId: string, minute: Date, address: string): void =>
  ctx.write(
    ctx.own
      .insert('credential_uses', { credential_id: credentialId, used_at: minute, address })
      .onConflict((conflict) =>
        conflict
          .columns(['merchant_id', 'environment', 'credential_id'])
          .doUpdateSet({ used_at: sql`excluded.used_at`, address: sql`excluded.address` })
          .whereRef(sql.ref('credential_uses.used_at'), '<=', sql.ref('excluded.used_at')),
      ),
  )

const markOf = (mark: Mark, { at, route, why, requestId }: Kept) => ({ mark, at, route, why, request_id: requestId })

export const keepFirst = (ctx: Ctx, mark: Mark, call: Kept): void =>
  ctx.write(
    ctx.own
      .insert('integration_marks', markOf(mark, call))
      .onConflict((conflict) => conflict.columns(['merchant_id', 'environment', 'mark']).doNothing()),
  )

export const keepLast = (ctx: Ctx, mark: Mark, call: Kept): void =>
  ctx.write(
    ctx.own.insert('integration_marks', markOf(mark, call)).onConflict((conflict) =>
      conflict.columns(['merchant_id', 'environment', 'mark']).doUpdateSet({
        at: sql`excluded.at`,
        route: sql`excluded.route`,
        why: sql`excluded.why`,
        request_id: sql`excluded.request_id`,
      }),
    ),
  )

/** The oldest call when its time is over, so that the sweep makes a job to forget it and those like it. Index: api_calls_newest. */
export async function listOldCalls(ctx: Ctx): Promise<{ day: string }[]> {
  const row = await ctx.own
    .select('api_calls')
    .select('at')
    .where('at', '<', ago(limits.apiLogDays, 'day'))
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  return row ? [{ day: row.at.toISOString().slice(0, 10) }] : []
}

/** Deletes some calls whose time is over. False when there was none left. Index: api_calls_newest. */
export async function forgetSome(ctx: Ctx, most: number): Promise<boolean> {
  const { numDeletedRows } = await ctx.own
    .delete('api_calls')
    .where('call_id', 'in', ({ selectFrom }) =>
      selectFrom('api_calls as old')
        .select('old.call_id')
        .where('old.merchant_id', '=', ctx.owner.merchantId)
        .where('old.environment', '=', ctx.owner.environment)
        .where('old.at', '<', ago(limits.apiLogDays, 'day'))
        .orderBy('old.at')
        .limit(most),
    )
    .executeTakeFirstOrThrow()
  return numDeletedRows === BigInt(most)
}
