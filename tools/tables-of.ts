import type { Client } from 'pg'
import { columnTypes, typesFrom } from './column-types.ts'

/** A column from the catalogue of PostgreSQL. */
interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  /** The column has a default or is generated, so an insert may leave it out. */
  filled: boolean
  /** The check constraints of this column alone. */
  checks: string[]
}

/** `server/db/tables.ts` for the schema that the client is connected to, as its owner. */
export async function tablesOf(client: Client): Promise<string> {
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
      a.atthasdef or a.attidentity <> '' as filled,
      array(select pg_get_constraintdef(k.oid) from pg_constraint k
            where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname) as checks
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migrations'
    order by c.relname collate "C", a.attnum`)
  const tables = Map.groupBy(rows, (column) => column.table)
  const body = [...tables].map(
    ([table, columns]) =>
      `  ${table}: {\n${columns.map((column) => `    ${column.name}: ${typeOf(column)}\n`).join('')}  }\n`,
  )
  const unknown = Object.keys(columnTypes).filter((key) => !rows.some((column) => keysOf(column).includes(key)))
  if (unknown.length > 0)
    throw new Error(`tools/column-types.ts names columns that do not exist: ${unknown.join(', ')}`)
  return `${head}${importsFor(body.join(''))}\n/** The tables as queries see them. */\nexport interface Tables {\n${body.join('')}}\n`
}
const head = '// Written by `npm run tables` from the migrations and tools/column-types.ts; changes by hand are lost.\n'

const keysOf = ({ table, name }: Column) => [`${table}.${name}`, `.${name}`]

function typeOf(column: Column): string {
  const [own = '', everywhere = ''] = keysOf(column)
  const named = columnTypes[own] ?? checked(column) ?? columnTypes[everywhere]
  const orNull = column.nullable ? ' | null' : ''
  if (column.type === 'jsonb') {
    const insert = column.filled ? ', string | undefined' : ''
    return `JSONColumnType<${named ?? 'object'}${insert}>${orNull}`
  }
  const type = (named ?? plain(column)) + orNull
  return column.filled ? `Generated<${type}>` : type
}

/** The values that a check constraint lists: of the column, or of the members of its array. */
function checked({ name, checks, type }: Column): string | undefined {
  for (const check of checks) {
    const list =
      new RegExp(`^CHECK \\(\\(${name} (?:= ANY \\(|<@ )ARRAY\\[(.+?)\\]\\)?\\)\\)$`).exec(check)?.[1] ??
      new RegExp(`^CHECK \\(\\(${name} = ('[^']*'::text)\\)\\)$`).exec(check)?.[1]
    const values = list?.split(', ').map((value) => /^('[^']*')::text$/.exec(value)?.[1])
    if (!values || values.includes(undefined)) continue
    return type.endsWith('[]') ? `(${values.join(' | ')})[]` : values.join(' | ')
  }
  return undefined
}

/** As `server/kit/db/db.ts` reads them: exact numbers that outgrow a double are bigints or texts. */
const types: Record<string, string> = {
  bigint: 'bigint',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  inet: 'string',
  integer: 'number',
  numeric: 'string',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Date',
  uuid: 'string',
}
function plain({ table, name, type }: Column): string {
  const member = type.replace(/\[\]$/, '')
  const known = types[member]
  if (!known) throw new Error(`no type for ${table}.${name}, which is ${type}`)
  return type === member ? known : `${known}[]`
}

/** The imports for the types that a text names. */
function importsFor(text: string): string {
  const named = new Set(text.match(/\b[A-Z]\w+/g))
  const kysely = ['Generated', 'JSONColumnType'].filter((type) => named.has(type))
  const ours = Map.groupBy(
    Object.keys(typesFrom).filter((type) => named.has(type)),
    (type) => typesFrom[type] as string,
  )
  return [['kysely', kysely] as const, ...[...ours].toSorted(([a], [b]) => (a < b ? -1 : 1))]
    .map(([from, names]) => `import type { ${[...names].toSorted().join(', ')} } from '${from}'\n`)
    .join('')
}
