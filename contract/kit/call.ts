import { z } from 'zod'
import type { RuleName } from '#contract/access.ts'
import type { AuditAction } from '#contract/audit-actions.ts'
import type { FaultName } from '#contract/faults.ts'
import type { FileSpec, UploadedFile } from './file.ts'
import { refKindOf } from './refs.ts'
import { twinOf } from './twin.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type At = `${Method} /${string}`

/** The names in braces of a path literal. */
export type PathNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never

/** How an answer is laid out; see docs/requests.md. */
export type Answer<S extends z.ZodType = z.ZodType> =
  | { form: 'content'; schema: S }
  | { form: 'page'; schema: S; beside?: z.ZodObject }
  | { form: 'nothing'; schema: S }
  | { form: 'redirect'; schema: S }
  | { form: 'spreadsheet'; schema: S; prefix: string; columns: readonly string[] }
/** `{message, status_code, status_reason, content}`. */
export const content = <S extends z.ZodType>(schema: S) => ({ form: 'content', schema }) as const
/** A page of rows: `content` and the paging fields at the top, with what the call says `beside` them. */
export function page<S extends z.ZodType>(schema: S): { readonly form: 'page'; readonly schema: S }
export function page<S extends z.ZodType, B extends z.ZodObject>(
  schema: S,
  beside: B,
): { readonly form: 'page'; readonly schema: S; readonly beside: B }
export function page(schema: z.ZodType, beside?: z.ZodObject) {
  return { form: 'page', schema, ...(beside && { beside }) } as const
}
/** Only the message. */
export const nothing = { form: 'nothing', schema: z.undefined() } as const
/**
 * The browser is sent on, with 302 and no body: the handler gives back the address. A failure is told like any other.
 */
export const redirect = { form: 'redirect', schema: z.string() } as const
/** An xlsx file of rows with some of these columns, streamed; its name is the prefix and the time. */
export const spreadsheet = (prefix: string, columns: readonly string[]) =>
  ({ form: 'spreadsheet', schema: z.undefined(), prefix, columns }) as const
/** The keys that an error's text travels under; each call names its own. */
export type ErrorKey = 'Message' | 'message' | 'status_message' | 'error' | 'statusChannelReason'

export interface CallSpec {
  /** Verb and path, verbatim as the specification spells them. */
  at: At
  /** The path of its twin, by which a master asks the same over several of its merchants; see `twin.ts`. */
  masterAt?: At
  /** What each name in braces is: a {@link merchantRef}, the {@link ref} of an object, or a word. */
  params?: Readonly<Record<string, z.ZodType>>
  /** It is such a twin: about several merchants at once. */
  across?: true
  answer: Answer
  /** Who may call it: a rule of `access.ts`. */
  access: RuleName
  query?: z.ZodType
  body?: z.ZodType
  /** Makes the call an upload: a multipart form with this file, and the body's fields as texts. */
  file?: FileSpec
  /** The faults that a caller has to expect beyond those of the gate. */
  faults?: readonly FaultName[]
  /** English success text, byte for byte as the specification has it; also the console's translation key. */
  notice?: string
  errorKeys?: readonly ErrorKey[]
  /** The body fields that `signature_hash` is over, by the name each has in the signature. */
  signed?: Readonly<Record<string, string>>
  /** The body field that the signature travels in, where it is not `signature_hash`. */
  signedIn?: 'signature'
  /** The merchant's own server may call it too, by a token that it has signed with the merchant's secret. */
  server?: true
  /** What an `Idempotency-Key` means: `safe` nothing to repeat, `keyed` honoured when sent, `required`. */
  repeat?: 'safe' | 'keyed' | 'required'
  /** It is about the user, whomever they act for: the console never sends it in another merchant's name. */
  personal?: true
  /** A public call that a signed-in user may make too, by their token: then it is theirs, and may change things. */
  orUser?: true
  /** Also for a user who has not confirmed their e-mail address yet. */
  unverified?: true
  /** Also for a user who has to set up two-step verification first. */
  beforeTwoStep?: true
  /** Also for a user who views the console as other roles: it changes nothing but their own session. */
  whileViewing?: true
  /**
   * Its answer is made with the session's own key, for which its own merchant is in reach beside the one asked about.
   */
  ownKey?: true
  /** Asks for a fresh proof of who is there: the second factor or the password, at most five minutes ago. */
  stepUp?: true
  /** The act's name in the audit log; reading calls that need no row leave it out. */
  audit?: AuditAction
  /** Why the audit log has no row of it, although it changes something: what it changes is no act. */
  unaudited?: string
  /** It changes nothing, and still has a row: what it shows is somebody's own, such as a document. */
  sensitive?: true
  /** How often one caller may: `normal` unless said otherwise. */
  rate?: 'normal' | 'sign-in' | 'shopper'
  /** How the console shows a failure of this call. */
  onFailure?: 'toast' | 'inline' | 'log'
}

export type Call<S extends CallSpec = CallSpec> = S & {
  kind: 'call'
  method: Method
  /** The path with its braces. */
  path: string
  paramNames: readonly string[]
  /** The same over several merchants, for a master. */
  twin: Call | null
}

/** A path with names in braces says what each of them is. */
type NamesParams<S extends CallSpec> = [PathNames<S['at']>] extends [never]
  ? { params?: never }
  : { params: Readonly<Record<PathNames<S['at']>, z.ZodType>> }

/**
 * Declares one call: route, checks, client, form validation, OpenAPI and generated tests all come from it. Throws when
 * `params` are not the names of the path.
 */
export const call = <const S extends CallSpec>(spec: S & NamesParams<S>): Call<S> => callOf<S>(spec)

function callOf<S extends CallSpec>(spec: S): Call<S> {
  const [method, path] = spec.at.split(' ') as [Method, string]
  const paramNames = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
  const declared = Object.keys(spec.params ?? {})
  if (declared.length !== paramNames.length || !paramNames.every((name) => declared.includes(name)))
    throw new Error(`${spec.at} declares the params ${declared.join(', ') || 'of no name'}`)
  const twin = spec.masterAt ? callOf(twinOf(spec, spec.masterAt)) : null
  return { ...spec, kind: 'call', method, path, paramNames, twin }
}
export const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'call'

/** The default for how a call repeats: reading needs no key. */
export function repeatOf(spec: CallSpec): 'safe' | 'keyed' | 'required' {
  const reads = spec.at.startsWith('GET') || spec.answer.form === 'page' || spec.answer.form === 'spreadsheet'
  return spec.repeat ?? (reads ? 'safe' : 'keyed')
}

/**
 * Whether a call changes nothing: there is nothing to repeat, and but for files and what is sensitive, nothing to
 * write down.
 */
export const onlyReads = (spec: CallSpec): boolean =>
  spec.answer.form === 'spreadsheet' ||
  (repeatOf(spec) === 'safe' && (spec.audit === undefined || spec.sensitive === true) && !spec.orUser)

type Parsed<S, Side extends 'in' | 'out'> = S extends z.ZodType
  ? Side extends 'in'
    ? z.input<S>
    : z.output<S>
  : undefined
type Row<A extends Answer, Side extends 'in' | 'out'> = Parsed<A['schema'], Side>
type Beside<A extends Answer, Side extends 'in' | 'out'> = A extends { beside: infer B extends z.ZodObject }
  ? Parsed<B, Side>
  : unknown
export type Path<C extends CallSpec> = Record<PathNames<C['at']>, string>
/** What a handler gets: decoded. */
export interface Input<C extends CallSpec> {
  path: Path<C>
  query: Parsed<C['query'], 'out'>
  body: Parsed<C['body'], 'out'>
  file: C['file'] extends FileSpec ? UploadedFile : undefined
}
/** What a handler gives back: to be encoded. */
export type Output<C extends CallSpec> = C['answer']['form'] extends 'page'
  ? PageOf<Row<C['answer'], 'out'>> & Beside<C['answer'], 'out'>
  : Row<C['answer'], 'out'>
/** What the console sends and gets. */
export type WireInput<C extends CallSpec> = {
  [K in 'path' | 'query' | 'body' as K extends 'path'
    ? [PathNames<C['at']>] extends [never] ? never : K
    : C[K & keyof C] extends z.ZodType ? K : never]: K extends 'path' ? Path<C> : Parsed<C[K & keyof C], 'in'>
} // prettier-ignore
export type WireOutput<C extends CallSpec> = C['answer']['form'] extends 'page'
  ? PageOf<Row<C['answer'], 'in'>> & Beside<C['answer'], 'in'>
  : Row<C['answer'], 'in'>

export interface PageOf<Row> {
  content: Row[]
  total_elements: number
  /** The total was only counted up to the cap; there are at least as many. */
  total_capped: boolean
  next_cursor: string | null
  previous_cursor: string | null
  page: number
  size: number
}

/**
 * The path parameters that refer to an object of the merchant's, in the order of the path; the merchant itself is
 * none.
 */
export const objectParams = (call: Call): string[] =>
  call.paramNames.filter((name) => {
    const kind = kindOfParam(call, name)
    return kind !== null && kind !== 'merchant'
  })

/** The path parameters that name a merchant. */
export const merchantParams = (call: Call): string[] =>
  call.paramNames.filter((name) => kindOfParam(call, name) === 'merchant')

const kindOfParam = (call: Call, name: string) => {
  const schema = call.params?.[name]
  return schema ? refKindOf(schema) : null
}
