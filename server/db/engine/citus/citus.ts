import { escapeLiteral } from 'pg'
import type { Engine, ScopeStatement, ScopeTexts } from '../engine.ts'
import { faultOfCluster } from './check.ts'
import { marksTable } from './commit-together.ts'
import { divide, shardsOf } from './divide.ts'
import { insertValues } from './insert-values.ts'

/**
 * PostgreSQL divided by merchant over the workers of a Citus cluster; the address is that of its coordinator.
 *
 * Workers hear of the scope by `set local` alone, so each statement runs in a transaction. Statements of one table by
 * its merchant have one plan for all values; others, which Citus cannot plan so, are planned for theirs.
 */
export const citus: Engine = {
  settings:
    "set citus.propagate_set_commands to 'local'; set citus.multi_shard_modify_mode to 'sequential'; set plan_cache_mode to auto",
  onePlan: 'auto',
  begin: (scope) => [{ text: 'begin read write' }, ...setLocal(scope)],
  scope: setLocal,
  around: (scope) => ({ before: [{ text: 'begin read only' }, ...setLocal(scope)], after: [{ text: 'commit' }] }),
  // Each goes to the worker of its merchant; a lateral join to several workers is refused.
  ofEach: ({ merchants, at, statement }) =>
    `(${merchants.map((merchant) => `(${statement(`cast(${at(merchant)} as uuid)`)})`).join(' union all ')}) as one`,
  insertFrom: insertValues,
  complete: nameConstraint,
  // One connection to each worker sees one instant of it, with all rows of a merchant.
  settingsForAll:
    "set citus.max_adaptive_executor_pool_size to 1; set citus.multi_shard_modify_mode to 'sequential'; set citus.enable_unsafe_triggers to on",
  ownTables: async (owner) => [...(await shardsOf(owner)), marksTable],
  faultOf: faultOfCluster,
  afterMigrations: divide,
}

function setLocal({ merchants, environment }: ScopeTexts): ScopeStatement[] {
  return [
    { text: `set local app.merchants to ${escapeLiteral(merchants)}`, unnamed: true },
    { text: `set local app.environment to ${escapeLiteral(environment)}`, unnamed: true },
  ]
}

/**
 * A worker's error tells of a constraint in its words alone, by its name on the shard: with the shard's number, and where that
 * would be too long, cut short before a hash. Such a name ends in an ellipsis.
 */
function nameConstraint(error: Error & { constraint?: string | undefined }): void {
  const [, name, hash] = / constraint "(\w+?)(_[\da-f]{8})?(?:_\d+)?"/.exec(error.message) ?? []
  if (name !== undefined) error.constraint ??= hash === undefined ? name : `${name}…`
}
