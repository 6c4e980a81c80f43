-- What more than one provider asks for: the country of what is paid, the steps between a shopper's approval and the money,
-- and what is to become of a payment that is only authorised.

alter table payments
  -- Of the payable; empty for payments of before.
  add column if not exists country text not null default '',
  -- When the provider said that the shopper agreed, and when it was first told to take the money.
  add column if not exists approved_at timestamptz,
  add column if not exists complete_asked_at timestamptz,
  -- What a user wants to become of an authorisation, and when the provider was first told.
  add column if not exists finish text not null default '' constraint payments_finish check (finish in ('', 'capture', 'void')),
  add column if not exists finish_asked_at timestamptz;
create index if not exists payments_to_finish on payments (merchant_id, environment, updated_at)
  where finish <> '' and status = 'Authorized';
