import { Client } from 'pg'
import { keyedDigest } from '#server/kit/secrets/vault.ts'
import { masterKey } from '#server/kit/secrets/seal.ts'
import { asOwner } from './as-owner.ts'
import { partsOf } from './database.ts'
import { withoutIndexes } from './without-indexes.ts'

/** A million, or `PAYOUTS`, of a merchant; and few of another one. */
export const paidOut = {
  big: { slug: 'ember', currency: 'THB', count: Number(process.env['PAYOUTS'] ?? 1_000_000) },
  small: { slug: 'delta', currency: 'KRW', count: 10_000 },
}
export interface PaidOut {
  slug: string
  currency: string
  count: number
}

/** The first account has a row of its statement for each payout; the last is in the rarer currency, of which one of so many is. */
const accounts = 20
const rare = { currency: 'USD', oneOf: 997 }
export const accountNo = (number: number): string => `VA-BENCH-${String(number).padStart(4, '0')}`
export const rareCurrency = rare.currency
/** A payout by its number, from 1 for the newest. */
export const payoutRef = (number: number): string => `PAYOUT${String(number).padStart(21, '0')}`
/** Each beneficiary has one account, and its payouts are spread over the years. */
const payoutsEach = 100
export const beneficiaryUuid = (number: number): string => uuid('b', number)
/** A sheet makes so many payouts, one after the other. Half of the payouts came from sheets. */
const sheetRows = 500
export const batchUuid = (number: number): string => uuid('d', number)
const uuid = (kind: string, number: number) => `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`
/** Somebody who made few, and a channel that was used for few. */
export const rarely = { maker: 'Rarely here', channel: 'FORMER-BANK' }
/** The number of the account that some payouts went to. */
export const paidNumber = '12345678'

/**
 * Gives a merchant so many payouts of the last two years, once, with the statement of its first account. The newest two of a hundred are
 * open, in every state.
 */
export async function fillPayouts(ownerUrl: string, to: PaidOut): Promise<PaidOut> {
  const { slug, currency, count } = to
  const [merchant] = await asOwner<{ id: string; payouts: number; wrapped_key: Buffer }>(
    ownerUrl,
    `select m.merchant_id as id, m.wrapped_key, (select count(*)::int from payouts p where p.merchant_id = m.merchant_id
       and p.environment = 'sandbox') as payouts
     from merchants m where slug = $1`,
    [slug],
  )
  if (!merchant) throw new Error(`no ${slug}`)
  if (merchant.payouts >= count) return to
  const keys = {
    master: masterKey((await partsOf(ownerUrl)).masterKey.toString('base64')),
    wrapped: merchant.wrapped_key,
  }
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    // Without foreign keys, and without the triggers that count what ends.
    await client.query('set local session_replication_role = replica')
    await withoutIndexes(client, ['payouts', 'account_movements'], async () => {
      for (const table of filled.toReversed())
        await client.query(`delete from ${table} where merchant_id = $1 and environment = 'sandbox'`, [merchant.id])
      await client.query(virtualAccounts, [merchant.id, currency])
      await client.query(beneficiaries, [merchant.id, Math.ceil(count / payoutsEach)])
      await client.query(beneficiaryAccounts, [merchant.id])
      await client.query(payouts, [merchant.id, count, keyedDigest(keys, `payout number ${paidNumber}`)])
      await client.query(movements, [merchant.id, count, currency])
    })
    await client.query('commit')
    await client.query(`vacuum analyze ${filled.join(', ')}`)
  } finally {
    await client.end()
  }
  return to
}

const filled = ['virtual_accounts', 'beneficiaries', 'beneficiary_accounts', 'payouts', 'account_movements']

const virtualAccounts = `
  insert into virtual_accounts (merchant_id, environment, account_no, channel_key, account_name, bank_code, bank_name, currency,
    available_minor, last_movement, condition, created_by, start_date, updated_at)
  select $1::uuid, 'sandbox', 'VA-BENCH-' || lpad(n::text, 4, '0'), 'SIMULATOR', 'Account ' || n, '', 'Bank',
    case when n = ${accounts} then '${rare.currency}' else $2 end, 1000000000000, 0, 'NO_CONDITION', 'Bench', now() - interval '3 years', now()
  from generate_series(1, ${accounts}) n`

const numbered = (kind: string, number: string) =>
  `('${kind}0000000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`

const beneficiaries = `
  insert into beneficiaries (merchant_id, environment, beneficiary_uuid, name, country, created_by, created_at, updated_at)
  select $1::uuid, 'sandbox', ${numbered('b', 'n')}, 'Supplier ' || n, 'SG', 'Bench', now() - interval '3 years', now()
  from generate_series(0, $2::int - 1) n`
const beneficiaryAccounts = `
  insert into beneficiary_accounts (merchant_id, environment, account_uuid, beneficiary_uuid, account_type, country, account_name,
    account_no_sealed, account_digest, last_four, is_default, changed_by, changed_at, created_at)
  select merchant_id, environment, ('a' || substr(beneficiary_uuid::text, 2))::uuid, beneficiary_uuid, 'BANK', 'SG', name, '',
    md5(beneficiary_uuid::text), '5678', true, 'Bench', created_at, created_at
  from beneficiaries where merchant_id = $1 and environment = 'sandbox'`

/** Of a hundred that have ended 85 are paid, seven failed, two came back, three were cancelled and three rejected. */
const payouts = `
  insert into payouts (merchant_id, environment, txn_ref, merchant_txn_ref, virtual_account_no, channel_key, rail, status, amount_minor, currency,
    fee_payer, beneficiary_uuid, account_uuid, account_version, beneficiary_name, account_type, account_no_sealed, account_digest, last_four,
    bank_code, bank_name, account_fields, account_country, number_digest, account_name, scheduled_time, waits_for, created_by, maker_names, batch_id,
    channel_ref, status_reason, created_at, updated_at, queued_at, ended_at)
  select $1::uuid, 'sandbox', 'PAYOUT' || lpad(n::text, 21, '0'), 'PO-' || lpad(n::text, 8, '0'), a.account_no,
    case when n % 9973 = 0 then '${rarely.channel}' else 'SIMULATOR' end, 'fast', status, 100 + (n::bigint * 7919) % 5000000, a.currency, 'SENDER',
    ${numbered('b', 'beneficiary')}, ${numbered('a', 'beneficiary')}, 1, 'Supplier ' || beneficiary, 'BANK', '', md5(beneficiary::text),
    '5678', '', 'Bank', '{}', 'SG', case when beneficiary = 3 then $3 else md5(beneficiary::text) end, 'Supplier ' || beneficiary,
    case when n % 10 = 0 then at + interval '3 days' end,
    case status when 'Created' then 'verification' when 'Verified' then 'approval' when 'Scheduled' then 'time' when 'Queued' then 'funds'
      when 'Processing' then 'provider' when 'Approved' then case when n % 700 = 4 then 'screening' else '' end else '' end,
    case when n % 9967 = 0 then '${rarely.maker}' else 'Maker ' || n % 20 end, array['Maker ' || n % 20],
    case when n / ${sheetRows} % 2 = 0 then ${numbered('d', `n / ${sheetRows}`)} end, case when kind < 94 and not open then 'BANK-' || n else '' end,
    case status when 'Failed' then case when n % 97 = 0 then 'COMPLIANCE' else 'INVALID_ACCOUNT' end when 'Returned' then 'ACCOUNT_CLOSED' else '' end,
    at, at, case when status = 'Queued' then at end, case when not open then at + interval '1 hour' end
  from (
    select *, case when open then (array['Created', 'Verified', 'Scheduled', 'Queued', 'Approved', 'Processing'])[1 + n % 6]
      when kind < 85 then 'Success' when kind < 92 then 'Failed' when kind < 94 then 'Returned' when kind < 97 then 'Cancelled'
      else 'Rejected' end as status
    from (
      select n, n * 37 % 100 as kind, n <= $2::int / 50 as open, n % ($2::int / ${payoutsEach}) as beneficiary,
        case when n % ${rare.oneOf} = 0 then ${accounts} else 1 + n % ${accounts - 1} end as account,
        now() - interval '1 hour' - n * (interval '730 days' / $2::int) as at
      from generate_series(1, $2::int) n
    ) numbers
  ) states join virtual_accounts a on a.merchant_id = $1 and a.environment = 'sandbox' and a.account_no = 'VA-BENCH-' || lpad(account::text, 4, '0')`

/** Of a hundred rows 30 are deposits, 60 payouts, six fees, three taxes and one what came back. */
const movements = `
  insert into account_movements (merchant_id, environment, account_no, number, at, actual_at, kind, txn_ref, channel_ref, other_side, currency,
    amount_minor, balance_minor, transfer_id)
  select $1::uuid, 'sandbox', '${accountNo(1)}', n, at, at, kind, 'PAYOUT' || lpad(($2::int - n + 1)::text, 21, '0'), 'BANK-' || n,
    case kind when 'deposit' then 'Customer ' || n % 5000 else lpad((n % 10000)::text, 4, '0') end, $3,
    case when kind in ('deposit', 'return') then 1 else -1 end * (100 + (n::bigint * 7919) % 5000000), 1000000000000, gen_random_uuid()
  from (
    select n, now() - ($2::int - n + 1) * (interval '730 days' / $2::int) as at,
      case when n % 100 < 30 then 'deposit' when n % 100 < 90 then 'payout' when n % 100 < 96 then 'fee' when n % 100 < 99 then 'tax'
        else 'return' end as kind
    from generate_series(1, $2::int) n
  ) numbers`
