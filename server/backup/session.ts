import { createHmac } from 'node:crypto'
import type { Client } from 'pg'
import { recognise } from '#server/db/engine/engine.ts'
import { connectTo } from '#server/db/check-server.ts'

/** A connection for reading or writing whole tables: as long as it takes, and each value as the same text everywhere. */
export async function connectForAll(ownerUrl: string): Promise<Client> {
  const client = await connectTo(ownerUrl, 'DATABASE_URL')
  await client.query(`
    set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set timezone = 'UTC';
    set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex';
    set synchronize_seqscans = off; set max_parallel_workers_per_gather = 0; set client_min_messages = warning`)
  const { settingsForAll } = await recognise(client)
  await client.query(settingsForAll)
  return client
}

/** A table of the product, with the columns that are written and not computed. */
export interface Table {
  name: string
  columns: string[]
}

/** Every table but the record of migrations, which are what makes tables. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select quote_ident(c.relname) as name, array_agg(quote_ident(a.attname) order by a.attnum)::text[] as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'schema_migrations'
    group by c.relname order by c.relname`)
  const others = await (await recognise(client)).ownTables(client)
  return rows.filter(({ name }) => !others.includes(name))
}

export const reading = ({ name, columns }: Table) => `copy (select ${columns.join(', ')} from ${name}) to stdout`

export async function listMigrations(client: Client): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  )
  return rows
}

/** A fingerprint of the master key, by which a restore recognises the key of a backup. It reveals nothing else. */
export const fingerprint = (masterKey: Buffer): string =>
  createHmac('sha256', masterKey).update('countinghouse backup').digest('hex').slice(0, 16)
