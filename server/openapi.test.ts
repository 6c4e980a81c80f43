import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { allCalls } from '#contract/contract.ts'
import { openApi } from './openapi.ts'

interface Operation {
  operationId: string
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: {
    content: Record<string, { schema: { properties?: Record<string, object>; additionalProperties?: boolean } }>
  }
  responses: Record<string, { content: Record<string, { schema: object }> }>
}
const document = openApi() as { paths: Record<string, Record<string, Operation>> }

it('is valid OpenAPI 3.1, by a validator that is not ours', async () => {
  const result = await new Validator().validate(structuredClone(document))
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
})

it('has an operation for every call, named like the call, with closed bodies', () => {
  for (const { name, call } of allCalls()) {
    const operation = document.paths[call.path]?.[call.method.toLowerCase()]
    expect(operation?.operationId, call.at).toBe(name)
    expect(
      operation?.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name),
    ).toEqual(call.paramNames)
    const schema = operation?.requestBody?.content[call.file ? 'multipart/form-data' : 'application/json']?.schema
    if (call.body) expect(schema?.additionalProperties, name).toBe(false)
    expect(operation?.responses[call.answer.form === 'redirect' ? '302' : '200']).toBeDefined()
    if (call.file) expect(schema?.properties?.[call.file.field], name).toMatchObject({ format: 'binary' })
    expect(JSON.stringify(operation)).not.toMatch(/"(carrier|money)"/)
  }
})

it('tells nothing of us but the calls', () => {
  expect(JSON.stringify(document)).not.toMatch(/\.ts\b|select |postgres/i)
})
