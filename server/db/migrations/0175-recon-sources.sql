-- Streams of records that are compared with each other. Our own transactions of a channel are a source without a row, until it is set up.
create table recon_sources (
  merchant_id uuid not null references merchants,
  environment text not null constraint recon_sources_environment check (environment in ('sandbox', 'live')),
  data_source text collate "C" not null constraint recon_sources_name check (data_source ~ '^[A-Z0-9_]{3,40}$'),
  category text not null constraint recon_sources_category check (category in ('PAYMENT_GATEWAY', 'PSP', 'MARKETPLACE', 'MERCHANT', 'BANK')),
  -- Empty for one that belongs to no channel.
  channel_key text collate "C" not null default '',
  -- Empty where records of several currencies may stand.
  currency text not null default '',
  is_sku_level boolean not null default false,
  created_at timestamptz not null,
  created_by text not null,
  primary key (merchant_id, environment, data_source)
);
create index recon_sources_of_channel on recon_sources (merchant_id, environment, channel_key);
call guard('recon_sources');
grant select, insert, update on recon_sources to countinghouse_app;
