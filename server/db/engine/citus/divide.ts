import { escapeIdentifier, type ClientBase } from 'pg'
import { ofNoMerchant, placementOf } from '../placement.ts'
import { functionsInPlpgsql } from './functions.ts'

/**
 * Divides the tables that are not divided yet, in one transaction: each goes where `placementOf` keeps it. Foreign keys go
 * and come back, those left out that would lead from one machine to another.
 * @param owner of the schema, whose session may have tables locked.
 */
export async function divide(owner: ClientBase): Promise<void> {
  const fresh = await undividedTables(owner)
  if (fresh.length === 0) return
  await owner.query('begin')
  // Every shard is changed by the same connection, as tables that refer to one on every machine require.
  await owner.query(`set local citus.multi_shard_modify_mode to 'sequential'`)
  // Triggers here look at rows of their own merchant alone.
  await owner.query('set local citus.enable_unsafe_triggers to on')
  // Otherwise a table would depend on functions which depend on it.
  await functionsInPlpgsql(owner)
  const keys = await foreignKeysOf(owner, fresh)
  for (const { table, name } of keys)
    await owner.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`)
  await policiesWithoutQueries(owner)
  const first = await firstByMerchant(owner)
  for (const table of inOrder(fresh)) await place(owner, table, first)
  for (const { table, name, target, definition } of keys)
    if (staysOnOneMachine(table, target))
      await owner.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`)
  await owner.query('commit')
}

async function undividedTables(owner: ClientBase): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and not exists (select 1 from pg_dist_partition p where p.logicalrelid = c.oid)
       and not exists (select 1 from pg_dist_shard s where c.relname = s.logicalrelid::regclass::text || '_' || s.shardid)
     order by 1`,
  )
  return rows.map(({ name }) => name).filter((name) => !ofNoMerchant.has(name))
}

/** The reference table first, since the others refer to it. */
const inOrder = (tables: string[]) =>
  (['reference', 'merchant', 'coordinator'] as const).flatMap((placement) =>
    tables.filter((table) => placementOf(table) === placement),
  )

async function firstByMerchant(owner: ClientBase): Promise<{ table: string | undefined }> {
  const { rows } = await owner.query<{ table: string }>(
    `select logicalrelid::text as table from pg_dist_partition where partmethod = 'h' order by 1 limit 1`,
  )
  return { table: rows[0]?.table }
}

/** @param first the table beside whose rows those of the same merchant are kept; set with the first. */
async function place(owner: ClientBase, table: string, first: { table: string | undefined }): Promise<void> {
  const placement = placementOf(table)
  if (placement === 'reference') await owner.query('select create_reference_table($1)', [table])
  else if (placement === 'coordinator') await owner.query('select citus_add_local_table_to_metadata($1)', [table])
  else {
    await owner.query(
      `select create_distributed_table($1::regclass, 'merchant_id', colocate_with => coalesce($2::text, 'default'))`,
      [table, first.table],
    )
    first.table ??= table
  }
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

/** Rows of one merchant are together on one worker, and what is on every machine can be referred to from each. */
const staysOnOneMachine = (table: string, target: string) =>
  placementOf(target) === 'reference' || placementOf(table) === placementOf(target)

/** Policies of divided tables may ask no queries: the scope is read for each row. */
async function policiesWithoutQueries(owner: ClientBase): Promise<void> {
  const { rows } = await owner.query<{ table: string; name: string; condition: string }>(
    `select tablename as table, policyname as name, qual as condition from pg_policies
     where schemaname = 'public' and qual like '%SELECT scope%'`,
  )
  for (const { table, name, condition } of rows)
    await owner.query(
      `alter policy ${escapeIdentifier(name)} on ${escapeIdentifier(table)} using (${condition.replaceAll(/\( ?SELECT (scope_\w+\(\)) AS scope_\w+\)/g, '$1')})`,
    )
}
