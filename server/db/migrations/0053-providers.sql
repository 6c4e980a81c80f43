-- What more than one provider asks for: the country of what is paid, the steps between a shopper's approval and the money,
-- and what is to become of a payment that is only authorised.

alter table payments
  -- Of the payable; empty for payments of before.
  add column if not exists country text not null default '',
  -- When the provider said that the shopper agreed, and when it was last told to take the money.
  add column if not exists approved_at timestamptz,
  add column if not exists complete_asked_at timestamptz,
  -- What a user wants to become of an authorisation, and when the provider was first told.
  add column if not exists finish text not null default '',
  add column if not exists finish_asked_at timestamptz,
  -- Validated by 0061-providers-online.sql: the look at each row would hold up whoever pays.
  add constraint payments_finish check (finish in ('', 'capture', 'void')) not valid;

-- The merchant of this name that a channel is lent to by the merchant of the scope: call-backs of the lender's account that are
-- about the borrower's payments are applied as the borrower.
create or replace function find_borrower(wanted_key text, wanted_environment text, wanted_channel text, lender uuid)
  returns table (merchant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select l.merchant_id
  from merchants m
  join lent_channels l on l.merchant_id = m.merchant_id
  where m.key = wanted_key and l.environment = wanted_environment and l.channel_key = wanted_channel and l.lender_id = lender
    and lender = any (scope_merchants());
end;
revoke execute on function find_borrower from public;
grant execute on function find_borrower to countinghouse_app;
