import { z } from 'zod'
import type { CallName } from '#contract/contract.ts'
import type { Call } from '#contract/kit/call.ts'
import { repeatOf } from '#contract/kit/call-facts.ts'
import { refKindOf, type RefKind } from '#contract/kit/refs.ts'
import { environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import type { Words } from './openapi-words.ts'

/** The call whose schemas are written, and the words to describe them. */
export interface Described {
  name: CallName
  call: Call
  words: Words
}
type Json = Record<string, unknown>

/** The parameters of a call: those of its path and query, and the header of its idempotency key. */
export const parametersOf = (of: Described): object[] => [
  ...of.call.paramNames.map((param) => pathParameter(of, param)),
  ...queryParameters(of),
  ...repeatHeader(of),
]

function pathParameter({ name, call, words }: Described, param: string): object {
  const schema = call.params?.[param]
  const kind = schema && refKindOf(schema)
  const description = words.field(name, param) ?? (kind ? words.ref(kind) : undefined)
  return {
    name: param,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(schema instanceof z.ZodEnum && { enum: schema.options }) },
    ...(description && { description }),
    ...(kind && { 'x-ref': kind }),
  }
}

function queryParameters(of: Described): object[] {
  const query = of.call.query ?? z.strictObject({ environment: environment.optional() })
  const { properties = {}, required = [] } = schemaOf(of, query, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }))
}

function repeatHeader({ name, call, words }: Described): object[] {
  const repeat = repeatOf(call)
  if (repeat === 'safe') return []
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: repeat === 'required',
      description: words.field(name, 'Idempotency-Key'),
      schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyLength },
    },
  ]
}

/** The body of a call: JSON, or a form with a file. */
export function requestBody(of: Described): object {
  const { call, words } = of
  const schema = call.body && (schemaOf(of, call.body, 'input') as { properties?: object; required?: string[] })
  if (!call.file) return schema ? { requestBody: { required: true, content: json(schema) } } : {}
  const { field, endings, mostBytes } = call.file
  const description = words.file(endings, mostBytes / 1024 / 1024)
  const form = {
    type: 'object',
    additionalProperties: false,
    ...schema,
    properties: { ...schema?.properties, [field]: { type: 'string', format: 'binary', description } },
    required: [...(schema?.required ?? []), field],
  }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } }
}

export const json = (schema: object) => ({ 'application/json': { schema } })

/** The JSON of a successful answer. */
export function answerSchema(of: Described): object {
  const { answer } = of.call
  const object = (more: Record<string, object>) => {
    const message = { type: 'string', examples: [of.call.notice ?? 'SUCCESS'] }
    const head = { message, status_code: { const: '2000' }, status_reason: { const: 'SUCCESS' } }
    const properties = { ...head, ...more }
    return describe(of, { type: 'object', properties, required: Object.keys(properties) })
  }
  switch (answer.form) {
    case 'spreadsheet':
    case 'archive':
    case 'stored':
    case 'workbook':
    case 'redirect':
    case 'nothing':
      return object({})
    case 'flat':
      return object(beside(answer.schema))
    case 'content':
      return object({ ...beside(answer.beside), content: rawSchema(answer.schema, 'input') })
    case 'page':
      return object({
        content: { type: 'array', items: rawSchema(answer.schema, 'input') },
        ...paging(),
        ...beside(answer.beside),
      })
    case 'data':
      return object({ ...beside(answer.beside), data: rawSchema(answer.schema, 'input') })
    case 'dataPage': {
      const content = { type: 'array', items: rawSchema(answer.schema, 'input') }
      const properties = { content, ...dataPaging() }
      const page = { type: 'object', properties, required: Object.keys(properties) }
      return object({ ...beside(answer.beside), data: page })
    }
  }
}
/** The fields that a call says beside its content. */
const beside = (schema: z.ZodType | undefined): Record<string, object> =>
  schema ? (rawSchema(schema, 'input') as { properties: Record<string, object> }).properties : {}

/** The fields beside the rows of a page. */
function paging(): Record<string, object> {
  const whole = () => ({ type: 'integer', minimum: 0 })
  const cursor = () => ({ type: ['string', 'null'] })
  return {
    total_elements: whole(),
    total_capped: { type: 'boolean' },
    total_pages: whole(),
    size: whole(),
    page: whole(),
    number_of_elements: whole(),
    next_cursor: cursor(),
    previous_cursor: cursor(),
  }
}

/** The fields beside the rows of a page within `data`. */
function dataPaging(): Record<string, object> {
  const { page, size, total_capped, next_cursor, ...totals } = paging()
  const { total_elements: totalElements, total_pages: totalPages, number_of_elements: numberOfElements } = totals
  return { page, size, totalElements, totalPages, numberOfElements, next_cursor, total_capped } as Record<
    string,
    object
  >
}

const schemaOf = (of: Described, schema: z.ZodType, io: 'input' | 'output'): Json => describe(of, rawSchema(schema, io))

function rawSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

/** Describes the fields of a schema in place, and turns internal annotations into those of JSON Schema. */
function describe(of: Described, schema: Json, path = ''): Json {
  for (const [name, field] of Object.entries((schema['properties'] ?? {}) as Record<string, Json>)) {
    const at = path ? `${path}.${name}` : name
    const description = [of.words.field(of.name, at) ?? meaningOf(of.words, field), amountOf(of.words, field)]
      .filter(Boolean)
      .join(' ')
    describe(of, field, at)
    if (description) field['description'] ??= description
  }
  const inner = [schema['items'], schema['additionalProperties'], schema['anyOf'], schema['oneOf'], schema['allOf']]
  for (const one of inner.flat()) if (typeof one === 'object' && one !== null) describe(of, one as Json, path)
  if (schema['money'] !== undefined && schema['min'] === 'positive') schema['exclusiveMinimum'] = 0
  if (schema['money'] !== undefined && schema['min'] === 'zero') schema['minimum'] = 0
  if (schema['alias'] !== undefined) schema['x-alias-of'] = schema['alias']
  for (const own of ['carrier', 'money', 'min', 'sum', 'alias']) delete schema[own]
  return schema
}

/** The meaning of a reference or an alias, alone or in a list. */
function meaningOf(words: Words, field: Json): string {
  if (typeof field['alias'] === 'string') return words.aliasOf(field['alias'])
  const kind = field['carrier'] ?? (field['items'] as Json | undefined)?.['carrier']
  return kind === undefined ? '' : words.ref(kind as RefKind)
}

function amountOf(words: Words, field: Json): string {
  const choices = (field['anyOf'] ?? []) as Json[]
  const currency = [field, ...choices].map((one) => one['money']).find((money) => typeof money === 'string')
  return currency === undefined ? '' : words.amountIn(currency)
}
