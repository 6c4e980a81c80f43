import { limits } from '#contract/limits.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { hashToken, newToken } from '#server/kit/auth/token.ts'
import type { Parts } from '#server/parts.ts'

/**
 * The link by which the operator makes the first merchant of an installation. It is valid once, for 24 hours, and until the
 * next start makes another. Null when there is a merchant already.
 */
export async function makeSetUpLink(parts: Parts): Promise<string | null> {
  const database = openDatabase(parts.ownerUrl, { most: 1 })
  try {
    return await database.transaction(null, async (tx) => {
      const [some] = await tx.query('select 1 as one from merchants limit 1', [])
      if (some) return null
      const token = newToken()
      await tx.query('delete from set_up_tokens', [])
      await tx.query(
        `insert into set_up_tokens (token_hash, created_at, expires_at)
         values ($1, statement_timestamp(), statement_timestamp() + $2 * interval '1 hour')`,
        [hashToken(token), limits.setUpLinkHours],
      )
      return `${parts.config.publicUrl}/register#setup=${token}`
    })
  } finally {
    await database.close()
  }
}
