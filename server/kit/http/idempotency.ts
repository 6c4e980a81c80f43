import { createHash } from 'node:crypto'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { repeatOf, type Call } from '#contract/kit/call.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import type { RawInput } from './parse.ts'

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
export async function claimKey(ctx: Ctx, { key, operation, fingerprint }: Claim): Promise<{ replay: string } | null> {
  const address = addressOf(ctx, key)
  // Two statements: a single one would use the snapshot of before it waited for the lock.
  const locking = ctx.tx.query(lockKey, [keyLock(address)])
  const finding = ctx.db.executeQuery(findKey(address))
  finding.catch(() => {})
  await locking.catch(inProgress)
  const [kept] = (await finding).rows
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
const addressOf = (ctx: Ctx, key: string): Address => ({
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
