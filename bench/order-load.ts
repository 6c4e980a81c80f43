import { randomUUID } from 'node:crypto'
import { closedLoop, type Looped } from './closed-loop.ts'
import { post } from './make-link.ts'
import { sizeField, unitPrice } from './make-page.ts'
import { serveQuestions } from './process.ts'
import { openRaw, type RawConnection } from './raw-http.ts'

/** Orders at one page over HTTP: each buyer has an address of their own, and orders again once they are answered. */
export interface OrderLoad {
  url: string
  pageRef: string
  buyers: number
  seconds: number
}

serveQuestions<OrderLoad>(null, async ({ url, pageRef, buyers: connections, seconds }): Promise<Looped> => {
  const opened = await Promise.all(Array.from({ length: connections }, () => openRaw(url)))
  const path = `/gateway/api/checkout/pages/${pageRef}/orders`
  try {
    return await closedLoop({ connections, seconds }, async (buyer) => {
      const headers = { 'idempotency-key': randomUUID(), 'x-forwarded-for': `198.51.100.${buyer}` }
      await post(opened[buyer] as RawConnection, path, order, headers)
    })
  } finally {
    for (const connection of opened) connection.close()
  }
})

const order = {
  version: 1,
  seen_total: unitPrice,
  quantity: 1,
  name: 'Mei Tan',
  email: 'mei.tan@example.com',
  fields: { [sizeField]: 'M' },
  language: 'en',
}
