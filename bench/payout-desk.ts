import { asOwner } from './as-owner.ts'
import { payingMerchant } from './volume.ts'

/** A virtual account with money and a beneficiary of the merchant that pays while measuring. */
export interface Desk {
  ownerUrl: string
  merchantId: string
  accountNo: string
  currency: 'MYR' | 'SGD'
}
export const [payeeUuid, payeeAccount, otherMaker] = ['b', 'a', 'c'].map(
  (kind) => `${kind}1000000-0000-4000-8000-000000000000`,
) as [string, string, string]

export async function openDesk(ownerUrl: string, currency: Desk['currency'] = 'MYR'): Promise<Desk> {
  const [merchant] = await asOwner<{ id: string }>(
    ownerUrl,
    'select merchant_id as id from merchants where slug = $1',
    [payingMerchant],
  )
  if (!merchant) throw new Error(`no ${payingMerchant}`)
  const desk = { ownerUrl, merchantId: merchant.id, accountNo: `VA-BENCH-${currency}`, currency }
  await asOwner(
    ownerUrl,
    `insert into virtual_accounts (merchant_id, environment, account_no, channel_key, account_name, bank_code, bank_name, currency,
       available_minor, condition, created_by, start_date, updated_at)
     values ($1, 'sandbox', $2, 'SIMULATOR', 'Desk', '', 'Bank', $3, 1000000000000000, 'NO_CONDITION', 'Bench', now(), now())
     on conflict (merchant_id, environment, account_no) do update set available_minor = excluded.available_minor`,
    [desk.merchantId, desk.accountNo, desk.currency],
  )
  await asOwner(
    ownerUrl,
    `with payee as (
       insert into beneficiaries (merchant_id, environment, beneficiary_uuid, name, country, created_by, created_at, updated_at)
       values ($1, 'sandbox', $2, 'Supplier', 'MY', 'Bench', now(), now()) on conflict do nothing
     ) insert into beneficiary_accounts (merchant_id, environment, account_uuid, beneficiary_uuid, account_type, country, account_name,
       account_no_sealed, account_digest, last_four, is_default, name_check, changed_by, changed_at, created_at)
     values ($1, 'sandbox', $3, $2, 'BANK', 'MY', 'Supplier', '', '', '5678', true, 'MATCH', 'Bench', now() - interval '9 days', now())
     on conflict do nothing`,
    [desk.merchantId, payeeUuid, payeeAccount],
  )
  return desk
}

/** Makes so many payouts of a hundred that wait for an approval, by somebody else; returns their references. */
export async function waitingPayouts(
  { ownerUrl, merchantId, accountNo, currency }: Desk,
  count: number,
): Promise<string[]> {
  const rows = await asOwner<{ txn_ref: string }>(
    ownerUrl,
    `insert into payouts (merchant_id, environment, txn_ref, merchant_txn_ref, virtual_account_no, channel_key, rail, status, amount_minor,
       currency, fee_payer, beneficiary_uuid, account_uuid, account_version, beneficiary_name, account_type, account_no_sealed, account_digest,
       last_four, bank_code, bank_name, account_fields, account_country, number_digest, account_name, waits_for, created_by, made_by,
       maker_names, created_at, updated_at)
     select $1, 'sandbox', substr(md5(id::text), 1, 27), id::text, $2, 'SIMULATOR', 'fast', 'Created', 10000, $3, 'SENDER', $4, $5, 1,
       'Supplier', 'BANK', '', '', '5678', '', 'Bank', '{}', 'MY', '', 'Supplier', 'approval', 'Maker', array[$6]::uuid[], array['Maker'],
       now(), now()
     from generate_series(1, $7) n, lateral (select gen_random_uuid() as id where n > 0) ids returning txn_ref`,
    [merchantId, accountNo, currency, payeeUuid, payeeAccount, otherMaker, count],
  )
  return rows.map(({ txn_ref }) => txn_ref)
}

/** Whether the merchant's people may act on payouts: each has a second factor, and one approval is enough. */
export const letPeopleAct = ({ ownerUrl, merchantId }: Desk, may: boolean): Promise<object[]> =>
  asOwner(
    ownerUrl,
    `with merchant as (update merchants set verify_payouts_enabled = not $2 where merchant_id = $1)
     update sub_users set is_2fa_enabled = $2 where merchant_id = $1`,
    [merchantId, may],
  )
