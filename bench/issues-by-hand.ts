import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { timeouts } from '#server/kit/timeouts.ts'
import { prepared, type Values } from './named-values.ts'
import { serveQuestions, taskOf } from './process.ts'
import type { Issued } from './issue-load.ts'

/**
 * The lower bound of issuing an invoice: the same rows in the same tables by hand, as the schema's owner, over as many connections as
 * the API has. No gate, no row-level security, no reads of the invoice, of the seller or of what the answer says.
 */
const { ownerUrl, merchantId } = taskOf<{ ownerUrl: string; merchantId: string }>()
const pool = new pg.Pool({ connectionString: ownerUrl, max: timeouts.poolConnections })

const own = `:merchant::uuid, 'sandbox'`
/** Those that an issue needs; the counter comes last but for the invoice, which has its number, since all wait for its row until the commit. */
const before = [
  `insert into timeline values (${own}, 'invoice', :ref, gen_random_uuid(), now(), 'issued', 'Bench', '{"number":"HAND-2026-00001"}')`,
  `insert into audit_events values (${own}, gen_random_uuid(), now(), :merchant::uuid, :merchant::uuid, 'Bench', 'invoice.update', :ref,
     'done', '', '127.0.0.1', '')`,
  `insert into idempotency_keys values (${own}, 'hand', :id, 'updateInvoice', :print, 200, :answer, now())`,
  `insert into invoice_deltas (merchant_id, environment, currency, due_date, invoices, due_minor)
   values (${own}, 'MYR', current_date + 30, 1, 108500)`,
  `insert into pgboss.job_common (name, data, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay,
     retry_backoff, retry_delay_max, policy, heartbeat_seconds)
   values ('expire-payable', jsonb_build_object('kind', 'invoice', 'ref', :ref::text, 'merchantId', :merchant::uuid,
     'environment', 'sandbox'), now() + interval '31 days', now() + interval '45 days', 120, 600, 1000, 1, true, 60, 'standard', 10)`,
].map((text, at) => prepared(text, `issue ${at}`))
const draw = prepared(
  `insert into invoice_series as s (merchant_id, environment, series, stem, counter, last_at)
   values (${own}, 'invoice', 'HAND-2026-#', 1, now())
   on conflict (merchant_id, environment, series, stem) do update set counter = s.counter + 1, last_at = greatest(s.last_at, now())
   returning counter`,
  'draw',
)
const issue = prepared(
  `update invoices set status = 'sent', sent_at = now(), updated_at = now(), stem = 'HAND-2026-#', counter = :counter::bigint,
     invoice_number = 'HAND-2026-' || lpad(:counter::text, 5, '0'), seller = :seller
   where merchant_id = :merchant::uuid and environment = 'sandbox' and invoice_ref = :ref and status = 'created'`,
  'issue',
)

const valuesOf = (ref: string): Values => ({
  merchant: merchantId,
  ref,
  id: randomUUID(),
  print: randomBytes(32),
  answer: JSON.stringify({ message: 'SUCCESS', content: 'x'.repeat(3_000) }),
  seller: JSON.stringify({
    legal_name: 'Borneo Coffee Sdn. Bhd.',
    country_code: 'MY',
    terms: 'Payable within 30 days.',
  }),
})

async function issueOne(ref: string): Promise<void> {
  const client = await pool.connect()
  const values = valuesOf(ref)
  try {
    await client.query('begin')
    for (const statement of before) await client.query(statement(values))
    const { rows } = await client.query<{ counter: string }>(draw(values))
    const { rowCount } = await client.query(issue({ ...values, counter: rows[0]?.counter }))
    await client.query('commit')
    if (rowCount !== 1) throw new Error('a draft that was not issued')
  } finally {
    client.release()
  }
}

serveQuestions<{ refs: readonly string[]; connections: number }>(
  null,
  async ({ refs, connections }): Promise<Issued> => {
    const waiting = refs.values()
    const began = performance.now()
    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (const ref of waiting) await issueOne(ref)
      }),
    )
    return { seconds: (performance.now() - began) / 1_000 }
  },
  { atEnd: () => pool.end() },
)
