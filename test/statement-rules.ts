import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { placementOf } from '#server/db/engine/placement.ts'

/** What a statement breaks of the rules by which tables can be divided by merchant (docs/decisions/0039-shardable.md). */
export type Broken =
  | 'merchant not named'
  | 'select without columns'
  | 'volatile function in a change'
  | 'subquery in values'
  | 'insert from what is no table of the merchant'
  | 'jobs beside tables of merchants'
  | 'table of the coordinator beside one of merchants'

/** Tables with rows of merchants: those that the migrations put behind row-level security, but for the tables of names. */
export const tablesOfMerchants: ReadonlySet<string> = new Set(
  readdirSync(migrations()).flatMap((name) =>
    [...readFileSync(join(migrations(), name), 'utf8').matchAll(/^call guard\('(\w+)'/gm)]
      .map((match) => match[1] as string)
      .filter((table) => table !== 'sso_tenants' && table !== 'page_names'),
  ),
)
function migrations(): string {
  return join(import.meta.dirname, '../server/db/migrations')
}

/** One line in lower case, without comments, texts and quotes: what two writings of one statement have in common. */
export const plainly = (text: string): string =>
  text
    .replaceAll(/--.*$/gm, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll('"', '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()

/** @returns each rule once; nothing for a statement without tables of merchants. */
export function brokenBy(text: string): Broken[] {
  const statement = plainly(text)
  const touched = touchedBy(statement)
  if (touched.length === 0) return []
  const isChange = /\b(insert into|update \w+( \w+)? set|delete from)\b/.test(statement)
  const broken: Record<Broken, boolean> = {
    'merchant not named': !namesMerchants(statement, touched),
    'select without columns': /\bselect from\b/.test(statement),
    'volatile function in a change': isChange && !byEngine.test(statement) && volatile.test(statement),
    'subquery in values': hasSubqueryInValues(statement),
    'insert from what is no table of the merchant': !byEngine.test(statement) && insertsFromElsewhere(statement),
    'jobs beside tables of merchants': /\bpgboss\./.test(statement),
    'table of the coordinator beside one of merchants': hasTwoPlaces(statement),
  }
  return (Object.keys(broken) as Broken[]).filter((rule) => broken[rule])
}

/** By `insertFrom`, which on divided tables reads the rows and inserts them as values. */
const byEngine = /^with added as \(insert into .* returning 1 as one\) select count\(\*\)::integer as count from added$/

const volatile =
  /\b(clock_timestamp|gen_random_uuid|gen_random_bytes|random|uuidv4|uuidv7|nextval|timeofday|pg_sleep)\(/

interface Touched {
  table: string
  /** The name by which the statement speaks of it. */
  alias: string
}

/** The items of each `from`, `join`, `using`, `update` and `into` that are tables of merchants. */
function touchedBy(statement: string): Touched[] {
  const found: Touched[] = []
  const item = /(?:\b(?:from|join|using|update|into)|,)\s+(?:only |lateral )?(?:public\.)?(\w+)(?: as)?(?: (\w+))?/g
  for (const match of statement.matchAll(item)) {
    const [whole, table = '', next = ''] = match
    if (!tablesOfMerchants.has(table)) continue
    const after = statement.slice(match.index + whole.length)
    if (whole.startsWith(',') && !isInFrom(statement.slice(0, match.index), next, after)) continue
    found.push({ table, alias: next === '' || keywords.has(next) ? table : next })
  }
  return found
}
const keywords = new Set(
  'as where set on join left right inner cross full lateral order group limit for using values select union returning having offset default with do natural except intersect from and or when then end is not in asc desc window tablesample overriding'.split(' '), // prettier-ignore
)

/** Whether what stands behind a comma is an item of a `from`, and no column that has the name of a table. */
function isInFrom(before: string, next: string, after: string): boolean {
  if (after.startsWith('.') || (next === '' && /^\s*[,)(]/.test(after) && !/^\s*\)/.test(after))) return false
  let depth = 0
  const words = before.match(/\w+|[()]/g) ?? []
  for (const word of words.toReversed()) {
    if (word === ')') depth += 1
    else if (word === '(') {
      if (depth === 0) return false
      depth -= 1
    } else if (depth === 0 && /^(select|set|by|returning|where|values|on|with)$/.test(word)) return false
    else if (depth === 0 && /^(from|using)$/.test(word)) return true
  }
  return false
}

/** By a parameter, by some, or by the rows that some parameters make: one for each merchant of a master's list. */
const named =
  /(?:\b(\w+)\.)?\bmerchant_id(?:::text)? (?:= (?:any ?\( ?)?|in \( ?)(?:\$\d|cast\(\$\d|wanted\.id\b|m\.id\b|w\.merchant_id\b|k\.merchant_id\b)/g

/** Each item has a condition of its own by which its merchant is a parameter, or several. */
function namesMerchants(statement: string, touched: Touched[]): boolean {
  const given = new Map<string, number>()
  for (const [, alias = ''] of statement.matchAll(named)) given.set(alias, (given.get(alias) ?? 0) + 1)
  for (const [, table = ''] of statement.matchAll(/\binsert into (\w+)(?: as \w+)? \((?=[^)]*\bmerchant_id\b)/g))
    given.set(table, (given.get(table) ?? 0) + 1)
  const take = (alias: string) => {
    const left = given.get(alias) ?? 0
    if (left > 0) given.set(alias, left - 1)
    return left > 0
  }
  return touched.every(({ table, alias }) => take(alias) || take(table) || take(''))
}

function hasSubqueryInValues(statement: string): boolean {
  for (const { index } of statement.matchAll(/\binsert into [^;]*?\bvalues \(/g)) {
    const values = statement.slice(statement.indexOf('values (', index)).split(/ on conflict| returning /)[0] ?? ''
    if (values.includes('(select ') || values.includes('( select ')) return true
  }
  return false
}

function insertsFromElsewhere(statement: string): boolean {
  return [...statement.matchAll(/\binsert into (\w+)(?: as \w+)? \([^)]*\) (?:select|with) (.*)/g)].some(
    ([, table = '', rest = '']) =>
      tablesOfMerchants.has(table) &&
      (/\b(unnest|jsonb?_to_recordset|jsonb?_array_elements|generate_series|group by|sum|count|max|min)\b/.test(rest) ||
        [...rest.matchAll(/\b(?:from|join) (\w+)/g)].some(([, source = '']) => !tablesOfMerchants.has(source)) ||
        !/\bfrom\b/.test(rest)),
  )
}

/**
 * Whether one query reads tables of workers and of the coordinator: those of the coordinator have to be in a query of their own
 * within it, and the other way about. Citus runs that query first.
 */
function hasTwoPlaces(statement: string): boolean {
  return queriesOf(statement).some((query) => {
    const places = new Set(
      [...query.matchAll(/\b(?:from|join|using|update|into) (?:only |lateral )?(?:public\.)?(\w+)/g)].flatMap(
        ([, table = '']) =>
          tablesOfMerchants.has(table) || guardedNames.has(table) ? [placementOf(seenAs[table] ?? table)] : [],
      ),
    )
    return places.has('merchant') && places.has('coordinator')
  })
}
/** A view has the name of a table of before. */
const seenAs: Record<string, string> = { channel_fees: 'fee_plans' }
const guardedNames: ReadonlySet<string> = new Set(['sso_tenants', 'page_names', 'logins'])

/** Whether a query speaks only of its own tables. */
function isOfItsOwn(query: string): boolean {
  const own = new Set(
    [...query.matchAll(/(?:\b(?:from|join)|,|\))\s+(?:lateral )?(?:public\.)?(\w+)(?: as)?(?: (\w+))?/g)].flatMap(
      ([, table = '', alias = '']) => [table, alias],
    ),
  )
  return [...query.matchAll(/\b([a-z_]\w*)\.\w/g)].every(([, name = '']) => own.has(name) || name === 'public')
}

/** Each query of a statement without the queries within it that read tables of their own. */
function queriesOf(statement: string): string[] {
  const queries: string[] = []
  const open: string[] = ['']
  for (const part of statement.split(/([()])/)) {
    if (part === '(') open.push('')
    else if (part === ')' && open.length > 1) {
      const inner = open.pop() as string
      // One that looks at rows of the query around it belongs to that.
      if (/^\s*(select|with)\b/.test(inner) && isOfItsOwn(inner)) queries.push(inner)
      else open[open.length - 1] += ` ${inner} `
    } else open[open.length - 1] += part
  }
  return [...queries, open.join(' ')]
}
