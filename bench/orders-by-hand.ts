import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import { newReference } from '#server/kit/auth/token.ts'
import { timeouts } from '#server/kit/timeouts.ts'
import { closedLoop, type Looped } from './closed-loop.ts'
import { prepared, type Values } from './named-values.ts'
import { serveQuestions, taskOf } from './process.ts'

/**
 * The lower bound of an order: the same rows in the same tables by hand, as the schema's owner, over as many connections as the
 * API has. No gate, no row-level security, and no reads of the page or of what others hold.
 */
const { ownerUrl, merchantId, pageRef, currency } = taskOf<{
  ownerUrl: string
  merchantId: string
  pageRef: string
  currency: string
}>()
const pool = new pg.Pool({ connectionString: ownerUrl, max: timeouts.poolConnections })

const own = `:merchant::uuid, 'sandbox'`
const count = (
  step: string,
) => `insert into page_funnel as f values (${own}, :page, current_date, 'en', '${step}', :slot, 1)
  on conflict (merchant_id, environment, page_ref, day, language, step, slot) do update set count = f.count + 1`
/** Those that an order needs; that of the stock comes last, since all buyers wait for its row until the commit. */
const statements = [
  count('began'),
  `insert into page_orders (merchant_id, environment, order_ref, page_ref, merchant_order_ref, status, version, quantity, unit_minor,
     amount_minor, currency, country, title, language, name, email, phone, answers, ip_address, limited, units, attempt_ref, tried,
     expires_at, created_at)
   values (${own}, :order, :page, :id, 'created', 1, 1, 1250, 1250, :currency, 'MY', 'Trail jacket', 'en', 'Mei Tan',
     'mei.tan@example.com', '', '{"fsize000":"M"}', :address, true, 'reserved', '', false, now() + interval '5 minutes', now())`,
  count('ordered'),
  `insert into stock_movements values (${own}, :page, gen_random_uuid(), 'reserved', :order, 1, '', now())`,
  `insert into timeline values (${own}, 'page_order', :order, gen_random_uuid(), now(), 'created', '', '{"quantity":"1","version":"1"}')`,
  `insert into idempotency_keys values (${own}, 'hand', :id, 'createPageOrder', :print, 200, :answer, now())`,
  `insert into pgboss.job_common (name, data, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay,
     retry_backoff, retry_delay_max, policy, heartbeat_seconds)
   values ('expire-payable', jsonb_build_object('kind', 'page_order', 'ref', :order::text, 'merchantId', :merchant::uuid,
     'environment', 'sandbox'), now() + interval '5 minutes', now() + interval '14 days', 120, 600, 1000, 1, true, 60, 'standard', 10)`,
  `update page_stocks set available = available - 1, reserved = reserved + 1
   where merchant_id = :merchant::uuid and environment = 'sandbox' and page_ref = :page and available >= 1`,
]

const valuesOf = (buyer: number): Values => ({
  merchant: merchantId,
  page: pageRef,
  currency,
  order: newReference(new Date()),
  id: randomUUID(),
  slot: randomInt(8),
  address: `198.51.100.${buyer}`,
  print: randomBytes(32),
  answer: JSON.stringify({ message: 'SUCCESS', content: 'x'.repeat(150) }),
})

const each = statements.map((text, at) => prepared(text, `order ${at}`))
/** The same as one statement, which is a transaction by itself. */
const atOnce = prepared(
  `with ${statements
    .slice(0, -1)
    .map((text, at) => `part${at} as (${text})`)
    .join(', ')} ${statements.at(-1)}`,
  'order',
)

async function order(buyer: number, inOneStatement: boolean): Promise<void> {
  const client = await pool.connect()
  const values = valuesOf(buyer)
  try {
    let taken: pg.QueryResult | undefined
    if (inOneStatement) taken = await client.query(atOnce(values))
    else {
      await client.query('begin')
      for (const statement of each) taken = await client.query(statement(values))
      await client.query('commit')
    }
    if (taken?.rowCount !== 1) throw new Error('an order without units')
  } finally {
    client.release()
  }
}

serveQuestions<{ buyers: number; seconds: number; inOneStatement: boolean }>(
  null,
  ({ buyers, seconds, inOneStatement }): Promise<Looped> =>
    closedLoop({ connections: buyers, seconds }, (buyer) => order(buyer, inOneStatement)),
  { atEnd: () => pool.end() },
)
