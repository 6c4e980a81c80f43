import { defaultLanguage } from '#i18n/languages.ts'
import type { Schema } from '#console/kit/api/open-api.ts'
import { exampleMerchant, exampleReference, exampleValues } from './example-values.ts'

/** The fields of an object that an example shows: all, or the required ones and `more`. */
export type Shown = 'all' | { more: readonly string[] }

/**
 * A realistic value that a schema accepts, made from the schema alone, so that every call has an example.
 */
export function exampleOf(schema: Schema, name = '', shown: Shown = 'all'): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.examples) return schema.examples[0]
  if (name in exampleValues && allows(schema, exampleValues[name])) return exampleValues[name]
  if (schema.type === 'null') return null
  if (schema.enum) return preferred.find((value) => schema.enum?.includes(value)) ?? schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return exampleOf(choices.find(({ type }) => type !== 'null') ?? {}, name, shown)
  switch ([schema.type].flat().find((type) => type !== 'null')) {
    case 'object':
      return exampleObject(schema, shown)
    case 'array':
      return [exampleOf(schema.items ?? {}, name.replace(/s$/, ''), shown)]
    case 'boolean':
      return true
    case 'integer':
      return Math.max(schema.minimum ?? 1, whole[name] ?? schema.multipleOf ?? 1)
    case 'number':
      return 48.25
    default:
      return exampleText(schema, name)
  }
}

/** Whether a schema allows a value, as far as its type, choices, pattern and length say. */
function allows(schema: Schema, value: unknown): boolean {
  const {
    type,
    const: only,
    enum: choices,
    pattern,
    minimum,
    exclusiveMinimum,
    minLength = 0,
    maxLength = Infinity,
  } = schema
  const any = schema.anyOf ?? schema.oneOf
  if (any) return any.some((choice) => allows(choice, value))
  if (only !== undefined) return only === value
  if (choices) return choices.some((choice) => choice === value)
  const types = [type].flat()
  if (value === null) return types.includes('null')
  if (Array.isArray(value)) return types.includes('array')
  if (typeof value === 'number')
    return types.some((one) => one === 'number' || (one === 'integer' && Number.isInteger(value))) &&
      value >= (minimum ?? -Infinity) && value > (exclusiveMinimum ?? -Infinity) // prettier-ignore
  if (typeof value !== 'string') return types.includes(typeof value)
  const long = value.length >= minLength && value.length <= maxLength
  return types.includes('string') && long && (pattern === undefined || new RegExp(pattern, 'u').test(value))
}

function exampleObject(schema: Schema, shown: Shown): object {
  const { properties = {}, required = [] } = schema
  if (typeof schema.additionalProperties === 'object' && Object.keys(properties).length === 0)
    return { [String(schema.propertyNames?.enum?.[0] ?? 'name')]: exampleOf(schema.additionalProperties, '', shown) }
  // An alias is left out, since a request has either the field or its alias.
  const kept = ([name, field]: [string, Schema]) =>
    field['x-alias-of'] === undefined && (shown === 'all' || required.includes(name) || shown.more.includes(name))
  return Object.fromEntries(
    Object.entries(properties)
      .filter(kept)
      .map(([name, field]) => [name, exampleOf(field, name, shown)]),
  )
}

const preferred: readonly (string | number | boolean | null)[] = ['sandbox', 'SGD', 'created', 'Success', 'desc']
const whole: Readonly<Record<string, number>> = { size: 10, pagesize: 10, expiry_hours: 24, total_elements: 1 }

function exampleText(schema: Schema, name: string): string {
  const { format, pattern = '', minLength = 0 } = schema
  if (format === 'email' || /email|username|loginid/i.test(name)) return 'mei.tan@shop.example'
  if (format === 'binary') return '@logo.png'
  if (format === 'uuid') return exampleId
  if (pattern.includes(String.raw`\d{4}-\d\d`)) return '2026-11-20 09:30:00'
  if (pattern.includes('[A-Z]{2}')) return 'SG'
  if (pattern.startsWith('^[a-z]{2,3}(-')) return defaultLanguage
  if (pattern.includes('@')) return 'mei.tan@bank'
  if (pattern.includes(String.raw`\+?`)) return '+6581234567'
  if (pattern === '^[A-Za-z0-9_-]+$') return 'd2hhdCB0aGUgYnJvd3NlciBtYWRl'
  if (pattern.includes('[0-9]{6}')) return '123456'
  if (pattern.includes('{43,160}')) return 'AZqk73LsdUuqsD4ss3rPHw.c2lnbmVkIGJ5IHRoaXMgaW5zdGFsbGF0aW9uIGFsb25l'
  if (pattern.includes('{43}')) return 'dGhlIGxpbmsgaW4gdGhlIG1haWwgY2FycmllcyB0aGlz'.slice(0, 43)
  const known = Object.entries(texts).find(([words]) => new RegExp(words, 'i').test(name))?.[1] ?? 'sample'
  return known.padEnd(minLength, 'x')
}

const exampleId = '01890a5d-ac96-774b-bcce-b302099a8057'

/** Example texts by the field's name. */
const texts: Readonly<Record<string, string>> = {
  '_url$|^url$|^link$|website|logo$': 'https://shop.example/return',
  time_zone: 'Asia/Singapore',
  password: 'a long password 1',
  '^signature|hash$': 'kGz0o0Zr6mDbJ2Wd0jZ1tq0f1yqv8cQm0s3xq7l9E5w=',
  'chaipay_key|client_key|merchant_?key|iamportkey': exampleMerchant,
  'uuid|_id$|^id$': exampleId,
  merchant_order: 'ORDER-1042',
  _ref$: exampleReference,
  'customer_name|shopper_name|^name$|actor': 'Mei Tan',
  description: 'Two harbour tickets',
  '^route$': '/payment-links',
}
