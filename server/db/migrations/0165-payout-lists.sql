-- What each filter of the list of payouts and of a statement is read by, however many rows there are.

create index payouts_by_currency on payouts (merchant_id, environment, currency, created_at, txn_ref);
create index payouts_by_channel on payouts (merchant_id, environment, channel_key, created_at, txn_ref);
create index payouts_by_maker on payouts (merchant_id, environment, created_by, created_at, txn_ref);
create index payouts_by_time on payouts (merchant_id, environment, scheduled_time) where scheduled_time is not null;
-- With the state, by which the payouts of an account and those to a beneficiary are counted without reading them.
drop index payouts_of_account, payouts_of_beneficiary;
create index payouts_of_account on payouts (merchant_id, environment, virtual_account_no, created_at, txn_ref) include (status);
create index payouts_of_beneficiary on payouts (merchant_id, environment, beneficiary_uuid, created_at, txn_ref) include (status);

-- The amount without its sign, by which rows are searched.
alter table account_movements add size_minor bigint not null generated always as (abs(amount_minor)) stored;
create index account_movements_by_kind on account_movements (merchant_id, environment, account_no, kind, number);
create index account_movements_by_amount on account_movements (merchant_id, environment, account_no, size_minor, number);
create index account_movements_by_channel_ref on account_movements (merchant_id, environment, account_no, channel_ref, number);
create index account_movements_by_other_side on account_movements (merchant_id, environment, account_no, other_side, number);
