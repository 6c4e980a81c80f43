import { catalogueEntry } from '#contract/channel-catalogue.ts'
import type { FieldError } from '#contract/faults.ts'
import { environments, type Environment } from '#contract/kit/wire.ts'
import type { Entry } from './use-channels.ts'

export type Credential = Entry['credentials'][number]
export type Credentials = Record<string, string>

/** Empty values of all credentials, for a form. */
export const emptyCredentials = (fields: readonly Credential[]): Credentials =>
  Object.fromEntries(fields.map(({ name }) => [name, '']))

/** The credentials without those that were left empty. */
export const given = (creds: Credentials): Credentials =>
  Object.fromEntries(Object.entries(creds).filter(([, value]) => value.trim() !== ''))

interface Checked {
  entry: Pick<Entry, 'key' | 'credentials'>
  environment: Environment
  /** Credentials that are kept: their fields may stay empty. */
  kept?: Credentials
}

/**
 * What is wrong with credentials before anybody is asked: one that is missing, looks like that of the other environment, or
 * like none at all.
 */
export function credentialErrors(values: Credentials, { entry, environment, kept = {} }: Checked): FieldError[] {
  const error = (name: string, reason: string) => ({ path: `creds.${name}`, reason, text: reason })
  return entry.credentials.flatMap(({ name, pattern, is_optional: optional }) => {
    const value = (values[name] ?? '').trim()
    if (value === '') return optional || kept[name] ? [] : [error(name, 'required')]
    if (pattern === '' || looksLike(pattern, value)) return []
    const other = environments.find((one) => one !== environment) ?? environment
    const others = catalogueEntry(entry.key)?.credentials.find((field) => field.name === name)?.pattern?.[other]
    return [error(name, others && looksLike(others, value) ? 'other_environment' : 'not_a_credential')]
  })
}

const looksLike = (pattern: string, value: string) => new RegExp(`^(?:${pattern})$`).test(value)
