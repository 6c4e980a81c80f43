import { z } from 'zod'

/**
 * A value that a schema accepts, made from the schema alone, so that a new call is tested without a line written for
 * it. Optional fields are left out. Throws when no candidate fits: then a kind of text needs its example here.
 */
export function sampleOf(schema: z.ZodType): unknown {
  const candidates = candidatesFor(schema)
  const fitting = candidates.find((candidate) => schema.safeDecode(candidate as never).success)
  if (fitting === undefined)
    throw new Error(`no sample fits ${JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))}`)
  return fitting
}

const texts = [
  'sample',
  'sample@shop.example',
  'https://shop.example/path',
  'SG',
  'en',
  'Asia/Singapore',
  '+6581234567',
  '2026-01-01 00:00:00',
  '09:00',
  '01890a5d-ac96-774b-bcce-b302099a8057',
  'A'.repeat(43),
  '/payment-links',
  'MANAGED',
  '123456',
  '1',
]

function candidatesFor(schema: z.ZodType): unknown[] {
  const examples = schema.meta()?.['examples']
  if (Array.isArray(examples)) return examples
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return candidatesFor(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe) return candidatesFor(schema.in as z.ZodType)
  if (schema instanceof z.ZodObject) return [sampleObject(schema)]
  if (schema instanceof z.ZodRecord) return [{}]
  if (schema instanceof z.ZodArray) return [[sampleOf(schema.element as z.ZodType)]]
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(candidatesFor)
  if (schema instanceof z.ZodEnum) return schema.options
  if (schema instanceof z.ZodLiteral) return [...schema.values]
  if (schema instanceof z.ZodBoolean) return [true]
  if (schema instanceof z.ZodNumber) return [10, 1, 0]
  return texts
}

function sampleObject(schema: z.ZodObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema.shape).flatMap(([name, field]) =>
      field instanceof z.ZodOptional ? [] : [[name, sampleOf(field as z.ZodType)]],
    ),
  )
}

/** Every field that a request's object may have, with a sample: for replacing one at a time. */
export function fieldsOf(schema: z.ZodType | undefined): Record<string, unknown> {
  const shape = (schema as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {}
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, sampleOf(field)]))
}

/** What no call may choke on, as JSON texts, so that they need not be JSON that JavaScript can write. */
export const garbage = [
  'null', '0', '-1', '1e309', '-0', '1.0000000001', '9999999999999999999', '""', '" "', '"\\u0000"', '"\\ud800"', '"\u202e"', '"__proto__"',
  `"${'x'.repeat(3_000)}"`, '[]', '[[]]', '[null]', '{}', '{"a":{"b":[1]}}', '{"$ne":1}', 'true', '"0000-00-00 00:00:00"', '"275760-09-13 00:00:01"',
  '"javascript:alert(1)"', `"' or 1=1 --"`, '"%00"', '"../../etc/passwd"',
] // prettier-ignore
