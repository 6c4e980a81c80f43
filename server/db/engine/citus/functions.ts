import { escapeIdentifier, type ClientBase } from 'pg'

interface SqlFunction {
  definition: string
  returns_rows: boolean
  /** The columns of the rows that are returned, with their types; empty when the function returns one value. */
  columns: { name: string; type: string }[]
}

/**
 * Makes PL/pgSQL of the functions in SQL that read tables. Citus plans a statement for its values, which those of a function
 * in SQL are not known to be; and it takes no table on which a function depends that the table depends on.
 */
export async function functionsInPlpgsql(owner: ClientBase): Promise<void> {
  const { rows } = await owner.query<SqlFunction>(
    `select pg_get_functiondef(p.oid) as definition, p.proretset as returns_rows, coalesce((
         select jsonb_agg(jsonb_build_object('name', p.proargnames[n], 'type', format_type(p.proallargtypes[n], null)) order by n)
         from generate_subscripts(p.proargmodes, 1) n where p.proargmodes[n] = 't'), '[]') as columns
     from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and l.lanname = 'sql' and exists (
       select 1 from pg_depend d
       where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_class'::regclass)`,
  )
  for (const found of rows) await owner.query(inPlpgsql(found))
}

/** @throws Error when it is not one statement in the standard's form. */
function inPlpgsql({ definition, returns_rows, columns }: SqlFunction): string {
  const parts = /^([\s\S]*?)\bLANGUAGE sql\b([\s\S]*?)\nBEGIN ATOMIC\n\s*([\s\S]*);\nEND\s*$/.exec(definition)
  if (!parts) throw new Error(`a function in SQL is not one statement between BEGIN ATOMIC and END: ${definition}`)
  const [, head = '', options = '', statement = ''] = parts
  const body = returns_rows ? `return query ${typed(statement, columns)};` : `return (${statement});`
  return `${head}language plpgsql${options}\nas $body$\n#variable_conflict use_column\nbegin\n${body}\nend $body$`
}

/** The rows of a query in the very types that are returned, into which SQL alone turns them by itself. */
function typed(statement: string, columns: SqlFunction['columns']): string {
  if (columns.length === 0 || !/^(select|with)\b/i.test(statement)) return statement
  const names = columns.map(({ name }) => escapeIdentifier(name))
  const values = columns.map(({ name, type }) => `found.${escapeIdentifier(name)}::${type}`)
  return `select ${values.join(', ')} from (${statement}) as found (${names.join(', ')})`
}
