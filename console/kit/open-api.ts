import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Method } from '#contract/kit/call.ts'

/** As much of a JSON schema as the API's description uses. */
export interface Schema {
  type?: string | string[]
  format?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: (string | number | boolean | null)[]
  const?: string | number | boolean | null
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  multipleOf?: number
  maxItems?: number
}
export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}
interface Content {
  content?: Record<string, { schema: Schema }>
}
/** One call as the API's description has it. */
export interface Operation {
  operationId: string
  tags: string[]
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
  /** Where every path begins. */
  base: string
  operations: Operation[]
}

const address = '/gateway/openapi.json'

/** The API's description, as anybody may read it. */
export const useOpenApi = (): UseQueryResult<OpenApi> =>
  useQuery({
    queryKey: [address],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const response = await fetch(address, { signal })
      if (!response.ok) throw new Error(`the API's description was not there: ${response.status}`)
      return operationsOf((await response.json()) as Document)
    },
  })

/** The description's calls, one after the other. */
export const operationsOf = ({ servers, paths }: Document): OpenApi => ({
  base: servers[0]?.url ?? '',
  operations: Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, rest]) => ({ ...rest, path, method: method.toUpperCase() as Method })),
  ),
})
