import { randomInt, timingSafeEqual } from 'node:crypto'
import type { PayoutAct } from '#contract/payout-rule-shapes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { keyedDigest, merchantKeys } from '#server/kit/secrets/vault.ts'
import { digestOf } from './content.ts'

/** Six digits, each number equally likely. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** What is kept of a code: an HMAC under the merchant's key over the code, its user, its act and the digest of its payouts. */
export async function proofOf(
  ctx: Ctx,
  of: { codeId: string; subUserId: string; act: PayoutAct; lines: readonly string[] },
  code: string,
): Promise<Buffer> {
  const digest = digestOf(of.act, of.subUserId, of.lines).toString('hex')
  return keyed(ctx, ['payout code', of.codeId, of.subUserId, of.act, digest, code])
}
/** The same of a code that confirms a telephone. */
export const phoneProofOf = (ctx: Ctx, subUserId: string, phone: string, code: string): Promise<Buffer> =>
  keyed(ctx, ['payout phone', subUserId, phone, code])

const keyed = async (ctx: Ctx, parts: readonly string[]) =>
  Buffer.from(keyedDigest(await merchantKeys(ctx), JSON.stringify(parts)), 'base64url')

export const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)
