import type { FieldError } from '#contract/faults.ts'
import { z } from 'zod'

type Issue = z.core.$ZodIssue
/** The reasons that schemas of the contract give by name; anything else is zod's own English. */
const isReason = (message: string) => /^[a-z][a-z_]+$/.test(message)

/** What a schema finds wrong with a body, as the server would say it; the first fault of each field. */
export function schemaErrors(schema: z.ZodType, body: unknown): FieldError[] {
  const result = schema.safeParse(body)
  if (result.success) return []
  const errors = result.error.issues.flatMap((issue) => fieldErrors(issue, []))
  return errors.filter((error, index) => errors.findIndex(({ path }) => path === error.path) === index)
}

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
