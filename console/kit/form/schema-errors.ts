import type { FieldError } from '#contract/faults.ts'
import { isCurrency, toMinor } from '#contract/kit/money.ts'
import { unwrap } from '#contract/kit/wire.ts'
import type { z } from 'zod'

type Issue = z.core.$ZodIssue
/** Whether a message is a reason of the contract; other messages are zod's own English. */
const isReason = (message: string) => /^[a-z][a-z_]+$/.test(message)

/** The errors of a body by its schema, in the form of the server's; the first error of each field. */
export function schemaErrors(schema: z.ZodType, body: unknown): FieldError[] {
  const result = schema.safeParse(body)
  if (result.success) return []
  const errors = [...result.error.issues.flatMap((issue) => fieldErrors(issue, [])), ...amountErrors(schema, body)]
  return errors.filter((error, index) => errors.findIndex(({ path }) => path === error.path) === index)
}

/**
 * The errors of amounts. The schema itself checks amounts only when every other field is valid, which is too late
 * while the user types.
 */
function amountErrors(schema: z.ZodType, body: unknown, currencies: Wire = {}): FieldError[] {
  const shape = (unwrap(schema) as { shape?: Record<string, z.ZodType> }).shape ?? {}
  const given = (body ?? {}) as Wire
  return Object.entries(shape).flatMap(([name, field]) => {
    const meta = unwrap(field).meta()
    const value = given[name]
    if (meta?.['money'] === undefined)
      return amountErrors(field, value, given).map((error) => ({ ...error, path: `${name}.${error.path}` }))
    const currency = given[meta['money'] as string] ?? currencies[meta['money'] as string]
    if (typeof value !== 'number' || !isCurrency(currency)) return []
    const minor = toMinor(value, currency)
    const reason = typeof minor === 'string' ? minor : minor === 0n && meta['min'] === 'positive' ? 'not_positive' : ''
    return reason ? [{ path: name, reason, text: reason }] : []
  })
}
type Wire = Record<string, unknown>

function fieldErrors(issue: Issue, above: readonly PropertyKey[]): FieldError[] {
  const path = [...above, ...issue.path]
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const branches = issue.errors.map((branch) => branch.flatMap((inner) => fieldErrors(inner, path)))
    return [branches.find((errors) => errors.some(({ reason }) => reason !== 'wrong_type')) ?? branches[0] ?? []].flat()
  }
  return [{ path: path.map(String).join('.'), ...reasonOf(issue), text: issue.message }]
}

function reasonOf(issue: Issue): Pick<FieldError, 'reason' | 'params'> {
  const limit = issue.code === 'too_big' ? issue.maximum : issue.code === 'too_small' ? issue.minimum : undefined
  const params = typeof limit === 'number' || typeof limit === 'bigint' ? { params: { limit: Number(limit) } } : {}
  if (isReason(issue.message)) return { reason: issue.message, ...params }
  if (issue.code === 'invalid_type') return { reason: issue.input === undefined ? 'required' : 'wrong_type' }
  if (issue.code === 'invalid_value') return { reason: 'not_a_choice' }
  if (issue.code === 'too_big' || issue.code === 'too_small') return { reason: issue.code, ...params }
  return { reason: 'wrong_type' }
}
