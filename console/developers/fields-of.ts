import type { Parameter, Schema } from '#console/kit/api/open-api.ts'

/** A field of a table. */
export interface Field {
  name: string
  required: boolean
  schema: Schema
  /** Where a parameter stands. */
  place?: Parameter['in']
}

/** The fields of an object by path; nested fields follow their object. */
export function fieldsOf(schema: Schema, above = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = above + name
    const inner = field.items?.properties ? field.items : field
    return [
      { name: path, required: schema.required?.includes(name) ?? false, schema: field },
      ...fieldsOf(inner, `${path}${inner === field ? '.' : '[].'}`),
    ]
  })
}
