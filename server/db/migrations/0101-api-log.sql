-- Calls of merchants' own servers, for seven days. Written after their commit in batches; no bodies and no values of queries.
create table api_calls (
  merchant_id uuid not null references merchants,
  environment text not null constraint api_calls_environment check (environment in ('sandbox', 'live')),
  call_id text collate "C" not null,
  at timestamptz not null,
  method text not null constraint api_calls_method check (method in ('GET', 'POST', 'PUT', 'DELETE')),
  -- As declared, without values.
  route text not null,
  status integer not null,
  reason text not null,
  duration_ms integer not null,
  answer_bytes integer not null,
  request_id text not null,
  credential text not null,
  address text not null,
  primary key (merchant_id, environment, call_id)
);
create index api_calls_newest on api_calls (merchant_id, environment, at, call_id);

-- When and from where each credential of servers was last used, to the minute.
create table credential_uses (
  merchant_id uuid not null references merchants,
  environment text not null constraint credential_uses_environment check (environment in ('sandbox', 'live')),
  credential_id text collate "C" not null,
  used_at timestamptz not null,
  address text not null,
  primary key (merchant_id, environment, credential_id)
);

-- What the merchant's developers have reached: the first time, or the last for what keeps happening.
create table integration_marks (
  merchant_id uuid not null references merchants,
  environment text not null constraint integration_marks_environment check (environment in ('sandbox', 'live')),
  mark text not null constraint integration_marks_mark check (mark in ('first_call', 'first_signed_link', 'last_bad_signature')),
  at timestamptz not null,
  route text not null,
  why text not null,
  request_id text not null,
  primary key (merchant_id, environment, mark)
);
call guard('api_calls');
call guard('credential_uses');
call guard('integration_marks');
grant select, insert, delete on api_calls to countinghouse_app;
grant select, insert, update on credential_uses, integration_marks to countinghouse_app;
