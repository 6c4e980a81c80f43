import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { asUser, userOf } from './address.ts'
import { connectTo } from './check-server.ts'

/** The role that requests and jobs work under: it owns nothing, so row-level security holds for it. */
export const appRole = 'countinghouse_app'

/**
 * Makes the application's role, or gives it this password, unless it can sign in already. Migrations grant to it, so
 * it comes first. Roles belong to the whole server: one Countinghouse for each PostgreSQL.
 * @param ownerUrl of the owner of the schema.
 * @returns the role's connection string to the owner's database.
 * @throws Error with one line when the owner may not make roles.
 */
export async function prepareAppRole(ownerUrl: string, password: string): Promise<string> {
  const url = asUser(ownerUrl, appRole, password)
  if (await signsIn(url)) return url
  const client = await connectTo(ownerUrl, 'DATABASE_URL')
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [roleLock])
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [appRole])
    // Only this attribute of an existing role is changed: before PostgreSQL 16, more would need a superuser.
    const verb = rowCount === 0 ? 'create' : 'alter'
    await client.query(`${verb} role ${escapeIdentifier(appRole)} login password ${escapeLiteral(password)}`)
    await client.query('commit')
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(
      `The role ${appRole} could not be made, which the user of DATABASE_URL must be allowed to (${why}): have an administrator make it and set APP_DATABASE_URL`,
      { cause: error },
    )
  } finally {
    await client.end()
  }
  return url
}
const roleLock = 7_246_302

/**
 * Whether the application may work under the user of `url`: in the owner's database, without the owner's rights, as
 * `countinghouse_app` or a member of it.
 * @throws Error with one line that says what is wrong and what to do.
 */
export async function checkAppRole(url: string, ownerUrl: string): Promise<void> {
  const name = userOf(url)
  const owner = await connectTo(ownerUrl, 'DATABASE_URL')
  try {
    const app = await connectTo(url, 'APP_DATABASE_URL')
    try {
      const fault = await faultOf(app, owner, name)
      if (fault !== null) throw new Error(`The database user ${name} ${fault}`)
    } finally {
      await app.end()
    }
  } finally {
    await owner.end()
  }
}

async function faultOf(app: Client, owner: Client, name: string): Promise<string | null> {
  const where = `select current_database() || ' ' || pg_postmaster_start_time()::text as place`
  const [mine, theirs] = await Promise.all([app, owner].map((each) => each.query<{ place: string }>(where)))
  if (mine?.rows[0]?.place !== theirs?.rows[0]?.place) return 'is not in the database of DATABASE_URL'
  const { rows } = await owner.query<{ exempt: boolean; owns: boolean; member: boolean | null }>(
    `select rolsuper or rolbypassrls as exempt, pg_has_role(rolname, current_user, 'member') as owns,
       (select pg_has_role(app.rolname, granted.oid, 'usage') from pg_roles granted where granted.rolname = $2) as member
     from pg_roles app where rolname = $1`,
    [name, appRole],
  )
  const [role] = rows
  if (!role) return 'is not known to the database'
  if (role.exempt) return 'is a superuser or has BYPASSRLS: row-level security would not hold; give it neither'
  if (role.owns) return 'has the rights of the owner of the tables: row-level security would not hold; use another'
  if (role.member === null) return `needs the role ${appRole}, which an administrator makes: create role ${appRole}`
  if (!role.member) return `is not a member of ${appRole}: grant ${appRole} to it`
  return null
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
