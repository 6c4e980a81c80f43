import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import pg from 'pg'
import { serveQuestions, taskOf } from './process.ts'

/** The lower bound of a list: Fastify and `pg` with the same ten rows of the same table, without authentication. */
const { ownerUrl } = taskOf<{ ownerUrl: string }>()
const pool = new pg.Pool({ connectionString: ownerUrl, max: 10 })
const app = fastify()

const newest = {
  name: 'newest',
  text: `select order_ref, merchant_order_ref, channel_order_ref, amount_minor as amount, currency, status, status_reason, payment_method,
      payment_sub_type, actual_payment_method, masked_card_number, card_brand, channel_key, shopper_name, shopper_email,
      link_ref, late, refunded_minor as refunded, refunding_minor as refunding, created_at,
      coalesce((select c.name from payment_channels c where c.merchant_id = payments.merchant_id
        and c.environment = payments.environment and c.channel_key = payments.channel_key), payments.channel_key) as payment_channel_name
    from payments where merchant_id = $1 and environment = $2 order by created_at desc, order_ref desc limit 10`,
}
app.post<{ Params: { id: string } }>('/payments/:id', async (request) => {
  const { rows } = await pool.query({ ...newest, values: [request.params.id, 'sandbox'] })
  return { content: rows }
})

await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
const close = () => app.close().then(() => pool.end())
serveQuestions({ url: `http://127.0.0.1:${port}` }, () => null, { atEnd: close })
