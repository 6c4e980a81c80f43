import { z } from 'zod'
import type { RuleName } from '#contract/access.ts'
import type { AuditAction } from '#contract/audit-actions.ts'
import type { ChangeKind } from '#contract/changes.ts'
import type { FaultName } from '#contract/faults.ts'
import type { FileSpec, UploadedFile } from './file.ts'
import type { KeyGroup } from './key-scopes.ts'
import { twinOf } from './twin.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type At = `${Method} /${string}`

/** The names in braces of a path literal. */
export type PathNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never

/** The layouts of answers; see docs/requests.md. */
export type Answer<S extends z.ZodType = z.ZodType> =
  | { form: 'content'; schema: S; beside?: z.ZodObject }
  | { form: 'page'; schema: S; beside?: z.ZodObject }
  | { form: 'data'; schema: S; beside?: z.ZodObject }
  | { form: 'dataPage'; schema: S; beside?: z.ZodObject }
  | { form: 'flat'; schema: S }
  | { form: 'nothing'; schema: S }
  | { form: 'redirect'; schema: S }
  | { form: 'spreadsheet'; schema: S; prefix: string; columns: readonly string[] }
  | { form: 'archive'; schema: S; prefix: string }
  | { form: 'stored'; schema: S; prefix: string }
  | { form: 'workbook'; schema: S }
/** `{message, status_code, status_reason, content}`, with what the call says `beside` them at the top. */
export function content<S extends z.ZodType>(schema: S): { readonly form: 'content'; readonly schema: S }
export function content<S extends z.ZodType, B extends z.ZodObject>(
  schema: S,
  beside: B,
): { readonly form: 'content'; readonly schema: S; readonly beside: B }
export function content(schema: z.ZodType, beside?: z.ZodObject) {
  return { form: 'content', schema, ...(beside && { beside }) } as const
}
/** A page of rows: `content` and the paging fields at the top, with what the call says `beside` them. */
export function page<S extends z.ZodType>(schema: S): { readonly form: 'page'; readonly schema: S }
export function page<S extends z.ZodType, B extends z.ZodObject>(
  schema: S,
  beside: B,
): { readonly form: 'page'; readonly schema: S; readonly beside: B }
export function page(schema: z.ZodType, beside?: z.ZodObject) {
  return { form: 'page', schema, ...(beside && { beside }) } as const
}
/** `{message, status_code, status_reason, data}`, as reconciliation answers, with what the call says `beside` them at the top. */
export function data<S extends z.ZodType>(schema: S): { readonly form: 'data'; readonly schema: S }
export function data<S extends z.ZodType, B extends z.ZodObject>(
  schema: S,
  beside: B,
): { readonly form: 'data'; readonly schema: S; readonly beside: B }
export function data(schema: z.ZodType, beside?: z.ZodObject) {
  return { form: 'data', schema, ...(beside && { beside }) } as const
}
/** A page of rows within `data`, its fields in camelCase; see {@link DataPage}. The handler returns the same as for a page. */
export function dataPage<S extends z.ZodType>(schema: S): { readonly form: 'dataPage'; readonly schema: S }
export function dataPage<S extends z.ZodType, B extends z.ZodObject>(
  schema: S,
  beside: B,
): { readonly form: 'dataPage'; readonly schema: S; readonly beside: B }
export function dataPage(schema: z.ZodType, beside?: z.ZodObject) {
  return { form: 'dataPage', schema, ...(beside && { beside }) } as const
}
/** The fields of one object at the top, beside the head; its own `message` replaces that of the head. */
export const flat = <S extends z.ZodType>(schema: S) => ({ form: 'flat', schema }) as const
/** An answer with the message alone. */
export const nothing = { form: 'nothing', schema: z.undefined() } as const
/**
 * A redirect of the browser, 302 without a body; the handler returns the address. Failures are answered as for other calls.
 */
export const redirect = { form: 'redirect', schema: z.string() } as const
/** An xlsx file of rows with some of these columns, streamed; its name is the prefix and the time. */
export const spreadsheet = (prefix: string, columns: readonly string[]) =>
  ({ form: 'spreadsheet', schema: z.undefined(), prefix, columns }) as const
/** A zip archive of files, streamed; its name is the prefix and the time. */
export const archive = (prefix: string) => ({ form: 'archive', schema: z.undefined(), prefix }) as const
/** The file of an export that was prepared, streamed; its name is that of the export and the time of its rows. */
export const stored = (prefix: string) => ({ form: 'stored', schema: z.undefined(), prefix }) as const
/**
 * An xlsx file of what the call did. The handler's answer is kept for a repeated request, so its transaction leaves `base64` empty and
 * `complete` makes the file.
 */
export const workbook = {
  form: 'workbook',
  schema: z.object({ ref: z.string(), name: z.string(), base64: z.string() }),
} as const
/** The keys of an error's text; each call names its own. */
export type ErrorKey = 'Message' | 'message' | 'status_message' | 'error' | 'statusChannelReason'

export interface CallSpec {
  /** Verb and path, verbatim as the specification spells them. */
  at: At
  /** The path of its twin, by which a master asks the same over several of its merchants; see `twin.ts`. */
  masterAt?: At
  /** The schema of each path parameter: a {@link merchantRef}, the {@link ref} of an object, or a text. */
  params?: Readonly<Record<string, z.ZodType>>
  /**
   * The path parameter by whose values the call is told from another one at the same path. Its schema is a closed list: those
   * values are this call's, and every other value is the other's.
   */
  apartBy?: string
  /** The call is such a twin, over several merchants. */
  across?: true
  answer: Answer
  /** The rule of `access.ts` that the caller has to satisfy. */
  access: RuleName
  /** The rule for the call's objects of another kind. The gate asks for one of the two, the handler for that of the object. */
  orAccess?: RuleName
  query?: z.ZodType
  body?: z.ZodType
  /** Makes the call an upload: a multipart form with this file, and the body's fields as texts. */
  file?: FileSpec
  /** The faults that the handler adds to those of {@link faultsOf}. */
  faults?: readonly FaultName[]
  /** English success text, byte for byte as the specification has it; also the console's translation key. */
  notice?: string
  errorKeys?: readonly ErrorKey[]
  /** The body fields that the signature covers, with their names in the signature. */
  signed?: Readonly<Record<string, string>>
  /** A value of a body field with which the signature covers fewer fields. */
  signedLess?: { field: string; is: string; without: readonly string[] }
  /** The body field that makes the signature needed: a request without that field needs none. */
  signedWhen?: string
  /** The body field of the signature, where it is not `signature_hash`. */
  signedIn?: 'signature'
  /** The merchant's own server may call it too, by a token signed with the merchant's secret. */
  server?: true
  /**
   * The group of scopes that a server key needs for it: to read where the call only reads, else to write. A call of servers
   * without a group is closed to keys.
   */
  keyScope?: KeyGroup
  /** A merchant's server may call it without a token: the merchant's key and the signature suffice. Only of a signed call. */
  bySignature?: true
  /** How long the answer may wait for others once the effect is committed. */
  waitMs?: number
  /** The day since when integrations should leave the path, YYYY-MM-DD: answers carry the header `Deprecation` of RFC 9745. */
  deprecated?: string
  /** The most bytes of the body, where it may be larger than `limits.bodyBytes`. */
  mostBytes?: number
  /** The meaning of `Idempotency-Key`: `safe` needs none, `keyed` honours one, `required` refuses a request without. */
  repeat?: 'safe' | 'keyed' | 'required'
  /** The call is about the user themselves: the console never sends it in the name of a sub-merchant. */
  personal?: true
  /** A public call that a signed-in user may also make with their token, in their own name. */
  orUser?: true
  /** Allowed before the user has confirmed their e-mail address. */
  unverified?: true
  /** Allowed before a required second factor is set up. */
  beforeTwoStep?: true
  /** Allowed while the user views the console as other roles, since it changes only their own session. */
  whileViewing?: true
  /**
   * The answer is signed with the session's own key, so that the session's merchant is in scope beside the one asked about.
   */
  ownKey?: true
  /** Needs a step-up: a proof by the second factor or the password, at most five minutes old. */
  stepUp?: true
  /** Needs a user with a second factor of their own. Calls of a merchant's server need none. */
  secondFactor?: true
  /** The act's name in the audit log; absent for calls that only read. */
  audit?: AuditAction
  /** The reason why a call that changes something has no audit entry. */
  unaudited?: string
  /**
   * The kinds of objects whose changes make its answer stale: those that its input names, and any for a list. Open consoles
   * then ask again.
   */
  follows?: readonly ChangeKind[]
  /** A reading call that is audited, since it shows personal data such as a document. */
  sensitive?: true
  /** The rate limit of a caller; `normal` by default. */
  rate?: 'normal' | 'sign-in' | 'shopper'
  /**
   * A shopper's call that locks a row of the object in its path. Requests about one object are let into the database a few at a
   * time, so that those who wait for the row hold none of the connections that others need.
   */
  inTurn?: true
  /** The way in which the console shows a failure. */
  onFailure?: 'toast' | 'inline' | 'log'
}

export type Call<S extends CallSpec = CallSpec> = S & {
  kind: 'call'
  method: Method
  /** The path with its parameters in braces. */
  path: string
  paramNames: readonly string[]
  /** The twin over several merchants, for a master. */
  twin: Call | null
}

/** `params` is required exactly when the path has parameters. */
type NamesParams<S extends CallSpec> = [PathNames<S['at']>] extends [never]
  ? { params?: never }
  : { params: Readonly<Record<PathNames<S['at']>, z.ZodType>> }

/**
 * Declares one call. Route, checks, client, form validation, OpenAPI document and generated tests follow from it.
 * Throws when `params` do not match the path, and when `apartBy` names none that is a closed list.
 */
export const call = <const S extends CallSpec>(spec: S & NamesParams<S>): Call<S> => callOf<S>(spec)

function callOf<S extends CallSpec>(spec: S): Call<S> {
  const [method, path] = spec.at.split(' ') as [Method, string]
  const paramNames = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
  const declared = Object.keys(spec.params ?? {})
  if (declared.length !== paramNames.length || !paramNames.every((name) => declared.includes(name)))
    throw new Error(`${spec.at} declares params (${declared.join(', ')}) that are not those of its path`)
  if (spec.apartBy !== undefined && !(spec.params?.[spec.apartBy] instanceof z.ZodEnum))
    throw new Error(`${spec.at} is told apart by ${spec.apartBy}, which is no closed list`)
  const twin = spec.masterAt ? callOf(twinOf(spec, spec.masterAt)) : null
  return { ...spec, kind: 'call', method, path, paramNames, twin }
}
export const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'call'

type Parsed<S, Side extends 'in' | 'out'> = S extends z.ZodType
  ? Side extends 'in'
    ? z.input<S>
    : z.output<S>
  : undefined
type Row<A extends Answer, Side extends 'in' | 'out'> = Parsed<A['schema'], Side>
type Beside<A extends Answer, Side extends 'in' | 'out'> = A extends { beside: infer B extends z.ZodObject }
  ? Parsed<B, Side>
  : unknown
/** The parameters of a path: texts, of those that their schemas let pass. */
export type Path<C extends CallSpec> = {
  [K in PathNames<C['at']>]: C['params'] extends Record<K, z.ZodType<infer Value extends string>> ? Value : string
}
/** The decoded input of a handler. */
export interface Input<C extends CallSpec> {
  path: Path<C>
  query: Parsed<C['query'], 'out'>
  body: Parsed<C['body'], 'out'>
  file: C['file'] extends FileSpec ? UploadedFile : undefined
}
/** The output of a handler, before it is encoded. */
export type Output<C extends CallSpec> = C['answer']['form'] extends 'page' | 'dataPage'
  ? PageOf<Row<C['answer'], 'out'>> & Beside<C['answer'], 'out'>
  : C['answer'] extends { form: 'content'; beside: z.ZodObject }
    ? { content: Row<C['answer'], 'out'> } & Beside<C['answer'], 'out'>
    : C['answer'] extends { form: 'data'; beside: z.ZodObject }
      ? { data: Row<C['answer'], 'out'> } & Beside<C['answer'], 'out'>
      : Row<C['answer'], 'out'>
/** The input of a call as the console sends it. */
export type WireInput<C extends CallSpec> = {
  [K in 'path' | 'query' | 'body' as K extends 'path'
    ? [PathNames<C['at']>] extends [never] ? never : K
    : C[K & keyof C] extends z.ZodType ? K : never]: K extends 'path' ? Path<C> : Parsed<C[K & keyof C], 'in'>
} // prettier-ignore
export type WireOutput<C extends CallSpec> = C['answer']['form'] extends 'page' | 'dataPage'
  ? PageOf<Row<C['answer'], 'in'>> & Beside<C['answer'], 'in'>
  : Row<C['answer'], 'in'>

export interface PageOf<Row> {
  content: Row[]
  total_elements: number
  /** Whether counting stopped at the cap, so that the total is a lower bound. */
  total_capped: boolean
  next_cursor: string | null
  previous_cursor: string | null
  page: number
  size: number
}

/** A page as it stands within `data`. */
export interface DataPage<Row> {
  content: Row[]
  page: number
  size: number
  totalElements: number
  totalPages: number
  numberOfElements: number
  next_cursor: string | null
  previous_cursor: string | null
  total_capped: boolean
}
