import { z } from 'zod'
import { Fault, type FieldError } from '#contract/faults.ts'
import type { Call } from '#contract/kit/call.ts'
import { signatureField } from '#contract/kit/signed-params.ts'
import { environment } from '#contract/kit/wire.ts'
import type { StoredFile } from './upload.ts'

/** The parts of a request before decoding. */
export interface RawInput {
  path: unknown
  query: unknown
  body: unknown
  /** The file of an upload. */
  file?: StoredFile
}
export interface ParsedInput {
  path: Record<string, string>
  query: Record<string, unknown>
  body: Record<string, unknown>
  file: StoredFile | undefined
}

/** The schemas of a call's input. Undeclared fields are refused. Any call may name its environment. */
export function inputSchemas(call: Call) {
  const path = z.strictObject(call.params ?? {})
  const query = call.query ?? z.strictObject({ environment: environment.optional() })
  const body = call.body ?? z.strictObject({})
  const parseAddress = (raw: RawInput): ParsedInput => ({
    path: decode(path, raw.path, 'path'),
    query: decode(query, raw.query, 'query'),
    body: {},
    file: undefined,
  })
  const parse = (raw: RawInput): ParsedInput => ({
    ...parseAddress(raw),
    body: decode(body, raw.body ?? {}, 'body'),
    file: raw.file,
  })
  const signature = call.signed && signatureField(call)
  return {
    /** Decodes path and query: the user and merchant must be known before the body is read. */
    parseAddress,
    parse,
    /** Decodes a request whose signature may be missing. */
    parseUnsigned(raw: RawInput): ParsedInput {
      const isSigned =
        signature === undefined || (raw.body as Record<string, unknown> | null)?.[signature] !== undefined
      if (isSigned) return parse(raw)
      // The schema asks for one.
      const input = parse({ ...raw, body: { ...(raw.body as object), [signature]: '-' } })
      const { [signature]: _, ...unsigned } = input.body
      return { ...input, body: unsigned }
    },
  }
}

function decode<T>(schema: z.ZodType, value: unknown, part: string): T {
  const result = schema.safeDecode(value as never)
  if (result.success) return result.data as T
  // A malformed reference in the path is answered like one that does not exist.
  if (part === 'path') throw new Fault('notFound')
  throw invalid(result.error.issues)
}

/** INVALID_AMOUNT when an amount is invalid, else INVALID_REQUEST_DATA; each field with a reason of one word. */
function invalid(issues: z.core.$ZodIssue[]): Fault {
  const errors = issues.flatMap(fieldErrors).slice(0, errorsMost)
  return new Fault(isOfAmount(issues[0]) ? 'invalidAmount' : 'invalidRequest', { errors })
}

/** That one answer names. */
const errorsMost = 20

/** The union branch with the best match, which is reported rather than every branch: of its type at all, if none else. */
function bestBranch({ errors }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] | undefined {
  const branches = errors.filter((branch) => branch.length > 0)
  return (
    branches.find((branch) =>
      branch.every((inner) => inner.code !== 'invalid_type' && inner.code !== 'invalid_value'),
    ) ??
    branches.find((branch) => branch.every(({ path }) => path.length > 0)) ??
    branches[0]
  )
}

/** Whether an issue, or the first one of the union branch that it is of, is about an amount. */
function isOfAmount(issue: z.core.$ZodIssue | undefined): boolean {
  if (issue?.code === 'invalid_union') return isOfAmount(bestBranch(issue)?.[0])
  return issue?.code === 'custom' && issue.params?.['money'] === true
}

/** What an issue of a schema says of its field, with a reason of one word. */
export function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, errorsMost).map((key) => ({
      path: [...issue.path.map(String), key].join('.').slice(0, 200),
      reason: 'unknown_field',
      text: 'This field is not known.',
    }))
  if (issue.code === 'invalid_union') {
    const best = bestBranch(issue)
    if (best)
      return best.flatMap((inner) =>
        fieldErrors({ ...inner, path: [...issue.path, ...inner.path] } as z.core.$ZodIssue),
      )
  }
  return [{ path, ...reasonOf(issue) }]
}

const words: Record<string, string> = {
  required: 'This is needed.',
  too_short: 'This is too short.',
  too_long: 'This is too long.',
  too_small: 'This is too small.',
  too_big: 'This is too large.',
  not_text: 'This text has characters that cannot be stored.',
  not_a_time: 'Write a time as YYYY-MM-DD HH:mm:ss.',
  not_a_country: 'Use the two letters of ISO 3166.',
  not_an_email: 'This is not an e-mail address.',
  not_a_phone: 'This is not a phone number.',
  not_https: 'Use an address that starts with https://.',
  not_a_time_zone: 'This is not a time zone.',
  not_a_url: 'Use an address that starts with https:// or http://.',
  not_a_number: 'This is not a number.',
  too_many_decimals: 'The currency has fewer decimals.',
  too_large: 'This is too large.',
  negative: 'This cannot be negative.',
  not_positive: 'This must be more than zero.',
  not_a_choice: 'This is not one of the choices.',
  too_many: 'There are too many.',
  too_early: 'This ends before it begins.',
  not_a_day: 'Write a day as YYYY-MM-DD.',
  not_a_scheme: 'This is not a code of the list EAS.',
  not_a_colour: 'Write a colour as #RRGGBB.',
  no_letter: 'This needs a letter.',
  no_digit: 'This needs a digit.',
  not_a_token: 'This is not the token of a link.',
  not_a_code: 'A code has six digits.',
  wrong_type: 'This has the wrong type.',
}

function reasonOf(issue: z.core.$ZodIssue): { reason: string; text: string } {
  if (issue.code === 'custom' && typeof issue.params?.['text'] === 'string')
    return { reason: issue.message, text: issue.params['text'] }
  const known = words[issue.message]
  if (known) return { reason: issue.message, text: known }
  if (issue.code === 'invalid_type' && issue.input === undefined)
    return { reason: 'required', text: words['required'] as string }
  if (issue.code === 'invalid_value') return { reason: 'not_a_choice', text: words['not_a_choice'] as string }
  const reason = issue.code === 'too_small' || issue.code === 'too_big' ? issue.code : 'wrong_type'
  return { reason, text: words[reason] as string }
}
