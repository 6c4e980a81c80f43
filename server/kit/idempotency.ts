import { createHash } from 'node:crypto'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { repeatOf, type Call } from '#contract/kit/call.ts'
import { build, statement, type Places } from './build.ts'
import type { Ctx, Owner } from './ctx.ts'
import type { RawInput } from './parse.ts'

/** The key of a request that is to be done once, or null. */
export function repeatKey(call: Call, header: string | string[] | undefined): string | null {
  const repeat = repeatOf(call)
  if (repeat === 'safe') return null
  if (header === undefined) {
    if (repeat === 'required') throw new Fault('idempotencyKeyRequired')
    return null
  }
  const key = String(header)
  if (key.length === 0 || key.length > limits.idempotencyKeyLength || !/^[\x21-\x7e]+$/.test(key))
    throw new Fault('invalidRequest')
  return key
}

/** What a key is bound to: the operation and every byte of what was asked. */
export const fingerprintOf = (name: string, raw: RawInput): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([name, raw.path, raw.query, raw.body, ...(raw.file ? [raw.file.digest] : [])]))
    .digest()

/**
 * Claims a key inside the request's transaction. Of many at once one gets it; the others wait for its commit and then
 * get its answer, or REQUEST_IN_PROGRESS when it takes longer than the lock time-out. Guarantee: the claim, the effect
 * and the stored answer are one commit, so a key without an answer is one's own.
 */
export async function claimKey(
  ctx: Ctx,
  claim: { key: string; operation: string; fingerprint: Buffer },
): Promise<{ replay: string } | null> {
  const { key, operation, fingerprint } = claim
  const asked = insertKey({ ...keyAddress(ctx, key), operation, fingerprint, now: ctx.now })
  const [kept] = await ctx.tx.rows(asked).catch(inProgress)
  if (!kept || kept.answer === null) return null
  if (kept.operation !== operation || !kept.fingerprint.equals(fingerprint)) throw new Fault('keyReused')
  return { replay: kept.answer }
}

/** Gives the row that is there then, in one statement: what is asked behind it may fail. */
const insertKey = statement((row: Places<Address & { operation: string; fingerprint: Buffer; now: Date }>) =>
  build
    .insertInto('idempotency_keys')
    .values({
      merchant_id: row.merchant_id,
      environment: row.environment,
      owner: row.owner,
      key: row.key,
      operation: row.operation,
      fingerprint: row.fingerprint,
      status: null,
      answer: null,
      created_at: row.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'environment', 'owner', 'key'])
        .doUpdateSet({ key: (eb) => eb.ref('idempotency_keys.key') }),
    )
    .returning(['operation', 'fingerprint', 'answer']),
)

/** The one who waited for another's claim has waited for as long as one may: that request is being worked on. */
function inProgress(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === '55P03') throw new Fault('inProgress')
  throw error
}

/** Keeps the answer with the effect, for every later request with this key. */
export function keepAnswer(ctx: Ctx, key: string, answer: string): void {
  ctx.tx.later(keep({ ...keyAddress(ctx, key), answer }))
}
const keep = statement((given: Places<Address & { answer: string }>) =>
  build
    .updateTable('idempotency_keys')
    .set({ status: 200, answer: given.answer })
    .where('merchant_id', '=', given.merchant_id)
    .where('environment', '=', given.environment)
    .where('owner', '=', given.owner)
    .where('key', '=', given.key),
)

/** A key belongs to who sent it: the same text from another user is another key. */
const keyAddress = (ctx: Ctx, key: string): Address => ({
  merchant_id: ctx.owner.merchantId,
  environment: ctx.owner.environment,
  owner: ctx.actor.id ?? ctx.actor.kind,
  key,
})
interface Address {
  merchant_id: string
  environment: Owner['environment']
  owner: string
  key: string
}
