import { escapeIdentifier, type ClientBase } from 'pg'

/**
 * Makes a transaction commit in two phases when it writes rows on the coordinator beside those of a merchant on a worker:
 * both are kept, or neither. Citus sees to that only for tables that it knows of, and the coordinator's own are none. So each
 * statement that writes one of these also deletes nothing from a table that Citus knows of.
 */
export async function commitTogether(owner: ClientBase, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return
  const { rows } = await owner.query<{ known: boolean }>(
    `select to_regclass('public.commit_marks') is not null as known`,
  )
  if (!rows[0]?.known) for (const statement of marks) await owner.query(statement)
  for (const table of tables)
    await owner.query(
      `create or replace trigger commit_with_workers after insert or update or delete on ${escapeIdentifier(table)}
       for each statement execute function commit_with_workers()`,
    )
}

export const marksTable = 'commit_marks'

const marks = [
  'create table commit_marks (mark integer primary key)',
  `select citus_add_local_table_to_metadata('commit_marks')`,
  'grant select, delete on commit_marks to countinghouse_app',
  `create function commit_with_workers() returns trigger language plpgsql as $$
   begin
     delete from commit_marks where mark = 0;
     return null;
   end $$`,
]
