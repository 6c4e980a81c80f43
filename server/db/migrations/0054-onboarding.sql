-- A merchant's onboarding at the provider of a channel, by the operator's partner account: one for each channel of the catalogue.
create table onboarding_cases (
  merchant_id uuid not null references merchants,
  environment text not null constraint onboarding_cases_environment check (environment in ('sandbox', 'live')),
  catalogue_key text collate "C" not null,
  -- Names the case to the provider, which repeats it in call-backs.
  case_id uuid not null,
  state text not null default 'NOT_STARTED' constraint onboarding_cases_state
    check (state in ('NOT_STARTED', 'PENDING', 'ACTIVE', 'ACTION_REQUIRED', 'REJECTED')),
  -- Counted by each rejection, so that what is handed in afterwards is another request to the provider.
  round integer not null default 1,
  -- What was handed in: `OnboardingFacts` of contract/onboarding.ts.
  facts jsonb not null default '{}',
  reason text not null default '',
  checks jsonb not null default '[]',
  -- The provider's own reference of the account; empty while it has named none.
  account_ref text collate "C" not null default '',
  action_url text not null default '',
  expires_at timestamptz,
  -- Until when a process may be asking the provider for an address, so that no other does.
  opening_until timestamptz,
  handed_in_at timestamptz,
  asked_at timestamptz,
  -- Since when the provider is asked by itself, which also names the chain of jobs that does; the next time is null afterwards.
  asking_since timestamptz,
  next_ask_at timestamptz,
  connected_as text not null default '',
  created_at timestamptz not null,
  primary key (merchant_id, environment, catalogue_key)
);
create index onboarding_cases_to_ask on onboarding_cases (merchant_id, environment, next_ask_at) where next_ask_at is not null;
create index onboarding_cases_by_case on onboarding_cases (case_id);
create index onboarding_cases_by_account on onboarding_cases (catalogue_key, account_ref) where account_ref <> '';

grant select, insert, update on onboarding_cases to countinghouse_app;
call guard('onboarding_cases');

alter table payment_channels
  -- Connected by onboarding: its only credential is the account's reference, and the operator's partner account stands behind it.
  add column by_partner boolean not null default false;

-- The merchants that a call-back of the operator's partner account may be about, by what the provider repeats or by the account:
-- one account may serve several merchants.
create function find_onboarding(wanted_catalogue text, wanted_environment text, wanted_case text, wanted_account text)
  returns table (merchant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select c.merchant_id
  from onboarding_cases c
  where c.catalogue_key = wanted_catalogue and c.environment = wanted_environment
    and ((wanted_account <> '' and c.account_ref = wanted_account) or (wanted_case <> '' and c.case_id::text = wanted_case))
  order by c.created_at
  limit 20;
end;
revoke execute on function find_onboarding from public;
grant execute on function find_onboarding to countinghouse_app;
