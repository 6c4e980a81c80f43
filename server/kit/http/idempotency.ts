import { createHash } from 'node:crypto'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { Call } from '#contract/kit/call.ts'
import { repeatOf } from '#contract/kit/call-facts.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import type { RawInput } from './parse.ts'
import type { RequestContext } from './request-context.ts'

/** The idempotency key of a request that must run once, or null. */
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

/** A hash of the operation and every byte of the input, to which a key is bound. */
export const fingerprintOf = (name: string, raw: RawInput): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([name, raw.path, raw.query, raw.body, ...(raw.file ? [raw.file.digest] : [])]))
    .digest()

/** The claim of a request that must run once; null for one without a key. */
export function claimOf(operation: string, call: Call, { request, raw }: Pick<RequestContext, 'request' | 'raw'>) {
  const key = repeatKey(call, request.headers['idempotency-key'])
  return key === null ? null : { key, operation, fingerprint: fingerprintOf(operation, raw) }
}

/** An idempotency key with the request that it belongs to. */
export interface Claim {
  key: string
  operation: string
  fingerprint: Buffer
}

/**
 * Claims a key inside the request's transaction. Of concurrent requests with one key, one gets it. The others wait for
 * its commit and return its answer, or REQUEST_IN_PROGRESS after the lock time-out. Guarantee: the lock, the effect and
 * the stored answer belong to one transaction, so a key without an answer is free.
 */
export async function claimKey(ctx: Ctx, claim: Claim): Promise<{ replay: string } | null> {
  const address = addressOf(ctx, claim.key)
  // Two statements: a single one would use the snapshot of before it waited for the lock.
  const locking = ctx.tx.query(lockKey, [keyLock(address)])
  const finding = ctx.db.executeQuery(findKey(address))
  finding.catch(() => {})
  await locking.catch(inProgress)
  return replayOf((await finding).rows[0], claim)
}

/** The answer that is kept for a key, without claiming the key. */
export async function findAnswer(ctx: Ctx, claim: Claim): Promise<{ replay: string } | null> {
  const { rows } = await ctx.db.executeQuery(findKey(addressOf(ctx, claim.key)))
  return replayOf(rows[0], claim)
}

type Kept = { operation: string; fingerprint: Buffer; answer: string | null }
function replayOf(kept: Kept | undefined, { operation, fingerprint }: Claim): { replay: string } | null {
  if (!kept || kept.answer === null) return null
  if (kept.operation !== operation || !kept.fingerprint.equals(fingerprint)) throw new Fault('keyReused')
  return { replay: kept.answer }
}
const lockKey = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'
/** The advisory lock of an idempotency key. */
export const keyLock = ({ merchant_id, environment, owner, key }: Address): string =>
  [merchant_id, environment, owner, key].join(' ')

const findKey = statement((address: Places<Address>) =>
  build
    .selectFrom('idempotency_keys')
    .select(['operation', 'fingerprint', 'answer'])
    .where('merchant_id', '=', address.merchant_id)
    .where('environment', '=', address.environment)
    .where('owner', '=', address.owner)
    .where('key', '=', address.key),
)

/** A lock time-out means that another request with this key is still running. */
function inProgress(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === '55P03') throw new Fault('inProgress')
  throw error
}

/** Stores the answer in the transaction of the effect, for every later request with this key. */
export function keepAnswer(ctx: Ctx, { key, operation, fingerprint }: Claim, answer: string): void {
  const { owner } = addressOf(ctx, key)
  ctx.append('idempotency_keys', { owner, key, operation, fingerprint, status: 200, answer, created_at: ctx.now })
}

/** A key belongs to its sender: the same text from another user is another key. */
const addressOf = ({ owner, actor }: Ctx, key: string): Address => ({
  merchant_id: owner.merchantId,
  environment: owner.environment,
  owner: actor.id ?? actor.kind,
  key,
})
interface Address {
  merchant_id: string
  environment: Owner['environment']
  owner: string
  key: string
}
