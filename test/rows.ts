import type { TestApp } from './test-app.ts'

/** A fingerprint of every row of every table but those that note attempts, by table. */
export async function fingerprints(testApp: TestApp): Promise<Record<string, string>> {
  return testApp.owner.transaction(null, async (tx) => {
    const tables = await tx.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind = 'r' and c.relname <> all ($1::text[]) order by 1`,
      [notesOfAttempts],
    )
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      const [row] = await tx.query<{ hash: string }>(
        `select count(*) || ' ' || coalesce(sum(hashtext(t::text)), 0) as hash from ${name} t`,
        [],
      )
      found[name] = row?.hash ?? ''
    }
    return found
  })
}
const notesOfAttempts = [
  'api_calls',
  'audit_events',
  'audit_heads',
  'credential_uses',
  'integration_marks',
  'sessions',
  'schema_migrations',
]
