import type { z } from 'zod'
import type { Call } from '#contract/kit/call.ts'
import { refFields, refKindOf, type RefKind } from '#contract/kit/refs.ts'
import { needsSignature, signatureField, signedParams } from '#contract/kit/signed-params.ts'
import { sign } from '#server/kit/auth/signature.ts'
import type { Answer, TestApp, TestMerchant, TestSession } from './test-app.ts'
import { theSessionsOwn, type Objects } from './objects.ts'
import { form, formType } from './picture.ts'
import { sampleFile } from './sample-file.ts'
import { sampleOf } from './sample.ts'

/** A request to a call: its path's names, its query and its body. */
export interface TestRequest {
  path: Record<string, string>
  query?: Record<string, unknown> | undefined
  body: Record<string, unknown> | undefined
}

interface About {
  merchant: TestMerchant
  objects: Objects
}

/** A request that the call accepts, about the given party's merchant and objects; made from the declaration alone. */
export function requestOf(call: Call, about: About): TestRequest {
  const path = Object.entries(call.params ?? {}).map(([name, schema]) => {
    const kind = refKindOf(schema)
    return [name, kind ? valueOf(kind, about, 'merchantId') : sampleOf(schema)] as const
  })
  return {
    path: Object.fromEntries(path) as Record<string, string>,
    query: objectOf(call.query, about),
    body: objectOf(call.body, about),
  }
}

/** What the object must have, with the party's own references. */
function objectOf(schema: z.ZodType | undefined, about: About): Record<string, unknown> | undefined {
  if (!schema) return undefined
  const kinds = new Map(refFields(schema).flatMap(({ path, kind }) => (path.length === 1 ? [[path[0], kind]] : [])))
  const fields = Object.entries(sampleOf(schema) as object).map(([name, value]: [string, unknown]) => {
    const kind = kinds.get(name)
    if (kind) {
      const own = valueOf(kind, about, 'key')
      return [name, Array.isArray(value) ? [own] : own]
    }
    return [name, name === 'environment' ? 'sandbox' : value]
  })
  return Object.fromEntries(fields) as Record<string, unknown>
}
const valueOf = (kind: RefKind, { merchant, objects }: About, by: 'merchantId' | 'key') =>
  kind === 'merchant' ? merchant[by] : objects.of(kind)

export const addressOf = (call: Call, path: Record<string, string>, query: Record<string, unknown> = {}): string => {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  const filled = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(path[name] ?? ''))
  return asked ? `${filled}?${asked}` : filled
}

/** Sends it, signed with the session's key where the call is signed. */
export const send = async (
  testApp: TestApp,
  session: TestSession | null,
  call: Call,
  { path, query, body }: TestRequest,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const own = (value: string) => (value === theSessionsOwn ? (session?.subUserId ?? value) : value)
  const filled = Object.fromEntries(Object.entries(path).map(([name, value]) => [name, own(value)]))
  const address = addressOf(call, filled, query)
  if (call.file)
    return testApp.call(session, call.method, address, formOf(call, body), { 'content-type': formType, ...headers })
  const about = headers['x-sub-merchant-key'] ?? session?.merchant.key ?? ''
  // A call of before may have replaced it.
  if (session && call.signed) session.merchant.secret = await testApp.secretOf(session.merchant)
  const signed = session && body ? signedBody(call, body, { key: session.signingKey, about }) : body
  return testApp.call(session, call.method, address, signed, headers)
}

/** The body with its signature, where the call is signed; `about` is the key of the merchant that it leaves out. */
export function signedBody(
  call: Call,
  body: Record<string, unknown>,
  { key, about }: { key: string; about: string },
): Record<string, unknown> {
  if (!needsSignature(call, body)) return body
  return { ...body, [signatureField(call)]: sign(signedParams(call, body, about), key) }
}

/** The form of an upload: the body's fields, and a file that the call takes. */
export const formOf = (call: Call, body: Record<string, unknown> = {}): Buffer => {
  const fields = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))
  return form(fields, [sampleFile(call)])
}
