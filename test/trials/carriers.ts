import { merchantFields, merchantParams, type Call } from '#contract/kit/call.ts'
import type { TestMerchant } from '#test/house.ts'
import { theSessionsOwn, type Objects } from '#test/objects.ts'
import { requestOf, type TestRequest } from '#test/request.ts'
import { fieldsOf } from '#test/sample.ts'

export interface Party {
  merchant: TestMerchant
  objects: Objects
  /** A sub-user of theirs. */
  subUserId: string
}
/** A request of one party's, with what it names of another put into some of its places. */
export interface Carried {
  place: string
  /** Whether it names another merchant, or only something of theirs. */
  names: 'merchant' | 'object'
  asked: TestRequest
  headers: Record<string, string>
}

const headersOfMerchants = [
  'x-client-key',
  'x-portone-client-key',
  'x-chaipay-client-key',
  'x-sub-merchant-key',
  'x-portone-submerchant-key',
  'x-chaipay-submerchant-key',
]

/** Every place in which a request can name a merchant or an object: each alone, and all at once. */
export function carriersOf(call: Call, own: Party, theirs: Party): Carried[] {
  const [mine, other] = [requestOf(call, own), requestOf(call, theirs)]
  const ofMerchants = merchantParams(call)
  const references = call.params.filter((name) => !own.objects.isWord(call, name))
  const inPath = references.map((name): Carried => {
    const value = other.path[name] === theSessionsOwn ? theirs.subUserId : (other.path[name] as string)
    return {
      place: `path.${name}`,
      names: ofMerchants.includes(name) ? 'merchant' : 'object',
      asked: { ...mine, path: { ...mine.path, [name]: value } },
      headers: {},
    }
  })
  const named = merchantFields(call.body)
  const fields = fieldsOf(call.body)
  const inBody = Object.keys(fields).flatMap((name): Carried[] => {
    if (!named.includes(name) && !theirs.objects.names(call, name)) return []
    const value = named.includes(name) ? theirs.merchant.key : theirs.objects.of(call, name)
    // Where several may be named, it stands beside our own.
    const several = Array.isArray(fields[name])
    const among = several ? (named.includes(name) ? [own.merchant.key, value] : [value]) : value
    return [
      {
        place: `body.${name}`,
        names: named.includes(name) ? 'merchant' : 'object',
        asked: { ...mine, body: { ...mine.body, [name]: among } },
        headers: {},
      },
    ]
  })
  const inHeaders = headersOfMerchants.map((header): Carried => ({
    place: header,
    names: 'merchant',
    asked: mine,
    headers: { [header]: theirs.merchant.key },
  }))
  const alone = [...inPath, ...inBody, ...inHeaders]
  const all: Carried = {
    place: 'all at once',
    names: 'merchant',
    asked: {
      path: Object.assign({}, mine.path, ...inPath.map(({ place, asked }) => only(asked.path, place))) as TestRequest['path'],
      body: mine.body && { ...mine.body, ...Object.assign({}, ...inBody.map(({ place, asked }) => only(asked.body ?? {}, place))) },
    },
    headers: Object.fromEntries(headersOfMerchants.map((header) => [header, theirs.merchant.key])),
  } // prettier-ignore
  return [...alone, all]
}

/** Of a path or body, the one that the place names. */
function only(of: Record<string, unknown>, place: string): Record<string, unknown> {
  const name = place.split('.')[1] as string
  return { [name]: of[name] }
}
