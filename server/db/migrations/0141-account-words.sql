-- Webhooks tell of deposits too.
alter table webhooks drop constraint webhooks_type;
alter table webhooks add constraint webhooks_type
  check (type in ('payment', 'payout', 'virtual_account', 'refund', 'onboarding', 'payment_link', 'subscription', 'invoice')) not valid;
alter table webhooks validate constraint webhooks_type;

-- It mirrors the balance that the merchant has at a channel without virtual accounts; people enter its deposits.
alter table virtual_accounts add column mirrors boolean not null default false;
-- What the bank said that it holds, when that was last asked for, and how many movements the account had then.
alter table virtual_accounts add column bank_minor bigint;
alter table virtual_accounts add column bank_asked_at timestamptz;
alter table virtual_accounts add column bank_movement bigint;
