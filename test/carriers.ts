import type { z } from 'zod'
import { faults, type FaultName, type FaultSpec } from '#contract/faults.ts'
import type { Call } from '#contract/kit/call.ts'
import { refFields, refKindOf, type RefKind } from '#contract/kit/refs.ts'
import { theSessionsOwn, type Objects } from './objects.ts'
import { requestOf, type TestRequest } from './request.ts'
import { fieldsOf } from './sample.ts'
import type { TestMerchant } from './test-app.ts'

export interface Party {
  merchant: TestMerchant
  objects: Objects
  /** A sub-user of theirs. */
  subUserId: string
}
/** A request of one party's, with what it names of another put into one of its places. */
export interface Carried {
  /** Such as `path.ref`, `query.iamport_key`, `body.refused.kyc_document` or the name of a header. */
  place: string
  kind: RefKind
  asked: TestRequest
  headers: Record<string, string>
  /** The same with a reference that does not exist. */
  absent: { asked: TestRequest; headers: Record<string, string> }
}

const headersOfMerchants = [
  'x-client-key',
  'x-portone-client-key',
  'x-chaipay-client-key',
  'x-sub-merchant-key',
  'x-portone-submerchant-key',
  'x-chaipay-submerchant-key',
]

/**
 * Every place in which a request can name a merchant or an object, found by the marks of the call's own schemas, each
 * with what is theirs in it: an object's reference, a merchant's key and its uuid.
 */
export function carriersOf(call: Call, own: Party, theirs: Party): Carried[] {
  const mine = requestOf(call, own)
  return [
    ...placesOf(call).flatMap(({ place, kind, put }) =>
      valuesOf(kind, theirs).map((value) => ({
        place,
        kind,
        asked: put(mine, value, own),
        headers: {},
        absent: { asked: put(mine, absentLike(value), own), headers: {} },
      })),
    ),
    ...[
      ...headersOfMerchants.map((header) => ({ header, kind: 'merchant' as const, value: theirs.merchant.key })),
      { header: 'x-sub-user-uuid', kind: 'ownUser' as const, value: theirs.subUserId },
    ].map(({ header, kind, value }) => ({
      place: header,
      kind,
      asked: mine,
      headers: { [header]: value },
      absent: { asked: mine, headers: { [header]: absentLike(value) } },
    })),
  ]
}

/** One request with theirs in every place at once. */
export function allCarriersOf(call: Call, own: Party, theirs: Party): Carried {
  const asked = placesOf(call).reduce(
    (request, { kind, put }) => put(request, valuesOf(kind, theirs)[0] as string, own),
    requestOf(call, own),
  )
  const headers = Object.fromEntries(headersOfMerchants.map((header) => [header, theirs.merchant.key]))
  return { place: 'all at once', kind: 'merchant', asked, headers, absent: { asked, headers } }
}

interface Place {
  place: string
  kind: RefKind
  put(request: TestRequest, value: string, own: Party): TestRequest
}

function placesOf(call: Call): Place[] {
  const inPath = Object.entries(call.params ?? {}).flatMap(([name, schema]): Place[] => {
    const kind = refKindOf(schema)
    const put: Place['put'] = (request, value) => ({ ...request, path: { ...request.path, [name]: value } })
    return kind ? [{ place: `path.${name}`, kind, put }] : []
  })
  return [...inPath, ...placesIn(call.query, 'query'), ...placesIn(call.body, 'body')]
}

function placesIn(schema: z.ZodType | undefined, part: 'query' | 'body'): Place[] {
  const samples = fieldsOf(schema)
  return refFields(schema).map(({ path, kind }) => ({
    place: `${part}.${path.join('.')}`,
    kind,
    put(request, value, own) {
      const whole = { ...samples, ...request[part] }
      const [top] = path
      // Where several merchants may be named, theirs stands beside our own.
      const among = kind === 'merchant' ? [own.merchant.key, value] : [value]
      return { ...request, [part]: { ...request[part], [top]: filled(whole, path, value, among)[top] } }
    },
  }))
}

function filled(
  whole: Record<string, unknown>,
  [name, ...rest]: readonly [string, ...string[]],
  value: string,
  among: string[],
): Record<string, unknown> {
  const before = whole[name]
  const [next, ...further] = rest
  if (next === undefined) return { ...whole, [name]: Array.isArray(before) ? among : value }
  const inside = (one: unknown) => filled(one as Record<string, unknown>, [next, ...further], value, among)
  return { ...whole, [name]: Array.isArray(before) ? before.map(inside) : inside(before) }
}

const valuesOf = (kind: RefKind, { merchant, objects, subUserId }: Party): string[] => {
  if (kind === 'merchant') return [merchant.key, merchant.merchantId]
  const value = objects.of(kind)
  return [value === theSessionsOwn ? subUserId : value]
}

/** A reference of the same form that does not exist. */
const absentLike = (value: string) =>
  /^[0-9a-f-]{36}$/.test(value) ? '01890a5d-ac96-774b-bcce-b302099a8057' : '3MN4gFZl69tsyk96DSUYZRbc8Lx'

/** How a call answers that there is no such object: with the code of its own, where the call declares that. */
export function unknownFault(kind: RefKind, { faults: declared = [] }: Pick<Call, 'faults'>): FaultSpec {
  const own = unknownFaults[kind]
  return faults[own && declared.includes(own) ? own : 'notFound']
}
/** Objects with a code of their own for it. */
const unknownFaults: Partial<Record<RefKind, FaultName>> = {
  channel: 'channelUnknown',
  price: 'priceUnknown',
  subscription: 'subscriptionUnknown',
  virtualAccount: 'virtualAccountUnknown',
  settlement: 'settlementUnknown',
}
