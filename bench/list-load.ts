import type { Load } from './load.ts'

type Readers = readonly { merchantId: string; token: string }[]
const json = { 'content-type': 'application/json' }
const asked = { body: '{}', connections: 32 }

/** The first page of each merchant's payments, requested from the API one merchant after the other. */
export const ourLists = (url: string, readers: Readers): Omit<Load, 'seconds'> => ({
  ...asked,
  url,
  requests: readers.map(({ merchantId, token }) => ({
    path: `/gateway/merchant/${merchantId}/payments`,
    headers: { ...json, authorization: `Bearer ${token}` },
  })),
})

/** The same pages under the path that merchants' servers know. */
export const serverLists = (url: string, readers: Readers): Omit<Load, 'seconds'> => ({
  ...asked,
  body: '{"page":1,"size":10}',
  url,
  requests: readers.map(({ merchantId, token }) => ({
    path: `/gateway/api/merchant/${merchantId}/fetch-all-payments`,
    headers: { ...json, authorization: `Bearer ${token}` },
  })),
})

/** The same pages, asked of the bare server. */
export const bareLists = (url: string, readers: Readers): Omit<Load, 'seconds'> => ({
  ...asked,
  url,
  requests: readers.map(({ merchantId }) => ({ path: `/payments/${merchantId}`, headers: json })),
})
