import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '#console/kit/api/open-api.ts'
import { LeftToRight, Reference } from '#console/kit/details/values.tsx'
import styles from './reference.module.css'

export interface Field {
  name: string
  required: boolean
  schema: Schema
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

/** A table of fields: name, type, limits, description. */
export function FieldTable({ label, fields }: { label: string; fields: readonly Field[] }): ReactNode {
  const { t } = useTranslation()
  return (
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label={label}>
      <table className={styles['fields']}>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.apiReference.field)}</th>
            <th scope="col">{t(($) => $.apiReference.type)}</th>
            <th scope="col">{t(($) => $.apiReference.limits)}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, required, schema }) => (
            <tr key={name}>
              <th scope="row">
                <Reference>{name}</Reference>
                {required && <span className={styles['required']}>{t(($) => $.apiReference.required)}</span>}
              </th>
              <td>
                <LeftToRight>{typeText(schema)}</LeftToRight>
              </td>
              <td>
                <LeftToRight>{withCode(limitsText(schema))}</LeftToRight>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The names between backticks as code. */
const withCode = (text: string): ReactNode[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))

/** 'string', 'array of object', 'string or null'. */
function typeText(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf
  // A constant empty text means absent and is no type of its own.
  if (choices) return [...new Set(choices.filter((choice) => choice.const !== '').map(typeText))].join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return 'enum'
  const type = [schema.type ?? 'any'].flat().join(' | ')
  return type === 'array' ? `array<${typeText(schema.items ?? {})}>` : schema.format === 'binary' ? 'file' : type
}

/** The limits of a schema: lengths, ranges, choices and patterns. */
function limitsText(schema: Schema): string {
  const { minLength, maxLength, minimum, maximum, exclusiveMinimum, maxItems, description } = schema
  const bounded = (value: number | undefined) => value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER
  const first = (schema.anyOf ?? schema.oneOf)?.map(limitsText).find((text) => text !== '')
  return [
    ...(maxLength === undefined ? [] : [`${minLength ?? 0}–${maxLength} characters`]),
    ...(bounded(exclusiveMinimum) ? [`> ${exclusiveMinimum}`] : []),
    ...(bounded(minimum) ? [`≥ ${minimum}`] : []),
    ...(bounded(maximum) ? [`≤ ${maximum}`] : []),
    ...(maxItems === undefined ? [] : [`≤ ${maxItems} items`]),
    ...(schema.enum ? [schema.enum.join(', ')] : []),
    ...(first ? [first] : []),
    ...(description ? [description] : []),
  ].join('; ')
}
