import type pg from 'pg'

export type Values = Record<string, unknown>

/** A prepared statement whose values have names: `:merchant`. */
export function prepared(text: string, name: string): (values: Values) => pg.QueryConfig {
  const names: string[] = []
  const numbered = text.replaceAll(/(?<!:):([a-z]+)/g, (_, value: string) => {
    if (!names.includes(value)) names.push(value)
    return `$${names.indexOf(value) + 1}`
  })
  return (values) => ({ name, text: numbered, values: names.map((value) => values[value]) })
}
