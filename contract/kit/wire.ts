import { momentOf } from './text-forms.ts'
import { machineLocale } from '#i18n/languages.ts'
import { z } from 'zod'
import { currencyCodes, toMajor, toMajorSum, toMinor, type Currency } from './money.ts'
import { passwordRuleFault } from './password-rule.ts'
import {
  emailForm, emailLength, isStorable, isWebUrl, phoneForm, phoneLength, timestampText, webUrlLength,
} from './text-forms.ts' // prettier-ignore

export { timestampText } from './text-forms.ts'

/**
 * The types of JSON fields. A schema's input is the JSON form (numbers, 'YYYY-MM-DD HH:mm:ss'), its output the
 * server's form (bigint minor units, Date). The server decodes requests and encodes answers; the console sees only
 * inputs.
 */

/** A text of a request: well-formed Unicode without NUL, trimmed, `min` to `max` characters. */
export const text = (max: number, min = 1) =>
  z
    .string()
    .trim()
    .min(min, { error: min === 1 ? 'required' : 'too_short' })
    .max(max, { error: 'too_long' })
    .refine(isStorable, { error: 'not_text' })

/** An optional text; the empty text means absent. */
export const optionalText = (max: number) => text(max, 0).optional()

/** `YYYY-MM-DD HH:mm:ss` in UTC. */
export const timestamp = z.codec(
  z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, { error: 'not_a_time' }),
  z.date(),
  {
    decode: (value, context) => {
      const date = momentOf(value)
      if (!Number.isNaN(date.getTime()) && timestampText(date) === value) return date
      context.issues.push({ code: 'custom', message: 'not_a_time', input: value })
      return z.NEVER
    },
    encode: timestampText,
  },
)

export const environments = ['sandbox', 'live'] as const
export type Environment = (typeof environments)[number]
export const environment = z.enum(environments)
export const currency = z.enum(currencyCodes)
/** ISO 3166-1 alpha-2. */
export const country = z.string().regex(/^[A-Z]{2}$/, { error: 'not_a_country' })
export const email = text(emailLength)
  .meta({ format: 'email' })
  .pipe(z.email({ pattern: emailForm, error: 'not_an_email' }))
export const phone = text(phoneLength).regex(phoneForm, { error: 'not_a_phone' })
/** Marks a field that the audit log never shows. */
export const secret = <S extends z.ZodType>(schema: S): S => schema.meta({ format: 'password' }) as S
export const isSecret = (schema: z.ZodType): boolean =>
  [schema, unwrap(schema)].some((one) => one.meta()?.['format'] === 'password')
/** A password that is typed to sign in. */
export const typedPassword = secret(z.string().min(1).max(256))
/** A new password; its error is a reason of {@link passwordRuleFault}. */
export const newPassword = secret(
  z.string().superRefine((value, context) => {
    const fault = value.isWellFormed() ? passwordRuleFault(value) : 'not_text'
    if (fault) context.addIssue({ code: 'custom', message: fault })
  }),
)
/** The one-time token of a link: 256 random bits in base64url, most with a hint of the merchant. */
export const oneTimeToken = secret(z.string().regex(/^[A-Za-z0-9_-]{43}(?:[A-Za-z0-9]{4})?$/, { error: 'not_a_token' }))
/** The token of a signed link: its subject and the installation's signature. */
export const signedToken = secret(z.string().regex(/^[A-Za-z0-9_.-]{43,160}$/, { error: 'not_a_token' }))
/** A web address to which a person may be redirected: http or https, so never `javascript:`. */
export const webUrl = text(webUrlLength).refine(isWebUrl, { error: 'not_a_url' })
/** A web address with https. */
export const httpsUrl = webUrl.refine((value) => value.startsWith('https://'), { error: 'not_https' })
/** An IANA name, such as `Asia/Singapore`, that `Intl` knows. */
export const timeZone = text(60).refine(isTimeZone, { error: 'not_a_time_zone' })
function isTimeZone(value: string): boolean {
  if (/^[+-]|^etc\/gmt/i.test(value)) return false
  try {
    new Intl.DateTimeFormat(machineLocale, { timeZone: value })
    return true
  } catch {
    return false
  }
}

/** The schema without its optional, nullable, default and array wrappers. */
export function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrap(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodArray) return unwrap(schema.element as z.ZodType)
  return schema
}

declare const moneyBrand: unique symbol
/** An amount. Its currency is another field, so {@link record} and {@link entity} convert it. */
export type MoneyField = z.ZodNumber & { [moneyBrand]: true }

/** An amount in the currency that the field `currencyField` of the same object names. */
export const money = (
  currencyField = 'currency',
  { min = 'positive' }: { min?: 'positive' | 'zero' | 'any' } = {},
): MoneyField => {
  const schema = z.number({ error: 'not_a_number' }).meta({ money: currencyField, min })
  return schema as unknown as MoneyField
}

/** A sum of amounts. Beyond 15 significant digits it is the nearest number of JSON. */
export const sumOfMoney = (currencyField = 'currency'): MoneyField =>
  z.number().meta({ money: currencyField, min: 'any', sum: true }) as unknown as MoneyField

declare const aliasBrand: unique symbol
/** An optional field that is an alias of another; {@link record} decodes it into that one. */
export type AliasField<S extends z.ZodType = z.ZodType> = z.ZodOptional<S> & { [aliasBrand]: true }

/**
 * An alias of the field `name` of the same {@link record}. Handlers see only `name`. Different values of both are an
 * error at the alias, with the reason `contradicts`.
 */
export const aliasOf = <S extends z.ZodType>(name: string, schema: S): AliasField<S> =>
  (schema.meta({ alias: name }) as S).optional() as unknown as AliasField<S>

type Shape = Record<string, z.ZodType>
/** The decoded type of a field with the JSON type `Value`: amounts are minor units. */
export type DecodedField<F, Value> = F extends MoneyField
  ? bigint
  : F extends z.ZodOptional<infer I>
    ? DecodedField<I, Exclude<Value, undefined>> | undefined
    : F extends z.ZodNullable<infer I>
      ? DecodedField<I, Exclude<Value, null>> | null
      : F extends z.ZodObject<infer N extends Shape>
        ? Decoded<N>
        : Value
type Decoded<S extends Shape> = {
  [
    K in keyof z.output<z.ZodObject<S>> as K extends keyof S ? (S[K] extends AliasField ? never : K) : K
  ]: K extends keyof S ? DecodedField<S[K], z.output<z.ZodObject<S>>[K]> : never
}
export type Codec<S extends Shape> = z.ZodCodec<z.ZodObject<S>, z.ZodCustom<Decoded<S>, Decoded<S>>> & { shape: S }

/** An object of a request; undeclared fields are refused. */
export const record = <S extends Shape>(shape: S): Codec<S> => withMoney(z.strictObject(shape) as z.ZodObject<S>, shape)
/** An object of an answer; undeclared fields are left out. */
export const entity = <S extends Shape>(shape: S): Codec<S> => withMoney(z.object(shape) as z.ZodObject<S>, shape)

interface Amount {
  name: string
  currencyField: string
  min: string
  sum: boolean
}
const amountsOf = (shape: Shape): Amount[] =>
  Object.entries(shape).flatMap(([name, schema]) => {
    const meta = unwrap(schema).meta()
    return typeof meta?.['money'] === 'string'
      ? [{ name, currencyField: meta['money'], min: String(meta['min']), sum: meta['sum'] === true }]
      : []
  })
type Wire = Record<string, unknown>

interface Alias {
  alias: string
  name: string
}
const aliasesOf = (shape: Shape): Alias[] =>
  Object.entries(shape).flatMap(([alias, schema]) => {
    const name = unwrap(schema).meta()?.['alias']
    return typeof name === 'string' ? [{ alias, name }] : []
  })

function withMoney<S extends Shape>(object: z.ZodObject<S>, shape: S): Codec<S> {
  const amounts = amountsOf(shape)
  const aliases = aliasesOf(shape)
  /** Nested objects whose amounts have the currency of this one: `merchant_details.promo_discount`. */
  const inner = Object.entries(shape).flatMap(([name, schema]) => {
    const child = unwrap(schema)
    const found = child instanceof z.ZodObject ? amountsOf(child.shape as Shape) : []
    return found.length > 0 ? [{ name, amounts: found }] : []
  })
  const codec = z.codec(object, z.custom<Decoded<S>>(), {
    decode: (wire, context) => {
      const value: Wire = { ...(wire as Wire) }
      for (const { alias, name } of aliases) {
        const [first, second] = [value[name], value[alias]]
        delete value[alias]
        if (first && second && first !== second) {
          const params = { text: `This differs from ${name}.` }
          context.issues.push({ code: 'custom', message: 'contradicts', path: [alias], input: second, params })
        } else if (second && !first) value[name] = second
      }
      const refuse = (path: string[], fault: string, input: unknown) =>
        context.issues.push({ code: 'custom', message: fault, path, input, params: { money: true } })
      decodeAmounts(value, amounts, value, (name, fault) => refuse([name], fault, value[name]))
      for (const { name, amounts: below } of inner) {
        if (!value[name]) continue
        const child = { ...(value[name] as Wire) }
        decodeAmounts(child, below, value, (field, fault) => refuse([name, field], fault, child[field]))
        value[name] = child
      }
      return value as Decoded<S>
    },
    encode: (value) => {
      const wire: Wire = { ...(value as Wire) }
      encodeAmounts(wire, amounts, wire)
      for (const { name, amounts: below } of inner) {
        if (!wire[name]) continue
        const child = { ...(wire[name] as Wire) }
        encodeAmounts(child, below, wire)
        wire[name] = child
      }
      return wire as z.output<z.ZodObject<S>>
    },
  })
  return Object.assign(codec, { shape }) as unknown as Codec<S>
}

function decodeAmounts(
  value: Wire,
  amounts: Amount[],
  owner: Wire,
  refuse: (name: string, fault: string) => void,
): void {
  for (const { name, currencyField, min } of amounts) {
    if (value[name] === undefined || value[name] === null) continue
    const major = Number(value[name])
    const isBelow = min === 'any' && major < 0
    const minor = toMinor(isBelow ? -major : major, owner[currencyField] as Currency)
    if (typeof minor === 'string') refuse(name, minor)
    else if (minor === 0n && min === 'positive') refuse(name, 'not_positive')
    else value[name] = isBelow ? -minor : minor
  }
}

function encodeAmounts(wire: Wire, amounts: Amount[], owner: Wire): void {
  for (const { name, currencyField, sum } of amounts)
    if (typeof wire[name] === 'bigint')
      wire[name] = (sum ? toMajorSum : toMajor)(wire[name], owner[currencyField] as Currency)
}
