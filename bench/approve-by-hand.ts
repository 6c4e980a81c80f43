import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { payeeUuid, otherMaker, type Desk } from './payout-desk.ts'
import { prepared } from './named-values.ts'

const mine = `merchant_id = :merchant::uuid and environment = 'sandbox'`
const own = `:merchant::uuid, 'sandbox'`
const each = `from unnest(:refs::text[], :keys::text[], :transfers::uuid[]) as each (ref, key, transfer)`
const day = (period: string) =>
  `date_trunc('${period}', now()), date_trunc('${period}', now()) + interval '1 ${period}'`
const counter = (of: string, subject: string, period: string) =>
  `(${own}, '${of}', ${subject}, :currency, '${period}', ${day(period)}, :total::bigint)`
const subjects = {
  ACCOUNT: ':account::text',
  BENEFICIARY: `'${payeeUuid}'`,
  MAKER: `'${otherMaker}'`,
  APPROVER: `'by hand'`,
}

/** The rows that an approval leaves, with one statement for each table, as the schema's owner: no code, no rules and no row-level security. */
const statements = [
  `select txn_ref, revision, amount_minor from payouts where ${mine} and txn_ref = any (:refs) order by txn_ref for update`,
  `insert into payout_acts (merchant_id, environment, txn_ref, revision, act, by_user, by_merchant, by_name, payout_level, is_lone, code_id, at)
   select ${own}, ref, 1, 'approve', gen_random_uuid(), :merchant::uuid, 'By hand', 0, false, gen_random_uuid(), now() ${each}`,
  `update virtual_accounts set available_minor = available_minor - :total::bigint, reserved_minor = reserved_minor + :total::bigint,
     updated_at = now()
   where ${mine} and account_no = :account::text and available_minor >= :total::bigint`,
  `insert into ledger_transfers select ${own}, transfer, 'payout.reserved', key, 'payout', ref, now() ${each}`,
  `insert into ledger_entries select ${own}, transfer, line, account || :account::text, :currency, amount ${each},
     (values (1, 'va_balance:', 10000), (2, 'payout_clearing:', -10000)) as entry (line, account, amount)`,
  `insert into payout_counts select ${own}, ref, :currency, 10000, :subjects::jsonb, date_trunc('day', now()), date_trunc('month', now()) ${each}`,
  `insert into payout_counters as c values ${Object.entries(subjects)
    .flatMap(([of, subject]) => ['day', 'month'].map((period) => counter(of, subject, period)))
    .join(', ')}
   on conflict (merchant_id, environment, limit_of, subject, currency, period, starts_at)
     do update set counted_minor = c.counted_minor + excluded.counted_minor`,
  `update payouts set status = 'Approved', waits_for = '', approved_by = 'By hand', approved_time = now(), reserved_minor = amount_minor,
     updated_at = now()
   where ${mine} and txn_ref = any (:refs) and status = 'Created'`,
  `insert into timeline select ${own}, 'payout', ref, gen_random_uuid(), now(), 'payout_approved', 'By hand', '{}' ${each}`,
  `insert into pgboss.job_common (name, data, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay,
     retry_backoff, retry_delay_max, policy, heartbeat_seconds)
   select 'send-payout', jsonb_build_object('txnRef', ref, 'asks', 0, 'nudge', false, 'merchantId', :merchant::uuid, 'environment', 'sandbox'),
     now(), now() + interval '14 days', 120, 600, 1000, 1, true, 60, 'standard', 10 ${each}`,
].map((text, at) => prepared(text, `approve ${at}`))

export async function approveByHand(
  client: pg.Client,
  { merchantId, accountNo, currency }: Desk,
  refs: readonly string[],
) {
  const values = {
    merchant: merchantId,
    account: accountNo,
    currency,
    refs,
    keys: refs.map((ref) => `payout:${ref}:reserved`),
    transfers: refs.map(() => randomUUID()),
    total: 10_000 * refs.length,
    subjects: JSON.stringify(Object.keys(subjects).map((of) => ({ of, subject: payeeUuid }))),
  }
  await client.query('begin')
  for (const statement of statements) await client.query(statement(values))
  await client.query('commit')
}
