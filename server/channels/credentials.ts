import type { CatalogueEntry, CredentialField } from '#contract/channel-catalogue/entry.ts'
import { Fault, type FieldError } from '#contract/faults.ts'
import type { Environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'

export type Credentials = Readonly<Record<string, string>>

/**
 * The credentials that result from what a request sends, and the names of those that it changes. What is absent, empty or
 * masked stays. Throws `invalidRequest` for a field that is unknown, missing or malformed, and `credentialsRefused` for a key
 * of the other environment.
 */
export function mergeCredentials(
  entry: CatalogueEntry,
  environment: Environment,
  { sent, kept = {} }: { sent: Credentials; kept?: Credentials },
): { credentials: Credentials; changed: string[] } {
  const asked = entry.credentials.filter(({ ours }) => !ours)
  const unknown = Object.keys(sent).filter((name) => !asked.some((field) => field.name === name))
  const errors = unknown.map((name) => errorAt(name, 'unknown_field'))
  const credentials: Record<string, string> = { ...kept }
  const changed: string[] = []
  for (const field of asked) {
    const [value, old] = [sent[field.name] ?? '', kept[field.name]]
    if (isUnchanged(value, old)) {
      if (old === undefined && !field.optional) errors.push(errorAt(field.name, 'required'))
    } else {
      const reason = reasonAgainst(field, value, environment)
      if (reason) errors.push(errorAt(field.name, reason))
      if (value !== old) changed.push(field.name)
      credentials[field.name] = value
    }
  }
  const length = Object.values(credentials).reduce((sum, value) => sum + value.length, 0)
  if (length > limits.credentialsLength) errors.push({ path: 'creds', reason: 'too_long', text: words.too_long })
  const foreign = errors.some(({ reason }) => reason === 'other_environment')
  if (errors.length > 0) throw new Fault(foreign ? 'credentialsRefused' : 'invalidRequest', { errors })
  return { credentials, changed }
}

/** Throws `credentialsRefused` at each credential that a channel waits for. */
export function expectGiven(entry: CatalogueEntry, kept: Credentials): void {
  const asked = entry.credentials.filter(({ ours, optional }) => !ours && !optional)
  const errors = asked.filter(({ name }) => kept[name] === undefined).map(({ name }) => errorAt(name, 'required'))
  if (errors.length > 0) throw new Fault('credentialsRefused', { errors, why: 'missing' })
}

const errorAt = (name: string, reason: keyof typeof words): FieldError => ({
  path: `creds.${name}`.slice(0, 200),
  reason,
  text: words[reason],
})
const words = {
  required: 'This is needed.',
  unknown_field: 'This field is not known.',
  too_long: 'This is too long.',
  one_line: 'This has to be one line.',
  not_a_credential: "This isn't what the provider's key looks like.",
  other_environment: 'This key is for the other mode.',
}

/** Whether what is sent means the value that is kept: nothing, asterisks alone, or the value's own mask. */
const isUnchanged = (sent: string, kept: string | undefined): boolean =>
  sent === '' || /^\*+$/.test(sent) || (kept !== undefined && sent === maskOf(kept))

/** Whether the catalogue takes a value in this environment. */
export const fitsField = (field: CredentialField, value: string, environment: Environment): boolean =>
  value !== '' && value.length <= limits.credentialLength && reasonAgainst(field, value, environment) === undefined

/** Why the catalogue refuses a value; undefined when it does not. */
function reasonAgainst(field: CredentialField, value: string, environment: Environment) {
  if (!field.multiline && /[\r\n]/.test(value)) return 'one_line'
  // The mask of something else, such as of credentials that were replaced meanwhile.
  if (value.startsWith('***')) return 'not_a_credential'
  if (!field.pattern || whole(field.pattern[environment]).test(value)) return undefined
  const other = environment === 'live' ? 'sandbox' : 'live'
  return whole(field.pattern[other]).test(value) ? 'other_environment' : 'not_a_credential'
}
const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`)

/**
 * A secret as answers and records show it: an asterisk for each character but the last three, 40 at most; of one that is
 * shorter than eight characters nothing is shown.
 */
export function maskOf(value: string): string {
  const characters = Array.from(value)
  const shown = characters.length < 8 ? [] : characters.slice(-3)
  return '*'.repeat(Math.min(characters.length - shown.length, 40)) + shown.join('')
}

/** Credentials as answers show them: secrets masked, publishable ones whole, without those that the catalogue does not name. */
export const maskedCredentials = (
  entry: CatalogueEntry | undefined,
  credentials: Credentials,
): Record<string, string> =>
  Object.fromEntries(
    (entry?.credentials ?? []).flatMap(({ name, secret, ours }) => {
      const value = credentials[name]
      return ours || value === undefined ? [] : [[name, secret ? maskOf(value) : value]]
    }),
  )

/** What we registered at one account is nothing at another. */
export const withoutOurs = (entry: CatalogueEntry, kept: Credentials): Credentials =>
  Object.fromEntries(
    Object.entries(kept).filter(([name]) => !entry.credentials.some((field) => field.name === name && field.ours)),
  )

/** Whether two sets of credentials are the same, whatever we registered with either. */
export const isSame = (entry: CatalogueEntry, one: Credentials, other: Credentials): boolean =>
  canonical(withoutOurs(entry, one)) === canonical(withoutOurs(entry, other))
const canonical = (credentials: Credentials): string =>
  JSON.stringify(Object.entries(credentials).toSorted(([a], [b]) => (a < b ? -1 : 1)))
