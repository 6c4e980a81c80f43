import { createHash } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import { loginName } from '#server/kit/auth/login.ts'
import { databaseNow } from '#server/kit/db/clock.ts'
import type { Transaction } from '#server/kit/db/db.ts'

/** Ends the lock of a name for every address, for a user who has proved their identity in another way. */
export async function liftLock(tx: Transaction, email: string): Promise<void> {
  await tx
    .queries()
    .deleteFrom('sign_in_failures')
    .where('name_hash', '=', nameHash(loginName(email)))
    .execute()
}

/** The hash under which a name to sign in by is counted. */
export const nameHash = (name: string) => createHash('sha256').update(name).digest()

/** The pair whose failures are counted: a name, and the address that tries it. */
export interface Guesser {
  nameHash: Buffer
  address: string
}

/** Whether the name is locked for this address now. */
export async function isLocked(tx: Transaction, { nameHash, address }: Guesser): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    `select coalesce(bool_or(address = $2 and locked_until > statement_timestamp()), false)
         or (coalesce(sum(failures) filter (where last_failed_at > statement_timestamp() - $4 * interval '1 minute'), 0) >= $3
             and not exists (select 1 from sign_in_addresses a where a.name_hash = $1 and a.address = $2)) as locked
     from sign_in_failures where name_hash = $1`,
    [nameHash, address, limits.signInFailuresEverywhere, limits.signInLockMinutes],
  )
  return row?.locked ?? false
}

/** Counts a failure, by one statement so that each of many concurrent guesses counts. True for the one that locks. */
export async function countFailure(tx: Transaction, { nameHash, address }: Guesser): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    `insert into sign_in_failures as f (name_hash, address, failures, last_failed_at)
     values ($1, $2, 1, statement_timestamp())
     on conflict (name_hash, address) do update set
       failures = case when f.last_failed_at < statement_timestamp() - $4 * interval '1 minute' then 1 else f.failures + 1 end,
       last_failed_at = statement_timestamp(),
       locked_until = case when f.last_failed_at >= statement_timestamp() - $4 * interval '1 minute' and f.failures + 1 >= $3
         then statement_timestamp() + $4 * interval '1 minute' end
     returning locked_until is not null as locked`,
    [nameHash, address, limits.signInFailures, limits.signInLockMinutes],
  )
  return row?.locked ?? false
}

/** Forgets the failures of an address, and records that the name signs in from it. */
export async function forgetFailures(tx: Transaction, { nameHash, address }: Guesser): Promise<void> {
  const key = { name_hash: nameHash, address }
  const db = tx.queries()
  tx.write(
    db
      .deleteFrom('sign_in_failures')
      .where((row) => row.and(key))
      .compile(),
  )
  const used = { last_used_at: databaseNow }
  await db
    .insertInto('sign_in_addresses')
    .values({ ...key, ...used })
    .onConflict((conflict) => conflict.columns(['name_hash', 'address']).doUpdateSet(used))
    .execute()
}
