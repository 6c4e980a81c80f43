import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { newReference } from '#server/kit/auth/token.ts'
import { closedLoop, type Looped } from './closed-loop.ts'
import { serveQuestions, taskOf } from './process.ts'

/**
 * The lower bound of a payment: the same rows in the same tables, one hand-written statement for each of the four
 * moments that have to be durable (the link, the attempt, the request to the provider, the outcome), as the schema's
 * owner: no gate, no signature, no row-level security and no reads of earlier rows.
 */
const { ownerUrl, merchantId, currency, connections } = taskOf<{
  ownerUrl: string
  merchantId: string
  currency: string
  connections: number
}>()
const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: ownerUrl }))
await Promise.all(clients.map((client) => client.connect()))

const own = '$1::uuid, $2::text'
const mine = 'merchant_id = $1::uuid and environment = $2::text'
const jobColumns = `(name, data, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay,
  retry_backoff, retry_delay_max, policy, heartbeat_seconds)`
const jobTerms = `120, 600, 1000, 1, true, 60, 'standard', 10`
const tell = (type: string, ref: string, event: string) =>
  `(${own}, '${type}', ${ref}, gen_random_uuid(), now(), '${event}', 'Borneo admin', '{}'::jsonb)`

const quarter = `date_bin('15 minutes', now(), 'epoch')`
const intoDeltas = `insert into payment_deltas (merchant_id, environment, bucket, currency, status, payment_method, channel_key,
        payments, amount_minor, fee_minor, fee_tax_minor, held_minor)`

const createLink = {
  name: 'link',
  text: `with link as (
      insert into payment_links (merchant_id, environment, link_ref, merchant_order_ref, amount_minor, currency, country,
        customer_name, customer_name_lower, email, email_lower, phone, description, status, source, created_at, created_by,
        expiry_hours, expires_at, success_url, failure_url, merchant_back_url, merchant_name, merchant_logo, promo_code,
        promo_discount_minor, shipping_charges_minor, billing_line_1, billing_line_2, billing_city, billing_country,
        user_configured_fields, notify_by_email, notify_by_phone, late_payment, ip_address)
      values (${own}, $3, $4, 12500, $5, 'MY', 'Mei Tan', 'mei tan', 'mei.tan@example.com', 'mei.tan@example.com', '',
        'Trail jacket, size M', 'created', 'default', now(), 'Borneo admin', 24, now() + interval '24 hours',
        'https://shop.example/thanks', '', '', 'Borneo Coffee', '', '', 0, 0, '', '', '', '', array['', '', '', '', ''],
        false, false, 'accept', '127.0.0.1')
    ), told as (
      insert into timeline values ${tell('payment_link', '$3', 'created')}
    ), audited as (
      insert into audit_events values (${own}, gen_random_uuid(), now(), $1::uuid, $1::uuid, 'Borneo admin', 'payment-link.create', $3,
        'done', '', '127.0.0.1', '')
    ), kept as (
      insert into idempotency_keys values (${own}, 'hand', $6, 'createPaymentLink', $7, 200, $8, now())
    ) insert into pgboss.job_common ${jobColumns}
      select 'expire-payable', jsonb_build_object('kind', 'link', 'ref', $3::text, 'merchantId', $1::uuid, 'environment', $2::text),
        now() + interval '24 hours', now() + interval '15 days', ${jobTerms}`,
}
const startAttempt = (sums: boolean) => ({
  name: sums ? 'attempt' : 'attempt without sums',
  text: `with link as (
      update payment_links set status = 'processing' where ${mine} and link_ref = $3
    ), payment as (
      insert into payments (merchant_id, environment, order_ref, merchant_order_ref, payable_kind, payable_ref, amount_minor, currency, status,
        payment_method, channel_key, channel_token, shopper_name, shopper_email, shopper_email_lower, shopper_phone,
        shopper_address, shopper_ip, device_info, description, source, created_at, updated_at)
      values (${own}, $4, $5, 'link', $3, 12500, $6, 'Initiated', 'CARD', 'SIMULATOR', $7, 'Mei Tan', 'mei.tan@example.com',
        'mei.tan@example.com', '', '', '127.0.0.1', '', 'Trail jacket, size M', 'payment_link', now(), now())
    ), ${
      sums
        ? `counted as (
      ${intoDeltas} values (${own}, ${quarter}, $6, 'Initiated', 'CARD', 'SIMULATOR', 1, 12500, 0, 0, 0)
    ), `
        : ''
    }told as (
      insert into timeline values ${tell('payment', '$4', 'initiated')}, ${tell('payment_link', '$3', 'attempt_initiated')}
    ), kept as (
      insert into idempotency_keys values (${own}, 'hand', $7, 'startAttempt', $8, 200, $9, now())
    ) insert into pgboss.job_common ${jobColumns}
      select 'settle-payment', jsonb_build_object('orderRef', $4::text, 'merchantId', $1::uuid, 'environment', $2::text), now(),
        now() + interval '14 days', ${jobTerms}`,
})
const markAsked = {
  name: 'asked',
  text: `update payments set channel_asked_at = now() where ${mine} and order_ref = $3`,
}
const settle = (sums: boolean) => ({
  name: sums ? 'settle' : 'settle without sums',
  text: `with payment as (
      update payments set status = 'Success', previous_status = status, updated_at = now(), channel_token = null, channel_order_ref = 'pay_' || $3,
        masked_card_number = '424242******4242', card_brand = 'visa', fee_minor = 393, fee_tax_minor = 31
      where ${mine} and order_ref = $3
    ), ${
      sums
        ? `counted as (
      ${intoDeltas} values (${own}, ${quarter}, $6, 'Success', 'CARD', 'SIMULATOR', 1, 12500, 393, 31, 0),
        (${own}, ${quarter}, $6, 'Initiated', 'CARD', 'SIMULATOR', -1, -12500, 0, 0, 0)
    ), `
        : ''
    }link as (
      update payment_links set status = 'success' where ${mine} and link_ref = $4
    ), transfer as (
      insert into ledger_transfers values (${own}, $5, 'payment.captured', 'payment:' || $3 || ':captured', 'payment', $3, now())
    ), entries as (
      insert into ledger_entries values (${own}, $5, 1, 'psp_receivable:SIMULATOR', $6, 12500),
        (${own}, $5, 2, 'merchant_pending', $6, -12076), (${own}, $5, 3, 'fee_income', $6, -393), (${own}, $5, 4, 'fee_tax_payable', $6, -31)
    ), noticed as (
      insert into notices (merchant_id, notice_id, environment, kind, facts, created_at)
      values ($1::uuid, $7::uuid, $2::text, 'link_paid', jsonb_build_object('link_ref', $4::text, 'amount', '125 MYR'), now())
    ), queued as (
      insert into pgboss.job_common ${jobColumns}
      select 'tell-notice', jsonb_build_object('noticeId', $7::uuid, 'merchantId', $1::uuid, 'environment', $2::text), now(),
        now() + interval '14 days', ${jobTerms}
    ) insert into timeline values ${tell('payment', '$3', 'captured')}, ${tell('payment_link', '$4', 'paid')}`,
})
const withSums = { startAttempt: startAttempt(true), settle: settle(true) }
const withoutSums = { startAttempt: startAttempt(false), settle: settle(false) }

const print = randomBytes(32)
const answer = JSON.stringify({ message: 'Payment Link Created successfully', content: 'x'.repeat(1_200) })
const attemptAnswer = JSON.stringify({ message: 'SUCCESS', content: 'x'.repeat(100) })

async function pay(connection: number, ways: typeof withSums): Promise<void> {
  const client = clients[connection] as pg.Client
  const [linkRef, orderRef] = [newReference(new Date()), newReference(new Date())]
  const [order, transfer] = [randomUUID(), randomUUID()]
  const run = (statement: { name: string; text: string }, values: unknown[]) =>
    client.query({ ...statement, values: [merchantId, 'sandbox', ...values] })
  await run(createLink, [linkRef, order, currency, randomUUID(), print, answer])
  await run(ways.startAttempt, [linkRef, orderRef, order, currency, randomUUID(), print, attemptAnswer])
  await run(markAsked, [orderRef])
  await run(ways.settle, [orderRef, linkRef, transfer, currency, randomUUID()])
}

/** With `sums` each change of state also writes the rows of the roll-ups, as the product does. */
serveQuestions<{ seconds: number; sums: boolean }>(
  null,
  ({ seconds, sums }): Promise<Looped> =>
    closedLoop({ connections, seconds }, (connection) => pay(connection, sums ? withSums : withoutSums)),
  { atEnd: () => Promise.all(clients.map((client) => client.end())) },
)
