-- Overcharges of one channel and currency that the provider is asked to give back.
create table fee_claims (
  merchant_id uuid not null references merchants,
  environment text not null constraint fee_claims_environment check (environment in ('sandbox', 'live')),
  claim_ref text collate "C" not null,
  state text not null constraint fee_claims_state check (state in ('open', 'sent', 'recovered', 'accepted')),
  channel_key text not null,
  currency text not null,
  amount numeric(30, 8) not null check (amount > 0),
  rows integer not null check (rows > 0),
  note text not null,
  created_by text not null,
  created_at timestamptz not null,
  sent_to text not null default '',
  sent_at timestamptz,
  recovered numeric(30, 8) not null default 0,
  -- The line that gave it back; a line gives back one claim.
  recovery_ref text collate "C" not null default '',
  closed_by text not null default '',
  closed_at timestamptz,
  primary key (merchant_id, environment, claim_ref)
);
create index fee_claims_newest on fee_claims (merchant_id, environment, created_at, claim_ref);
create unique index fee_claims_recovery on fee_claims (merchant_id, environment, channel_key, recovery_ref) where recovery_ref <> '';
call guard('fee_claims');
grant select, insert, update on fee_claims to countinghouse_app;
