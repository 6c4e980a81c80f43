-- Codes and passkeys that let payouts go, each bound to a user, an act and the content of every payout.

create table payout_codes (
  merchant_id uuid not null references merchants,
  environment text not null constraint payout_codes_environment check (environment in ('sandbox', 'live')),
  code_id uuid not null,
  -- A user of this merchant or of its master.
  sub_user_id uuid not null,
  act text not null constraint payout_codes_act check (act in ('verify', 'approve')),
  way text not null constraint payout_codes_way check (way in ('email', 'phone', 'passkey')),
  -- What it is good for, in the order of the references: the line of each payout, from which the digest is made.
  txn_refs text[] not null,
  lines text[] not null,
  -- An HMAC over code, user, act and digest; of a passkey's the nonce that its challenge ends with.
  proof bytea not null,
  tries integer not null default 0,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  -- used, replaced, or changed where a payout had become another.
  ended_at timestamptz,
  end_reason text not null default '' constraint payout_codes_end check (end_reason in ('', 'used', 'replaced', 'changed')),
  -- What a passkey signed, with the key by which anybody can check it later.
  evidence jsonb,
  primary key (merchant_id, environment, code_id)
);
create unique index payout_codes_alive on payout_codes (merchant_id, environment, sub_user_id, act, (way = 'passkey'))
  where ended_at is null;
create index payout_codes_of_user on payout_codes (merchant_id, environment, sub_user_id, act, made_at);

-- The tries of the last hour at any code, of a user for all merchants that they act for.
create table payout_code_tries (
  merchant_id uuid not null references merchants,
  sub_user_id uuid not null,
  tried_at timestamptz[] not null,
  primary key (merchant_id, sub_user_id)
);

-- The telephone that a user has confirmed, and the code by which they do.
create table payout_phones (
  merchant_id uuid not null references merchants,
  sub_user_id uuid not null,
  phone text not null,
  confirmed_at timestamptz,
  proof bytea not null,
  tries integer not null default 0,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, sub_user_id)
);

call guard('payout_codes');
call guard('payout_code_tries', false);
call guard('payout_phones', false);
grant select, insert, update on payout_codes, payout_code_tries, payout_phones to countinghouse_app;
