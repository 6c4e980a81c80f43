import { hash, randomInt } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** Makes new recovery codes in place of all older ones: 80 random bits each, in groups for reading and typing. Shown once. */
export async function renewCodes(ctx: Ctx, subUserId: string): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, newCode)
  await dropCodes(ctx, subUserId)
  await ctx.db
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        merchant_id: ctx.owner.merchantId,
        sub_user_id: subUserId,
        code_hash: hashOf(code),
        created_at: ctx.now,
        used_at: null,
      })),
    )
    .execute()
  return codes
}

/** Uses up a code. Of many requests at once, one gets true. */
export async function takeCode(ctx: Ctx, subUserId: string, code: string): Promise<boolean> {
  const taken = await ctx.tx.query(
    `update recovery_codes set used_at = statement_timestamp()
     where merchant_id = $1 and sub_user_id = $2 and code_hash = $3 and used_at is null returning 1 as one`,
    [ctx.owner.merchantId, subUserId, hashOf(code)],
  )
  return taken.length === 1
}

/** The number of unused codes. */
export async function codesLeft(ctx: Ctx, subUserId: string): Promise<number> {
  const { left } = await ctx.db
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<bigint>().as('left'))
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('sub_user_id', '=', subUserId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

export async function dropCodes(ctx: Ctx, subUserId: string): Promise<void> {
  await ctx.db
    .deleteFrom('recovery_codes')
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('sub_user_id', '=', subUserId)
    .execute()
}

/** 32 characters that are not mistaken for one another. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const newCode = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => alphabet[randomInt(32)]).join('')).join('-')

/** The hash of a code, without case and separators. 80 random bits need no salt and no slow hash. */
const hashOf = (code: string): Buffer => hash('sha256', code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''), 'buffer')
