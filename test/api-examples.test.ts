import { expect, it } from 'vitest'
import { allCalls } from '#contract/contract.ts'
import { operationsOf } from '#console/kit/api/open-api.ts'
import { exampleOf } from '#console/developers/example-of.ts'
import { bodySchemaOf, curlOf, exampleBody, signedMessage } from '#console/developers/curl.ts'
import { canonicalMessage } from '#contract/kit/signature.ts'
import { openApi } from '#server/openapi.ts'

/** What the API reference shows as an example is held to the contract itself. */
const { base, operations } = operationsOf(openApi() as never)
const operationOf = (name: string) => {
  const found = operations.find(({ operationId }) => operationId === name)
  if (!found) throw new Error(name)
  return found
}

it.each(allCalls().filter(({ call }) => call.body && !call.file))(
  'the example of $name is a body that the call takes',
  ({ name, call }) => {
    const result = call.body?.safeDecode(exampleBody(operationOf(name)) as never)
    expect(result?.error?.issues).toBeUndefined()
    const schema = bodySchemaOf(operationOf(name), 'application/json')
    const whole = call.body?.safeDecode(exampleOf(schema ?? {}) as never)
    expect(whole?.error?.issues).toBeUndefined()
  },
)

it.each(
  allCalls().filter(
    ({ call }) => !['spreadsheet', 'archive', 'stored', 'workbook', 'redirect'].includes(call.answer.form),
  ),
)('the example answer of $name has the form that is promised', ({ name, call }) => {
  const schema = operationOf(name).responses['200']?.content?.['application/json']?.schema
  const answer = exampleOf(schema ?? {}) as { status_code: string; content?: unknown; data?: unknown }
  expect(answer.status_code).toBe('2000')
  if (call.answer.form === 'nothing') return
  const { form } = call.answer
  const one = form === 'flat' ? answer : form === 'data' ? answer.data : answer.content
  const page = form === 'page' ? answer : form === 'dataPage' ? answer.data : { content: [one] }
  const rows = (page as { content: unknown[] }).content
  for (const row of rows) expect(call.answer.schema.safeDecode(row as never).error?.issues, name).toBeUndefined()
})

it.each(allCalls())(
  'the line for a shell that calls $name names its verb, its address and what it sends',
  ({ name, call }) => {
    // prettier-ignore
    const line = curlOf(operationOf(name), { origin: 'https://pay.example', base })
    expect(line).toMatch(new RegExp(`^curl -X ${call.method} 'https://pay\\.example/gateway/`))
    expect(line).not.toMatch(/[{}](?=.*' \\$)|undefined|\[object/m)
    if (call.file) expect(line).toContain(`-F '${call.file.field}=@`)
  },
)

it('what is shown as signed is what is signed', () => {
  const operation = operationOf('createPaymentLink')
  const body = exampleBody(operation) ?? {}
  const params = Object.fromEntries(
    Object.entries(operation['x-signed'] ?? {}).map(([field, name]) => [name, String(body[field] ?? '')]),
  )
  expect(signedMessage(operation)).toBe(canonicalMessage(params))
})
