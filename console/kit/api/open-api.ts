import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Method } from '#contract/kit/call.ts'
import type { Language } from '#i18n/languages.ts'

/** The part of JSON Schema that the API's description uses. */
export interface Schema {
  type?: string | string[]
  format?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: (string | number | boolean | null)[]
  const?: string | number | boolean | null
  examples?: unknown[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  multipleOf?: number
  maxItems?: number
  /** The field of which this is an alias. */
  'x-alias-of'?: string
}
export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
  /** The kind of object that a parameter of the path names. */
  'x-ref'?: string
}
interface Content {
  content?: Record<string, { schema: Schema }>
}
/** One call in the API's description. */
export interface Operation {
  operationId: string
  /** The call's name in words. */
  summary: string
  tags: string[]
  /** Paragraphs in Markdown; the last one says who may make the call. */
  description: string
  method: Method
  path: string
  parameters: Parameter[]
  security?: object[]
  requestBody?: Content
  responses: Record<string, Content & { description: string }>
  'x-signed'?: Record<string, string>
  'x-server'?: boolean
  'x-error-keys'?: string[]
}
interface Document {
  servers: { url: string }[]
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>
}
export interface OpenApi {
  /** The prefix of every path. */
  base: string
  operations: Operation[]
}

const address = '/gateway/openapi.json'

/** The public OpenAPI description, in the user's language. */
export const useOpenApi = (language: Language): UseQueryResult<OpenApi> =>
  useQuery({
    queryKey: [address, language],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const response = await fetch(address, { signal, headers: { 'Accept-Language': language } })
      if (!response.ok) throw new Error(`the API's description was not there: ${response.status}`)
      return operationsOf((await response.json()) as Document)
    },
  })

/** The calls of the description as a list. */
export const operationsOf = ({ servers, paths }: Document): OpenApi => ({
  base: servers[0]?.url ?? '',
  operations: Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, rest]) => ({ ...rest, path, method: method.toUpperCase() as Method })),
  ),
})
