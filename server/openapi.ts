import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { allCalls } from '#contract/contract.ts'
import { rules } from '#contract/access.ts'
import { faults } from '#contract/faults.ts'
import { repeatOf, type Call } from '#contract/kit/call.ts'
import { faultsOf } from '#contract/kit/call-faults.ts'
import { refKindOf, refKinds, type RefKind } from '#contract/kit/refs.ts'
import { signatureField } from '#contract/kit/signed-params.ts'
import { environment } from '#contract/kit/wire.ts'
import { base } from './kit/http/serve.ts'
import { titleOf } from './openapi-words.ts'

/** Serves the OpenAPI document, generated from the declarations of the calls, and compressed, on the first request. */
export function openApiRoute(app: FastifyInstance): void {
  let text = ''
  let compressed: Promise<Buffer> | undefined
  app.get(`${base}/openapi.json`, { config: { rate: 'normal' } }, async (request, reply) => {
    text ||= JSON.stringify(openApi())
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
    if (!/\bbr\b/.test(String(request.headers['accept-encoding']))) return reply.send(text)
    return reply.header('content-encoding', 'br').send(await (compressed ??= promisify(brotliCompress)(text)))
  })
}

/** The OpenAPI 3.1 document of the contract. */
export function openApi(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const { domain, name, call } of allCalls())
    (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(domain, name, call)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Countinghouse',
      version: '1',
      description: 'The gateway behind the merchant console. Amounts are in major units, times in UTC.',
    },
    servers: [{ url: base }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            "The opaque token that signing in answers. Calls with `x-server` also take an HS256 JWT that the merchant's server has signed with the merchant's secret.",
        },
      },
      schemas: { Error: errorSchema },
    },
  }
}

function operation(domain: string, name: string, call: Call): object {
  const rule = rules[call.access]
  return {
    operationId: name,
    summary: titleOf(name),
    tags: [titleOf(domain)],
    ...(typeof rule.who === 'string' && rule.who !== 'session' && { security: [] }),
    description: access(call),
    parameters: [
      ...call.paramNames.map((param) => pathParameter(call, param)),
      ...queryParameters(call),
      ...repeatHeader(call),
    ],
    ...requestBody(call),
    ...(call.signed && { 'x-signed': call.signed, 'x-signed-in': signatureField(call) }),
    ...(call.server && { 'x-server': true }),
    ...(call.errorKeys && { 'x-error-keys': call.errorKeys }),
    responses: {
      ...success(call),
      ...Object.fromEntries(
        [...statusesOf(call)].map(([status, reasons]) => [
          status,
          { description: [...reasons].join(', '), content: json({ $ref: '#/components/schemas/Error' }) },
        ]),
      ),
    },
  }
}

function requestBody(call: Call): object {
  const schema = call.body && (schemaOf(call.body, 'input') as { properties?: object; required?: string[] })
  if (!call.file) return schema ? { requestBody: { required: true, content: json(schema) } } : {}
  const { field, endings, mostBytes } = call.file
  const description = `${endings.join(', ')}; at most ${mostBytes / 1024 / 1024} MB.`
  const form = {
    type: 'object',
    additionalProperties: false,
    ...schema,
    properties: { ...schema?.properties, [field]: { type: 'string', format: 'binary', description } },
    required: [...(schema?.required ?? []), field],
  }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } }
}

function access(call: Call): string {
  const { who }: { who: string | readonly string[] } = rules[call.access]
  const may =
    who === 'anyone'
      ? 'Anyone can make this call, without a session.'
      : who === 'shopper'
        ? "Shoppers make this call with the payment's public reference."
        : who === 'session'
          ? 'Every signed-in user can make this call.'
          : `Signed-in users need one of these roles: ${(who as readonly string[]).join(', ')}.`
  return [
    may,
    call.server && 'Your own server can make this call with a token signed with your secret.',
    call.stepUp && 'The user must have confirmed their identity in the last five minutes.',
    repeatOf(call) !== 'safe' && 'Send an Idempotency-Key to repeat the request safely.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** The error answers of a call, by HTTP status. */
function statusesOf(call: Call): Map<string, Set<string>> {
  const statuses = new Map<string, Set<string>>()
  for (const name of faultsOf(call)) {
    const { http, reason } = faults[name]
    statuses.set(String(http), (statuses.get(String(http)) ?? new Set()).add(reason))
  }
  return new Map([...statuses].toSorted(([a], [b]) => Number(a) - Number(b)))
}

const json = (schema: object) => ({ 'application/json': { schema } })
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => dropOwn(jsonSchema),
  })
  return rest
}
/** Removes annotations that are internal. */
function dropOwn(schema: Record<string, unknown>): void {
  if (schema['carrier']) schema['description'] ??= refKinds[schema['carrier'] as RefKind].means
  if (typeof schema['money'] === 'string') {
    schema['description'] ??=
      `An amount in major units of \`${schema['money']}\`, with no more decimals than the currency has.`
    if (schema['min'] === 'positive') schema['exclusiveMinimum'] = 0
    if (schema['min'] === 'zero') schema['minimum'] = 0
  }
  if (typeof schema['alias'] === 'string') {
    schema['description'] ??= `The same as \`${schema['alias']}\`, under another name.`
    schema['x-alias-of'] = schema['alias']
  }
  for (const own of ['carrier', 'money', 'min', 'sum', 'alias']) delete schema[own]
}

function pathParameter(call: Call, name: string): object {
  const schema = call.params?.[name]
  const kind = schema && refKindOf(schema)
  return {
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...(kind && { description: refKinds[kind].means }),
  }
}

function queryParameters(call: Call): object[] {
  const query = call.query ?? z.strictObject({ environment: environment.optional() })
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function repeatHeader(call: Call): object[] {
  const repeat = repeatOf(call)
  if (repeat === 'safe') return []
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: repeat === 'required',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  ]
}

const success = (call: Call): object =>
  call.answer.form === 'redirect'
    ? { '302': { description: 'The browser is sent on.', headers: { Location: { schema: { type: 'string' } } } } }
    : { '200': { description: call.notice ?? 'Success', content: answerContent(call) } }

const answerContent = (call: Call): object =>
  call.answer.form === 'spreadsheet'
    ? {
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
          schema: { type: 'string', format: 'binary' },
        },
        'text/csv': { schema: { type: 'string' } },
      }
    : json(answerSchema(call))

function answerSchema(call: Call): object {
  const head = { message: { type: 'string' }, status_code: { const: '2000' }, status_reason: { const: 'SUCCESS' } }
  const object = (properties: object) => ({
    type: 'object',
    properties: { ...head, ...properties },
    required: [...Object.keys(head), ...Object.keys(properties)],
  })
  switch (call.answer.form) {
    case 'spreadsheet':
    case 'redirect':
    case 'nothing':
      return object({})
    case 'content':
      return object({ content: schemaOf(call.answer.schema, 'input') })
    case 'page':
      return object({
        content: { type: 'array', items: schemaOf(call.answer.schema, 'input') },
        ...paging,
        ...(call.answer.beside && (schemaOf(call.answer.beside, 'input') as { properties: object }).properties),
      })
  }
}
const whole = { type: 'integer', minimum: 0 }
const cursor = { type: ['string', 'null'] }
const paging = {
  total_elements: whole,
  total_capped: { type: 'boolean' },
  total_pages: whole,
  size: whole,
  page: whole,
  number_of_elements: whole,
  next_cursor: cursor,
  previous_cursor: cursor,
}

const errorSchema = {
  type: 'object',
  description:
    'The text travels under the key that the call names: Message, message, status_message, error or statusChannelReason.',
  properties: {
    status_code: { type: 'string' },
    status_reason: { type: 'string' },
    request_id: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          reason: { type: 'string' },
          params: { type: 'object' },
          text: { type: 'string' },
        },
        required: ['path', 'reason', 'text'],
      },
    },
  },
  required: ['status_code', 'status_reason', 'request_id'],
}
