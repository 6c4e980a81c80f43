-- The days without work by which a merchant's files are expected and settlements are due.
create table recon_calendars (
  merchant_id uuid not null references merchants,
  environment text not null constraint recon_calendars_environment check (environment in ('sandbox', 'live')),
  -- Counts changes.
  version integer not null,
  -- Days of the week; 1 is Monday.
  weekend integer[] not null,
  -- The country whose holidays count too; empty for none.
  country text not null,
  -- The merchant's own: names by day.
  holidays jsonb not null,
  updated_by text not null,
  updated_at timestamptz not null,
  primary key (merchant_id, environment)
);
call guard('recon_calendars');
grant select, insert, update on recon_calendars to countinghouse_app;
