import { Client } from 'pg'
import { recognise } from './engine/engine.ts'

/** A PostgreSQL that this program cannot work on, or that cannot be reached: one line for the operator. */
export class ServerError extends Error {}

/**
 * Connects once, for work at the start.
 * @param name of the setting that the address is from.
 * @throws ServerError when it cannot be reached.
 */
export async function connectTo(url: string, name: string): Promise<Client> {
  let client: Client | undefined
  try {
    // Reads the certificates that the address names.
    client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    await client.connect()
    return client
  } catch (error) {
    await client?.end().catch(() => {})
    const cause = error instanceof AggregateError ? (error.errors[0] as unknown) : error
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new ServerError(`The database of ${name} cannot be reached: ${why}`, { cause })
  }
}

/**
 * Whether the owner's database is one to keep money in.
 * @throws ServerError when it is older than PostgreSQL 15, does not keep UTF-8, cannot be written to, the user may not
 * make tables in it, or it is a cluster that something is missing of.
 */
export async function checkServer(ownerUrl: string): Promise<void> {
  const client = await connectTo(ownerUrl, 'DATABASE_URL')
  try {
    const { rows } = await client.query<Facts>(`
      select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
        pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as read_only,
        has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as may_define,
        current_user as name`)
    const fault = rows[0] && faultOf(rows[0])
    if (fault) throw new ServerError(fault)
    const missing = await (await recognise(client)).faultOf(client)
    if (missing !== null) throw new ServerError(missing)
  } finally {
    await client.end()
  }
}

interface Facts {
  version: number
  encoding: string
  read_only: boolean
  may_define: boolean
  name: string
}

function faultOf({ version, encoding, read_only, may_define, name }: Facts): string | null {
  const major = Math.floor(version / 10_000)
  if (major < 15) return `PostgreSQL 15 or newer is needed, and the server of DATABASE_URL is ${major}`
  if (encoding !== 'UTF8') return `The database of DATABASE_URL has the encoding ${encoding}: make one with UTF8`
  if (read_only) return 'The database of DATABASE_URL cannot be written to: it is a standby, or read-only by a setting'
  if (may_define) return null
  return `The user ${name} of DATABASE_URL may not make tables: let it own the database`
}
