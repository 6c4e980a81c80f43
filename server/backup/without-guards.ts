import type { Client } from 'pg'
import type { Table } from './session.ts'

/**
 * Runs work in the client's transaction while foreign keys, triggers and row-level security are out of its way, and puts
 * them back after it; every foreign key is checked anew then. For the tables' owner.
 */
export async function withoutGuards<T>(client: Client, tables: Table[], work: () => Promise<T>): Promise<T> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`)
  const { rows: forced } = await client.query<{ name: string }>(`
    select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relforcerowsecurity`)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  for (const { name } of forced) await client.query(`alter table ${name} no force row level security`)

  const result = await work()

  for (const { name } of forced) await client.query(`alter table ${name} force row level security`)
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
  return result
}
