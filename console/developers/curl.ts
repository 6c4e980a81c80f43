import type { Operation, Parameter } from '#console/kit/api/open-api.ts'
import { exampleOf } from './example-of.ts'
import { exampleMerchant, exampleReference } from './example-values.ts'

/** An example request as a curl command. `origin` is the API's origin. */
export function curlOf(operation: Operation, { origin, base }: { origin: string; base: string }): string {
  const upload = bodySchemaOf(operation, 'multipart/form-data')
  const body = exampleBody(operation)
  const lines = [
    `curl -X ${operation.method} '${origin}${base}${addressOf(operation)}'`,
    ...(operation.security?.length === 0 ? [] : [`-H "Authorization: Bearer $TOKEN"`]),
    ...(operation.parameters.some(({ name }) => name === 'Idempotency-Key')
      ? [`-H 'Idempotency-Key: 0f6b66c2-5a1e-4f0e-9c6e-5b8f3d1a7e42'`]
      : []),
    ...(upload ? Object.entries(exampleOf(upload, '', { more: [] }) as object).map(([name, value]) => `-F '${name}=${value}'`) : []), // prettier-ignore
    ...(body && !upload ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`] : []), // prettier-ignore
  ]
  return lines.join(' \\\n  ')
}

/** The example's body with the required and the signed fields. */
export function exampleBody(operation: Operation): Record<string, string | number | boolean> | null {
  const schema = bodySchemaOf(operation, 'application/json')
  if (!schema) return null
  const signed = Object.keys(operation['x-signed'] ?? {})
  return exampleOf(schema, '', { more: signed }) as Record<string, string>
}

export const bodySchemaOf = (operation: Operation, type: string) => operation.requestBody?.content?.[type]?.schema

/** The canonical message of the example's signature. */
export function signedMessage(operation: Operation): string {
  const body = exampleBody(operation) ?? {}
  const pairs = Object.entries(operation['x-signed'] ?? {}).map(([field, name]) => [name, String(body[field] ?? '')])
  return new URLSearchParams(pairs.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))).toString()
}

function addressOf({ path, parameters }: Operation): string {
  const example = ({ name, schema, 'x-ref': kind = '' }: Parameter) =>
    exampleRefs[kind] ?? String(exampleOf(schema, name))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name)
    return parameter ? encodeURIComponent(example(parameter)) : name
  })
  const query = parameters.filter((one) => one.in === 'query' && one.required)
  const pairs = query.map((one) => [one.name, String(exampleOf(one.schema, one.name))])
  return pairs.length > 0 ? `${filled}?${new URLSearchParams(pairs)}` : filled
}

/** References by the kind of object that a parameter of the path names. */
const exampleRefs: Readonly<Record<string, string>> = {
  merchant: exampleMerchant,
  subMerchant: exampleMerchant,
  paymentLink: exampleReference,
  payable: exampleReference,
  payment: exampleReference,
}
