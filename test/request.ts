import { merchantFields, merchantParams, type Call } from '#contract/kit/call.ts'
import type { Answer, TestHouse, TestMerchant, TestSession } from './house.ts'
import { theSessionsOwn, type Objects } from './objects.ts'
import { form, formType } from './picture.ts'
import { sampleFile } from './sample-file.ts'
import { sampleOf } from './sample.ts'

/** A request to a call, with its path's names and its body. */
export interface TestRequest {
  path: Record<string, string>
  body: Record<string, unknown> | undefined
}

/** A request that the call accepts, about the given party's merchant and objects; made from the declaration alone. */
export function requestOf(
  call: Call,
  { merchant, objects }: { merchant: TestMerchant; objects: Objects },
): TestRequest {
  const merchants = merchantParams(call)
  const path = Object.fromEntries(
    call.params.map((name) => [name, merchants.includes(name) ? merchant.merchantId : objects.of(call, name)]),
  )
  if (!call.body) return { path, body: undefined }
  const sample = sampleOf(call.body) as Record<string, unknown>
  const body = Object.fromEntries(
    Object.entries(sample).map(([name, value]) => {
      if (merchantFields(call.body).includes(name)) return [name, merchant.key]
      if (objects.names(call, name)) return [name, objects.of(call, name)]
      return [name, name === 'environment' ? 'sandbox' : value]
    }),
  )
  return { path, body }
}

export const addressOf = (call: Call, path: Record<string, string>): string =>
  call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(path[name] ?? ''))

export const send = (
  house: TestHouse,
  session: TestSession | null,
  call: Call,
  { path, body }: TestRequest,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const own = (value: string) => (value === theSessionsOwn ? (session?.subUserId ?? value) : value)
  const filled = Object.fromEntries(Object.entries(path).map(([name, value]) => [name, own(value)]))
  const address = addressOf(call, filled)
  return call.file
    ? house.call(session, call.method, address, formOf(call, body), { 'content-type': formType, ...headers })
    : house.call(session, call.method, address, body, headers)
}

/** The form of an upload: the body's fields, and a file that the call takes. */
const formOf = (call: Call, body: Record<string, unknown> = {}): Buffer => {
  const fields = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))
  return form(fields, [sampleFile(call)])
}
