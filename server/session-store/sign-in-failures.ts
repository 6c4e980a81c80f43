import { createHash } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import { loginName } from '#server/kit/auth/login.ts'
import type { Transaction } from '#server/kit/db/db.ts'

/** Lets somebody who has proved who they are otherwise sign in at once, from wherever. */
export async function liftLock(tx: Transaction, email: string): Promise<void> {
  await tx.query('delete from sign_in_failures where name_hash = $1', [nameHash(loginName(email))])
}

/** What a name to sign in by is kept as here. */
export const nameHash = (name: string) => createHash('sha256').update(name).digest()

/** Whose failures are counted: a name, and the address that tries it. */
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

/** One statement, so that of many guesses in parallel each is counted. True for the one that locks. */
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

/** Forgets what failed, and notes that the name signs in from this address. */
export async function forgetFailures(tx: Transaction, { nameHash, address }: Guesser): Promise<void> {
  await tx.query('delete from sign_in_failures where name_hash = $1 and address = $2', [nameHash, address])
  await tx.query(
    `insert into sign_in_addresses (name_hash, address, last_used_at) values ($1, $2, statement_timestamp())
     on conflict (name_hash, address) do update set last_used_at = excluded.last_used_at`,
    [nameHash, address],
  )
}
