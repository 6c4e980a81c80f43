-- Who lets payouts go: rules by version, and what people have given.

create table payout_rules (
  merchant_id uuid not null references merchants,
  environment text not null constraint payout_rules_environment check (environment in ('sandbox', 'live')),
  version integer not null,
  -- The newest that is `in_force` holds. One that waits needs a second administrator.
  state text not null constraint payout_rules_state check (state in ('waiting', 'in_force', 'replaced', 'refused')),
  -- Currency, from_minor (a text), on, levels.
  rules jsonb not null,
  -- Whether payouts are verified; in force it is the merchant's `verify_payouts_enabled`.
  verification boolean not null,
  proposed_by uuid not null,
  proposed_name text not null,
  proposed_at timestamptz not null,
  decided_by uuid,
  decided_name text not null default '',
  decided_at timestamptz,
  primary key (merchant_id, environment, version)
);
create unique index payout_rules_in_force on payout_rules (merchant_id, environment) where state = 'in_force';
create unique index payout_rules_waiting on payout_rules (merchant_id, environment) where state = 'waiting';

-- A verification or an approval of one revision of a payout. An edit makes another revision, for which nothing counts yet.
create table payout_acts (
  merchant_id uuid not null,
  environment text not null,
  txn_ref text collate "C" not null,
  revision integer not null,
  act text not null constraint payout_acts_act check (act in ('verify', 'approve')),
  by_user uuid not null,
  -- Another merchant's where its master acted.
  by_merchant uuid not null,
  by_name text not null,
  -- The levels that an approval is for, from 0, of the rule for the amount and of that for the batch.
  payout_level integer,
  batch_level integer,
  -- Let through alone, since nobody else could.
  is_lone boolean not null,
  -- The code or passkey that it was done with (`payout_codes`).
  code_id uuid not null,
  at timestamptz not null,
  primary key (merchant_id, environment, txn_ref, revision, act, by_user),
  foreign key (merchant_id, environment, txn_ref) references payouts
);

call guard('payout_rules');
call guard('payout_acts');
grant select, insert, update on payout_rules to countinghouse_app;
grant select, insert on payout_acts to countinghouse_app;

-- Those who may act on a merchant's payouts: its own users, and with a role of payouts those of a master that may change it.
create function payout_people(of_merchant uuid)
  returns table (sub_user_id uuid, merchant_id uuid, name text, roles text[], is_active boolean, has_second_factor boolean)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select u.sub_user_id, u.merchant_id, u.name, u.roles, u.is_active, u.is_2fa_enabled
  from merchants m
  join sub_users u on u.merchant_id = m.merchant_id
    or (u.merchant_id = m.master_id and (m.kind = 'owned' or m.master_access)
      and u.roles && array['admin', 'sub-admin', 'payouts-admin', 'payouts-user', 'payouts-verify-user', 'payouts-approve-user'])
  where m.merchant_id = of_merchant and of_merchant = any (scope_merchants());
end;
revoke execute on function payout_people from public;
grant execute on function payout_people to countinghouse_app;
