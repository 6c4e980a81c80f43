import { createHmac, randomUUID } from 'node:crypto'
import { closedLoop, type Paid } from './closed-loop.ts'
import { serveQuestions } from './process.ts'
import { openRaw, type RawConnection } from './raw-http.ts'
import type { Session } from './sign-in.ts'

/** Whole payments over HTTP: a signed link, then the shopper's attempt, which is completed when it is answered. */
export interface PayLoad {
  url: string
  session: Session
  currency: string
  connections: number
  seconds: number
}

serveQuestions<PayLoad>(null, async (load): Promise<Paid> => {
  const opened = await Promise.all(Array.from({ length: load.connections }, () => openRaw(load.url)))
  try {
    return await closedLoop(load, (connection) => pay(opened[connection] as RawConnection, load))
  } finally {
    for (const connection of opened) connection.close()
  }
})

async function pay(connection: RawConnection, { session, currency }: PayLoad): Promise<void> {
  const { user, token, signing_key } = session
  const order = randomUUID()
  const signed = {
    amount: '125',
    client_key: user.iamportKey,
    currency,
    failure_url: '',
    merchant_order_id: order,
    success_url: 'https://shop.example/thanks',
  }
  const link = await post<{ content: { link_ref: string } }>(
    connection,
    '/gateway/merchants/paymentLink',
    {
      chaipay_key: user.iamportKey,
      environment: 'sandbox',
      merchant_order_id: order,
      amount: 125,
      currency,
      customer_name: 'Mei Tan',
      email: 'mei.tan@example.com',
      description: 'Trail jacket, size M',
      success_url: signed.success_url,
      expiry_hours: 24,
      signature_hash: createHmac('sha256', signing_key).update(new URLSearchParams(signed).toString()).digest('base64'),
    },
    { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
  )
  await post(
    connection,
    `/gateway/api/checkout/${link.content.link_ref}/attempts`,
    { token: `tok_${order.replaceAll('-', '')}` },
    { 'idempotency-key': randomUUID() },
  )
}

const post = async <Answer>(
  connection: RawConnection,
  path: string,
  body: object,
  headers: Record<string, string>,
): Promise<Answer> => JSON.parse(await connection.post(path, JSON.stringify(body), headers)) as Answer
