import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { ago, databaseNow } from '#server/kit/db/clock.ts'
import { merchantKeys, openSealed, seal, totpSeedPlace } from '#server/kit/secrets/vault.ts'
import { tellUser } from './tell.ts'
import { newSeed, stepOf } from './totp.ts'

/**
 * Tries a code of a user's authenticator app. One statement counts each try before the code is checked, so at most five of
 * any number of concurrent tries are checked; then codes are locked for a while (`codesLocked`), for this user only. The
 * caller commits, also for a wrong code.
 * @returns the step that the code belongs to, for {@link takeStep}; null for a wrong one, or where there is no app.
 */
export async function tryCode(ctx: Ctx, subUserId: string, code: string): Promise<bigint | null> {
  const [granted] = await ctx.tx.query<{ seed_sealed: Buffer; locks_now: boolean }>(
    `update totp_factors set
       tries = case when tries + 1 >= $3 then 0 else tries + 1 end,
       locks = case when tries + 1 >= $3 then locks + 1 else locks end,
       locked_until = case when tries + 1 >= $3
         then statement_timestamp() + least($4 * 2 ^ least(locks, 20), $5) * interval '1 minute' end
     where merchant_id = $1 and sub_user_id = $2 and seed_sealed is not null
       and (locked_until is null or locked_until <= statement_timestamp())
     returning seed_sealed, locked_until is not null as locks_now`,
    [ctx.owner.merchantId, subUserId, limits.codeTries, limits.codeLockMinutes, limits.codeLockMinutesMost],
  )
  if (!granted) {
    if (await hasAuthenticator(ctx, subUserId)) throw new Fault('codesLocked')
    return null
  }
  const place = totpSeedPlace(ctx.owner.merchantId, subUserId, 'seed_sealed')
  const step = stepOf(openSealed(await merchantKeys(ctx), granted.seed_sealed, place), code, ctx.now)
  if (step === null && granted.locks_now) {
    writeAudit(ctx, { action: 'two-step.lock-codes', objectRef: subUserId, result: 'denied', why: 'wrong codes' })
    await tellUser(ctx, subUserId, 'codesLocked')
  }
  return step
}

/** Uses up a step: its code and those of earlier steps are invalid afterwards. Of many requests at once, one gets true. */
export async function takeStep(ctx: Ctx, subUserId: string, step: bigint): Promise<boolean> {
  const taken = await factorOf(ctx, subUserId)
    .set({ last_step: step, ...noTries })
    .where('seed_sealed', 'is not', null)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

/** Makes a new seed, which has to be confirmed by a first code; the seed in use stays in force until then. */
export async function beginAuthenticator(ctx: Ctx, subUserId: string): Promise<string> {
  const seed = newSeed()
  const { merchantId } = ctx.owner
  const sealed = seal(await merchantKeys(ctx), seed, totpSeedPlace(merchantId, subUserId, 'pending_sealed'))
  const pending = { pending_sealed: sealed, pending_at: databaseNow }
  ctx.write(
    ctx.own
      .insert('totp_factors', { sub_user_id: subUserId, ...pending })
      .onConflict((same) =>
        same
          .columns(['merchant_id', 'sub_user_id'])
          .doUpdateSet({ ...pending, pending_at: (excluded) => excluded.ref('excluded.pending_at') }),
      ),
  )
  return seed
}

/** Puts the new seed in force by one of its codes. Throws `wrongState` without a new seed, `invalidCode` for a wrong code. */
export async function confirmAuthenticator(ctx: Ctx, subUserId: string, code: string): Promise<void> {
  const { merchantId } = ctx.owner
  const row = await ctx.own
    .select('totp_factors')
    .select('pending_sealed')
    .where('sub_user_id', '=', subUserId)
    .where('pending_at', '>', ago(limits.twoStepSetUpMinutes, 'minute'))
    .forUpdate()
    .executeTakeFirst()
  if (!row?.pending_sealed) throw new Fault('wrongState')
  const keys = await merchantKeys(ctx)
  const seed = openSealed(keys, row.pending_sealed, totpSeedPlace(merchantId, subUserId, 'pending_sealed'))
  const step = stepOf(seed, code, ctx.now)
  if (step === null) throw new Fault('invalidCode')
  const sealed = seal(keys, seed, totpSeedPlace(merchantId, subUserId, 'seed_sealed'))
  ctx.write(
    factorOf(ctx, subUserId).set({
      seed_sealed: sealed,
      enabled_at: databaseNow,
      ...noPending,
      last_step: step,
      ...noTries,
    }),
  )
}

const noTries = { tries: 0, locks: 0, locked_until: null }
const noPending = { pending_sealed: null, pending_at: null }
const factorOf = (ctx: Ctx, subUserId: string) => ctx.own.update('totp_factors').where('sub_user_id', '=', subUserId)

/** Removes the app and an unconfirmed seed; false where there was no app. The used step and the counted tries stay. */
export async function dropAuthenticator(ctx: Ctx, subUserId: string): Promise<boolean> {
  const had = await hasAuthenticator(ctx, subUserId)
  ctx.write(factorOf(ctx, subUserId).set({ seed_sealed: null, enabled_at: null, ...noPending }))
  return had
}

/** Whether the user has an authenticator app. Index: primary key. */
export const hasAuthenticator = async (ctx: Ctx, subUserId: string): Promise<boolean> =>
  (await authenticatorSince(ctx, subUserId)) !== null

/** Since when the user has an authenticator app; null where there is none. */
export async function authenticatorSince(ctx: Ctx, subUserId: string): Promise<Date | null> {
  const row = await ctx.own
    .select('totp_factors')
    .select('enabled_at')
    .where('sub_user_id', '=', subUserId)
    .executeTakeFirst()
  return row?.enabled_at ?? null
}
