import { hash, randomInt } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { databaseNow } from '#server/kit/db/clock.ts'

/** Makes new recovery codes in place of all older ones: 80 random bits each, in groups for reading and typing. Shown once. */
export async function renewCodes(ctx: Ctx, subUserId: string): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, newCode)
  dropCodes(ctx, subUserId)
  const rows = codes.map((code) => ({
    sub_user_id: subUserId,
    code_hash: hashOf(code),
    created_at: ctx.now,
    used_at: null,
  }))
  await ctx.own.insert('recovery_codes', rows).execute()
  return codes
}

/** Uses up a code. Of many requests at once, one gets true. */
export async function takeCode(ctx: Ctx, subUserId: string, code: string): Promise<boolean> {
  const taken = await ctx.own
    .update('recovery_codes')
    .set({ used_at: databaseNow })
    .where('sub_user_id', '=', subUserId)
    .where('code_hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

/** The number of unused codes. */
export async function codesLeft(ctx: Ctx, subUserId: string): Promise<number> {
  const { left } = await ctx.own
    .select('recovery_codes')
    .select((row) => row.fn.countAll<bigint>().as('left'))
    .where('sub_user_id', '=', subUserId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

export function dropCodes(ctx: Ctx, subUserId: string): void {
  ctx.write(ctx.own.delete('recovery_codes').where('sub_user_id', '=', subUserId))
}

/** 32 characters that are not mistaken for one another. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const newCode = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => alphabet[randomInt(32)]).join('')).join('-')

/** The hash of a code, without case and separators. 80 random bits need no salt and no slow hash. */
const hashOf = (code: string): Buffer => hash('sha256', code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''), 'buffer')
