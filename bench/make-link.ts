import { createHmac, randomUUID } from 'node:crypto'
import type { RawConnection } from './raw-http.ts'
import type { Session } from './sign-in.ts'

/** A signed link as a merchant's server makes it; its order and its reference. */
export async function makeLink(
  connection: RawConnection,
  { session, currency }: { session: Session; currency: string },
): Promise<{ order: string; linkRef: string }> {
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
      signature_hash: signatureOf(signed, signing_key),
    },
    { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
  )
  return { order, linkRef: link.content.link_ref }
}

export const signatureOf = (parameters: Record<string, string>, key: string): string =>
  createHmac('sha256', key).update(new URLSearchParams(parameters).toString()).digest('base64')

export const post = async <Answer>(
  connection: RawConnection,
  path: string,
  body: object,
  headers: Record<string, string>,
): Promise<Answer> => JSON.parse(await connection.post(path, JSON.stringify(body), headers)) as Answer
