import { Client, escapeIdentifier, escapeLiteral } from 'pg'

/** The role that requests and jobs work under: it owns nothing, so row-level security holds for it. */
export const appRole = 'countinghouse_app'

/**
 * Makes the application's role, or gives it this password, unless it can sign in already. Migrations grant to it, so
 * it comes first. Roles belong to the whole server: one Countinghouse for each PostgreSQL.
 * @returns the role's connection string to the owner's database.
 * @throws Error with one line when the owner may not make roles.
 */
export async function prepareAppRole(ownerUrl: string, password: string): Promise<string> {
  const url = urlAs(ownerUrl, appRole, password)
  if (await signsIn(url)) return url
  const client = new Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    const cause = error instanceof AggregateError ? (error.errors[0] as unknown) : error
    throw new Error(
      `The database of DATABASE_URL cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`,
    )
  })
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [roleLock])
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [appRole])
    const verb = rowCount === 0 ? 'create' : 'alter'
    await client.query(`${verb} role ${escapeIdentifier(appRole)} with login nosuperuser nobypassrls nocreatedb
      nocreaterole password ${escapeLiteral(password)}`)
    await client.query('commit')
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`The role ${appRole} could not be made, which the user of DATABASE_URL must be allowed to: ${why}`)
  } finally {
    await client.end()
  }
  return url
}
const roleLock = 7_246_302

function urlAs(url: string, user: string, password: string): string {
  const changed = new URL(url)
  changed.username = user
  changed.password = password
  return changed.href
}

async function signsIn(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
