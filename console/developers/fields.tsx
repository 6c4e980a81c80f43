import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '#console/kit/api/open-api.ts'
import { LeftToRight, Reference } from '#console/kit/details/values.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import type { Field } from './fields-of.ts'
import { Prose } from './prose.tsx'
import styles from './reference.module.css'

/** A table of fields: name, type, and what they mean with their limits. */
export function FieldTable({ label, fields }: { label: string; fields: readonly Field[] }): ReactNode {
  const { t } = useTranslation()
  return (
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label={label}>
      <table className={styles['fields']}>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.apiReference.field)}</th>
            <th scope="col">{t(($) => $.apiReference.type)}</th>
            <th scope="col">{t(($) => $.apiReference.meaning)}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, required, schema, place }) => (
            <tr key={name}>
              <th scope="row">
                <Reference>{name}</Reference>
                {required && <span className={styles['required']}>{t(($) => $.apiReference.required)}</span>}
              </th>
              <td>
                <LeftToRight>{typeText(schema)}</LeftToRight>
                {place && <span className={styles['required']}>{t(($) => $.apiReference.places[place])}</span>}
              </td>
              <td>
                {schema.description && (
                  <p>
                    <Prose>{schema.description}</Prose>
                  </p>
                )}
                <Limits schema={schema} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

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

/** The limits of a value: lengths, ranges and choices. */
function Limits({ schema }: { schema: Schema }): ReactNode {
  const { t } = useTranslation()
  const { minLength = 0, maxLength, minimum, maximum, exclusiveMinimum, maxItems, enum: choices } = limitedOf(schema)
  const bounded = (value: number | undefined) => value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER
  const least = exclusiveMinimum === undefined ? `≥ ${minimum}` : `> ${exclusiveMinimum}`
  const words = [
    ...(maxLength === undefined ? [] : [t(($) => $.apiReference.characters, { range: `${minLength}–${maxLength}` })]),
    ...(bounded(exclusiveMinimum ?? minimum) ? [isolatedLtr(least)] : []),
    ...(bounded(maximum) ? [isolatedLtr(`≤ ${maximum}`)] : []),
    ...(maxItems === undefined ? [] : [t(($) => $.apiReference.items, { count: maxItems })]),
  ]
  if (words.length === 0 && !choices) return null
  return (
    <p className={styles['limits']}>
      {words.join(' · ')}
      {choices && <LeftToRight>{choices.join(', ')}</LeftToRight>}
    </p>
  )
}

/** The schema itself, or the first of its choices that has limits. */
function limitedOf(schema: Schema): Schema {
  const limited = (one: Schema) => one.maxLength !== undefined || one.enum !== undefined || one.minimum !== undefined
  return (schema.anyOf ?? schema.oneOf)?.map(limitedOf).find(limited) ?? schema
}
