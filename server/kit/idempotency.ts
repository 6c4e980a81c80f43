import { createHash } from 'node:crypto'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { repeatOf, type Call } from '#contract/kit/call.ts'
import { build, statement, type Places } from './build.ts'
import type { Ctx, Owner } from './ctx.ts'
import { isTaken } from './failure.ts'
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

/** A key, and what is asked with it. */
export interface Claim {
  key: string
  operation: string
  fingerprint: Buffer
}

/**
 * Claims a key inside the request's transaction. Of many at once one gets it; the others wait for its commit and then
 * get its answer, or REQUEST_IN_PROGRESS when it takes longer than the lock time-out. Guarantee: the lock, the effect
 * and the stored answer are one transaction's, so a key without an answer is one's own.
 */
export async function claimKey(ctx: Ctx, { key, operation, fingerprint }: Claim): Promise<{ replay: string } | null> {
  const address = addressOf(ctx, key)
  // Two statements: one alone would see what was committed when it began to wait.
  const locking = ctx.tx.query(lockKey, [keyLock(address)])
  const finding = ctx.tx.rows(findKey(address))
  finding.catch(() => {})
  await locking.catch(inProgress)
  const [kept] = await finding
  if (!kept || kept.answer === null) return null
  if (kept.operation !== operation || !kept.fingerprint.equals(fingerprint)) throw new Fault('keyReused')
  return { replay: kept.answer }
}
const lockKey = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'
/** What those are told apart by who have a claim on the same key. */
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

/** The one who waited for another's claim has waited for as long as one may: that request is being worked on. */
function inProgress(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === '55P03') throw new Fault('inProgress')
  throw error
}

/** Keeps the answer with the effect, for every later request with this key. */
export function keepAnswer(ctx: Ctx, { key, operation, fingerprint }: Claim, answer: string): void {
  const row = { ...addressOf(ctx, key), operation, fingerprint, answer, now: ctx.now }
  ctx.tx.later(insertKey(row), takenBeside)
}
/** Nodes of before keep the row itself to claim a key, and none of these locks. */
const takenBeside = (failure: unknown): unknown =>
  isTaken(failure, 'idempotency_keys_pkey') ? new Fault('inProgress') : failure
const insertKey = statement((row: Places<Address & Omit<Claim, 'key'> & { answer: string; now: Date }>) =>
  build.insertInto('idempotency_keys').values({
    merchant_id: row.merchant_id,
    environment: row.environment,
    owner: row.owner,
    key: row.key,
    operation: row.operation,
    fingerprint: row.fingerprint,
    status: 200,
    answer: row.answer,
    created_at: row.now,
  }),
)

/** A key belongs to who sent it: the same text from another user is another key. */
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
