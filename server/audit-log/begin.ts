import { auditKeys, microseconds, unchainedMac } from '#server/kit/audit/audit-chain.ts'
import type { Owner } from '#server/kit/ctx.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import type { MasterKey } from '#server/kit/secrets/seal.ts'
import { digestUnchained } from './verify.ts'

/**
 * Seals the rows from before the chain, once in an installation's life and before its first chained row. Later rows outside of
 * the chain are not the program's. Concurrent starts wait for each other.
 * @param ownerUrl of the owner of the schema, the only role that may write the seal.
 */
export async function beginAudit(ownerUrl: string, master: MasterKey, at: Date): Promise<number> {
  const [newest] = auditKeys(master)
  if (!newest) throw new Error('no master key')
  const database = openDatabase(ownerUrl, { most: 2, statementMs: 600_000 })
  try {
    return await database.transaction(null, async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1)', [beginLock])
      const owners = await tx.query<Owner>(unsealed, [])
      for (const { merchantId, environment } of owners) {
        const owner = { merchantId, environment }
        const { rows: events, digest } = await digestUnchained(database, newest.key, owner)
        const mac = unchainedMac(newest.key, { ...owner, events, digest, at: microseconds(at) })
        await tx.query('insert into audit_unchained values ($1, $2, $3, $4, $5, $6, $7)', [
          merchantId,
          environment,
          events,
          digest,
          at,
          newest.id,
          mac,
        ])
      }
      return owners.length
    })
  } finally {
    await database.close()
  }
}
const beginLock = 7_246_320

const unsealed = `
  select distinct merchant_id as "merchantId", environment from audit_events
  where seq is null and not exists (select 1 from audit_heads) and not exists (select 1 from audit_unchained) order by 1, 2`
