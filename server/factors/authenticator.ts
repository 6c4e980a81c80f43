import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { writeAudit } from '#server/kit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantKeys, openSealed, seal, totpSeedPlace } from '#server/kit/vault.ts'
import { tellUser } from './tell.ts'
import { newSeed, stepOf } from './totp.ts'

/**
 * Tries a code of a user's app. Each try is counted before it is looked at, in one statement, so that of any number in
 * parallel at most five are; then codes are locked for a while (`codesLocked`), for this user alone. The caller commits,
 * also for a wrong code.
 * @returns the step that the code belongs to, for {@link takeStep}; null for a wrong one, or where there is no app.
 */
export async function tryCode(ctx: Ctx, subUserId: string, code: string): Promise<bigint | null> {
  const [granted] = await ctx.tx.query<{ seed_sealed: Buffer; locks_now: boolean }>(
    `update totp_factors set
       tries = case when tries + 1 >= $3 then 0 else tries + 1 end,
       locks = case when tries + 1 >= $3 then locks + 1 else locks end,
       locked_until = case when tries + 1 >= $3
         then clock_timestamp() + least($4 * 2 ^ least(locks, 20), $5) * interval '1 minute' end
     where merchant_id = $1 and sub_user_id = $2 and seed_sealed is not null
       and (locked_until is null or locked_until <= clock_timestamp())
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

/** Takes the code of a step, which then is good no more, nor is any of an earlier one. Of many at once, one is taken. */
export async function takeStep(ctx: Ctx, subUserId: string, step: bigint): Promise<boolean> {
  const taken = await ctx.tx.query(
    `update totp_factors set last_step = $3, tries = 0, locks = 0, locked_until = null
     where merchant_id = $1 and sub_user_id = $2 and seed_sealed is not null and last_step < $3 returning 1 as one`,
    [ctx.owner.merchantId, subUserId, step],
  )
  return taken.length === 1
}

/** Makes a new seed, which waits for its first code; one that codes are asked of stays until then. */
export async function beginAuthenticator(ctx: Ctx, subUserId: string): Promise<string> {
  const seed = newSeed()
  const { merchantId } = ctx.owner
  const sealed = seal(await merchantKeys(ctx), seed, totpSeedPlace(merchantId, subUserId, 'pending_sealed'))
  await ctx.tx.query(
    `insert into totp_factors (merchant_id, sub_user_id, pending_sealed, pending_at) values ($1, $2, $3, clock_timestamp())
     on conflict (merchant_id, sub_user_id) do update
       set pending_sealed = excluded.pending_sealed, pending_at = excluded.pending_at`,
    [merchantId, subUserId, sealed],
  )
  return seed
}

/** Puts the waiting seed in its place by a code of it. Throws `wrongState` without one, `invalidCode` for a wrong code. */
export async function confirmAuthenticator(ctx: Ctx, subUserId: string, code: string): Promise<void> {
  const { merchantId } = ctx.owner
  const [row] = await ctx.tx.query<{ pending_sealed: Buffer }>(
    `select pending_sealed from totp_factors where merchant_id = $1 and sub_user_id = $2
       and pending_at > clock_timestamp() - $3 * interval '1 minute' for update`,
    [merchantId, subUserId, limits.twoStepSetUpMinutes],
  )
  if (!row) throw new Fault('wrongState')
  const keys = await merchantKeys(ctx)
  const seed = openSealed(keys, row.pending_sealed, totpSeedPlace(merchantId, subUserId, 'pending_sealed'))
  const step = stepOf(seed, code, ctx.now)
  if (step === null) throw new Fault('invalidCode')
  await ctx.tx.query(
    `update totp_factors set seed_sealed = $3, enabled_at = clock_timestamp(), pending_sealed = null, pending_at = null,
       last_step = $4, tries = 0, locks = 0, locked_until = null
     where merchant_id = $1 and sub_user_id = $2`,
    [merchantId, subUserId, seal(keys, seed, totpSeedPlace(merchantId, subUserId, 'seed_sealed')), step],
  )
}

/** Forgets the app and what waits; false where there was none. What was taken and tried stays written down. */
export async function dropAuthenticator(ctx: Ctx, subUserId: string): Promise<boolean> {
  const had = await hasAuthenticator(ctx, subUserId)
  await ctx.db
    .updateTable('totp_factors')
    .set({ seed_sealed: null, enabled_at: null, pending_sealed: null, pending_at: null })
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('sub_user_id', '=', subUserId)
    .execute()
  return had
}

/** Whether codes of an app are asked for. Index: primary key. */
export const hasAuthenticator = async (ctx: Ctx, subUserId: string): Promise<boolean> =>
  (await authenticatorSince(ctx, subUserId)) !== null

/** Since when codes of an app are asked for; null where there is none. */
export async function authenticatorSince(ctx: Ctx, subUserId: string): Promise<Date | null> {
  const row = await ctx.db
    .selectFrom('totp_factors')
    .select('enabled_at')
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('sub_user_id', '=', subUserId)
    .executeTakeFirst()
  return row?.enabled_at ?? null
}
