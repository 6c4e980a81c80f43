-- What a merchant that sells abroad has set of its ways to pay in one country, or in every country without rows of its own for
-- `GLOBAL`. A way without a row in a country that has rows is on there.
create table country_methods (
  merchant_id uuid not null,
  environment text not null constraint country_methods_environment check (environment in ('sandbox', 'live')),
  country text not null constraint country_methods_country check (country ~ '^([A-Z]{2}|GLOBAL)$'),
  channel_key text not null,
  type text not null,
  sub_type text not null,
  is_enabled boolean not null,
  is_default boolean not null,
  primary key (merchant_id, environment, country, channel_key, type, sub_type),
  foreign key (merchant_id, environment, channel_key, type, sub_type) references payment_methods,
  -- A way that is off is nobody's first choice.
  constraint country_methods_default check (is_enabled or not is_default)
);
call guard('country_methods');
grant select, insert, update on country_methods to countinghouse_app;
-- A way has one default in a country.
create unique index country_methods_one_default on country_methods (merchant_id, environment, country, type, sub_type)
  where is_default;
