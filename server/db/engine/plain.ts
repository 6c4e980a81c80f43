import { conflictOf } from './insert-from.ts'
import type { Engine } from './engine.ts'

/** PostgreSQL on one machine. */
export const plain: Engine = {
  settings: '',
  onePlan: 'force_generic_plan',
  begin: (scope) => [{ text: 'begin read write' }, ...plain.scope(scope)],
  scope: ({ merchants, environment }) => [{ text: setScope, values: [merchants, environment] }],
  around: () => null,
  // The first rows of each are read from its own index and merged.
  ofEach: ({ merchants, at, statement }) =>
    `unnest(cast(${at(merchants)} as uuid[])) as wanted (id) cross join lateral (${statement('wanted.id')}) as one`,
  async insertFrom(tx, rows) {
    const { table, columns, select, values } = rows
    const [row] = await tx.query<{ count: number }>(
      `with added as (insert into ${table} (${columns.join(', ')}) ${select} ${conflictOf(rows)} returning 1 as one)
       select count(*)::integer as count from added`,
      [...values],
    )
    return row?.count ?? 0
  },
  settingsForAll: '',
  ownTables: async () => [],
  faultOf: async () => null,
  async afterMigrations() {},
}
const setScope = "select set_config('app.merchants', $1, true), set_config('app.environment', $2, true)"
