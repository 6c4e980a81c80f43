-- What the operator has loaded for all merchants, and anyone may read: holidays by country (`npm run calendars`) and banks by country
-- (`npm run banks`). A row stands in the place of what ships. The application only reads.
create table holiday_calendars (
  -- ISO 3166-1 alpha-2, or EU for the payment system of the euro.
  country text primary key check (country ~ '^[A-Z]{2}$'),
  first_year integer not null,
  last_year integer not null check (last_year >= first_year),
  -- The name of each holiday by its day, YYYY-MM-DD.
  holidays jsonb not null,
  loaded_at timestamptz not null
);
create table bank_lists (
  country text primary key check (country ~ '^[A-Z]{2}$'),
  -- [{code, name, bic}]
  banks jsonb not null,
  loaded_at timestamptz not null
);
grant select on holiday_calendars, bank_lists to countinghouse_app;
