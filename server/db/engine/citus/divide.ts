import { escapeIdentifier, type ClientBase } from 'pg'
import { placementOf } from '../placement.ts'
import { commitTogether, marksTable } from './commit-together.ts'
import { functionsInPlpgsql } from './functions.ts'

/**
 * Divides the tables that are not divided yet, in one transaction: each goes where `placementOf` keeps it. Foreign keys go
 * and come back, those left out that would lead from one machine to another.
 * @param owner of the schema, whose session may have tables locked.
 */
export async function divide(owner: ClientBase): Promise<void> {
  const tables = await tablesOf(owner)
  const fresh = tables.filter(({ divided }) => !divided).map(({ name }) => name)
  const toDivide = fresh.filter((name) => placementOf(name) !== 'coordinator')
  await owner.query('begin')
  // Every shard is changed by the same connection, as tables that refer to one on every machine require.
  await owner.query(`set local citus.multi_shard_modify_mode to 'sequential'`)
  // Triggers here look at rows of their own merchant alone.
  await owner.query('set local citus.enable_unsafe_triggers to on')
  // Otherwise a table would depend on functions which depend on it.
  await functionsInPlpgsql(owner)
  await withoutTriggers(
    owner,
    toDivide.filter((name) => placementOf(name) === 'reference'),
  )
  const keys = await foreignKeysOf(owner, toDivide)
  for (const { table, name } of keys)
    await owner.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`)
  await policiesWithoutQueries(owner, toDivide)
  const first = tables.find(({ name, divided }) => divided && placementOf(name) === 'merchant')?.name
  await place(owner, toDivide, first)
  for (const { table, name, target, definition } of keys)
    if (staysOnOneMachine(table, target))
      await owner.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`)
  await commitTogether(
    owner,
    fresh.filter((name) => placementOf(name) === 'coordinator'),
  )
  await owner.query('commit')
}

/** The tables with rows of merchants; the others stay on the coordinator, and are written in transactions of their own. */
async function tablesOf(owner: ClientBase): Promise<{ name: string; divided: boolean }[]> {
  const shards = await shardsOf(owner)
  const { rows } = await owner.query<{ name: string; divided: boolean; has_merchant: boolean }>(
    `select c.relname as name, exists (select 1 from pg_dist_partition p where p.logicalrelid = c.oid) as divided,
       exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'merchant_id' and not a.attisdropped) as has_merchant
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  )
  return rows.filter(({ name, has_merchant }) => has_merchant && name !== marksTable && !shards.includes(name))
}

/** The shards that the coordinator holds itself, of tables that are on every machine. */
export async function shardsOf(owner: ClientBase): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select shard_name(logicalrelid, shardid) as name from pg_dist_shard where shardstorage = 't' and shardminvalue is null`,
  )
  return rows.map(({ name }) => name)
}

/** @param beside a table that is divided by merchant already; the rows of a merchant are kept on one worker. */
async function place(owner: ClientBase, tables: string[], beside: string | undefined): Promise<void> {
  const of = (placement: string) => tables.filter((table) => placementOf(table) === placement)
  for (const table of of('reference'))
    await moving(owner, table, () => owner.query('select create_reference_table($1::regclass)', [table]))
  let first = beside
  for (const table of of('merchant')) {
    const together = first ?? 'default'
    await moving(owner, table, () =>
      owner.query(`select create_distributed_table($1::regclass, 'merchant_id', colocate_with => $2)`, [
        table,
        together,
      ]),
    )
    first ??= table
  }
}

/** Rows that are there already are copied to their shards by the owner, whom row-level security would stop. */
async function moving(owner: ClientBase, table: string, move: () => Promise<unknown>): Promise<void> {
  const name = escapeIdentifier(table)
  const { rowCount } = await owner.query(`select 1 from ${name} limit 1`)
  if (rowCount === 0) return void (await move())
  await owner.query(`alter table ${name} no force row level security`)
  await move()
  await owner.query(`alter table ${name} force row level security`)
}

/** A trigger of a table that is on every machine would run on each. */
async function withoutTriggers(owner: ClientBase, tables: string[]): Promise<void> {
  const { rows } = await owner.query<{ table: string; name: string }>(
    `select tgrelid::regclass::text as table, tgname as name from pg_trigger
     where not tgisinternal and tgrelid::regclass::text = any ($1)`,
    [tables],
  )
  for (const { table, name } of rows) await owner.query(`drop trigger ${escapeIdentifier(name)} on ${table}`)
}

interface ForeignKey {
  table: string
  name: string
  target: string
  definition: string
}

async function foreignKeysOf(owner: ClientBase, tables: string[]): Promise<ForeignKey[]> {
  const { rows } = await owner.query<ForeignKey>(
    `select conrelid::regclass::text as table, conname as name, confrelid::regclass::text as target,
       pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and (conrelid::regclass::text = any ($1) or confrelid::regclass::text = any ($1))
     order by 1, 2`,
    [tables],
  )
  return rows
}

/** The rows of one merchant are together on one worker, and what is on every machine can be referred to from each worker. */
const staysOnOneMachine = (table: string, target: string) =>
  placementOf(table) === placementOf(target) ||
  (placementOf(table) === 'merchant' && placementOf(target) === 'reference')

/** Policies of divided tables may ask no queries: the scope is read for each row. */
async function policiesWithoutQueries(owner: ClientBase, tables: string[]): Promise<void> {
  const { rows } = await owner.query<{ table: string; name: string; condition: string }>(
    `select tablename as table, policyname as name, qual as condition from pg_policies
     where schemaname = 'public' and tablename = any ($1) and qual like '%SELECT scope%'`,
    [tables],
  )
  for (const { table, name, condition } of rows)
    await owner.query(
      `alter policy ${escapeIdentifier(name)} on ${escapeIdentifier(table)} using (${condition.replaceAll(/\( ?SELECT (scope_\w+\(\)) AS scope_\w+\)/g, '$1')})`,
    )
}
