import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'

/** The key of the advisory lock that is held while the schema changes. */
const migrationLock = 7_246_301

/**
 * Takes the lock for the session of `client`; waits while another session holds it in a conflicting mode. Several
 * sessions may share it.
 *
 * The lock is polled: a statement that waits for it inside PostgreSQL holds a snapshot, and `create index concurrently`
 * of a migration waits for all older snapshots, so the two would deadlock.
 */
export async function lockMigrations(client: Client, mode: 'exclusive' | 'shared'): Promise<void> {
  const attempt = mode === 'shared' ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(`select ${attempt}($1) as taken`, [migrationLock])
    if (rows[0]?.taken) return
    await pause(askAgainMs)
  }
}
const askAgainMs = 50

/** Gives a shared lock back. */
export async function unlockMigrations(client: Client): Promise<void> {
  await client.query('select pg_advisory_unlock_shared($1)', [migrationLock])
}
