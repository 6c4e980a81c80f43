import { z } from 'zod'
import type { RuleName } from '#contract/access.ts'
import type { Answer, Call, CallSpec } from './call.ts'
import type { KeyScope } from './key-scopes.ts'
import { refKindOf } from './refs.ts'

/** What follows from the declaration of a call. */

/** The rules of which a caller has to satisfy one. */
export const rulesOf = ({ access, orAccess }: Pick<CallSpec, 'access' | 'orAccess'>): readonly RuleName[] =>
  orAccess ? [access, orAccess] : [access]

/** The meaning of a call's idempotency key; reading calls need none. */
export function repeatOf(spec: CallSpec): 'safe' | 'keyed' | 'required' {
  const reads = spec.at.startsWith('GET') || ['page', 'dataPage', 'spreadsheet'].includes(spec.answer.form)
  return spec.repeat ?? (reads ? 'safe' : 'keyed')
}

/** The scope that a server key needs for a call; null of a call that is closed to keys. */
export const scopeOf = (spec: CallSpec): KeyScope | null =>
  spec.server && spec.keyScope ? `${spec.keyScope}:${onlyReads(spec) ? 'read' : 'write'}` : null

/**
 * Whether a call changes nothing, so that it needs no idempotency key and, except for files and sensitive data, no
 * audit entry.
 */
export const onlyReads = (spec: CallSpec): boolean =>
  spec.answer.form === 'spreadsheet' ||
  (repeatOf(spec) === 'safe' && (spec.audit === undefined || spec.sensitive === true) && !spec.orUser)

/** The path as the router has it: a parameter that tells the call from another one has its values behind it. */
export const routeOf = ({ path, params, apartBy }: Pick<Call, 'path' | 'params' | 'apartBy'>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_braced, name: string) =>
    name === apartBy ? `:${name}(${closedList(params?.[name]).join('|')})` : `:${name}`,
  )

/** The values of a closed list. */
export const closedList = (schema: z.ZodType | undefined): readonly (string | number)[] =>
  schema instanceof z.ZodEnum ? schema.options : []

/** Whether an answer is a streamed file. */
export const isFile = ({ form }: Answer): boolean => form === 'spreadsheet' || form === 'archive' || form === 'stored'

/** Whether answers say `is_success`: as the call declares it beside the content or in a flat answer, and then false in a refusal. */
export function saysSuccess({ answer }: Pick<Call, 'answer'>): boolean {
  const top = answer.form === 'flat' ? answer.schema : 'beside' in answer ? answer.beside : undefined
  return top !== undefined && 'shape' in top && 'is_success' in (top.shape as object)
}

/**
 * The path parameters that refer to an object of the merchant's, in the order of the path; the merchant itself is
 * none.
 */
export const objectParams = (call: Call): string[] =>
  call.paramNames.filter((name) => {
    const kind = kindOfParam(call, name)
    return kind !== null && kind !== 'merchant'
  })

/** The path parameters that name a merchant. */
export const merchantParams = (call: Call): string[] =>
  call.paramNames.filter((name) => kindOfParam(call, name) === 'merchant')

const kindOfParam = (call: Call, name: string) => {
  const schema = call.params?.[name]
  return schema ? refKindOf(schema) : null
}
