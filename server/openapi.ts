import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { allCalls, type DomainName } from '#contract/contract.ts'
import { rules } from '#contract/access.ts'
import { faults } from '#contract/faults.ts'
import type { Call } from '#contract/kit/call.ts'
import { saysSuccess, scopeOf } from '#contract/kit/call-facts.ts'
import { faultsOf } from '#contract/kit/call-faults.ts'
import { signatureField } from '#contract/kit/signed-params.ts'
import { defaultLanguage, type Language } from '#i18n/languages.ts'
import { languageOf } from '#i18n/negotiate.ts'
import { languageOfArea } from '#server/kit/texts.ts'
import { base } from './kit/http/serve.ts'
import { answerSchema, json, parametersOf, requestBody, type Described } from './openapi-schemas.ts'
import { wordsIn } from './openapi-words.ts'

/**
 * Serves the OpenAPI document in the language of the request. It is generated from the declarations of the calls, and
 * compressed, on the first request for a language.
 */
export function openApiRoute(app: FastifyInstance): void {
  const texts = new Map<Language, string>()
  const compressed = new Map<Language, Promise<Buffer>>()
  app.get(`${base}/openapi.json`, { config: { rate: 'normal' } }, async (request, reply) => {
    const language = languageOfArea('reference', languageOf(request.headers['accept-language']))
    const text = kept(texts, language, () => JSON.stringify(openApi(language)))
    reply
      .type('application/json; charset=utf-8')
      .header('vary', 'accept-encoding, accept-language')
      .header('content-language', language)
    if (!/\bbr\b/.test(String(request.headers['accept-encoding']))) return reply.send(text)
    const smaller = kept(compressed, language, () => promisify(brotliCompress)(text, quick))
    return reply.header('content-encoding', 'br').send(await smaller)
  })
}

/** A thirtieth of the time of the best quality, for 5 % more bytes: the first reader waits for it. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

function kept<Value>(values: Map<Language, Value>, language: Language, make: () => Value): Value {
  const value = values.get(language) ?? make()
  values.set(language, value)
  return value
}

/** The OpenAPI 3.1 document of the contract, described in a language. */
export function openApi(language: Language = defaultLanguage): object {
  const words = wordsIn(language)
  const paths: Record<string, Record<string, object>> = {}
  for (const { domain, name, call } of allCalls())
    (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(domain, { name, call, words })
  return {
    openapi: '3.1.0',
    info: { title: 'Countinghouse', version: '1', description: words.document.about },
    servers: [{ url: base }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: words.document.bearer } },
      schemas: { Error: { ...errorSchema, description: words.document.error } },
    },
  }
}

function operation(domain: DomainName, of: Described): object {
  const { name, call, words } = of
  const rule = rules[call.access]
  const keyScope = scopeOf(call)
  return {
    operationId: name,
    summary: words.title(name),
    tags: [words.domain(domain)],
    ...(typeof rule.who === 'string' && rule.who !== 'session' && { security: [] }),
    description: words.description(name, call),
    parameters: parametersOf(of),
    ...requestBody(of),
    ...(call.signed && { 'x-signed': call.signed, 'x-signed-in': signatureField(call) }),
    ...(call.signedWhen && { 'x-signed-when': call.signedWhen }),
    ...(call.server && { 'x-server': true }),
    ...(keyScope && { 'x-key-scope': keyScope }),
    ...(call.bySignature && { 'x-by-signature': true }),
    ...(call.deprecated && { deprecated: true }),
    ...(call.errorKeys && { 'x-error-keys': call.errorKeys }),
    responses: {
      ...success(of),
      ...Object.fromEntries(
        [...statusesOf(call)].map(([status, reasons]) => [
          status,
          { description: [...reasons].join(', '), content: json(errorOf(call)) },
        ]),
      ),
    },
  }
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

function success(of: Described): object {
  const { call, words } = of
  if (call.answer.form === 'redirect')
    return { '302': { description: words.document.redirect, headers: { Location: { schema: { type: 'string' } } } } }
  return { '200': { description: call.notice ?? 'Success', content: answerContent(of) } }
}

function answerContent(of: Described): object {
  const { form } = of.call.answer
  if (form === 'archive') return { 'application/zip': { schema: { type: 'string', format: 'binary' } } }
  const xlsx = {
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
      schema: { type: 'string', format: 'binary' },
    },
  }
  if (form === 'workbook') return xlsx
  return form === 'spreadsheet' || form === 'stored'
    ? {
        ...xlsx,
        'text/csv': { schema: { type: 'string' } },
      }
    : json(answerSchema(of))
}

const errorOf = (call: Call): object => {
  const error = { $ref: '#/components/schemas/Error' }
  return saysSuccess(call) ? { allOf: [error, noSuccess] } : error
}
const noSuccess = {
  type: 'object',
  properties: { is_success: { type: 'boolean', enum: [false] } },
  required: ['is_success'],
}

const errorSchema = {
  type: 'object',
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
