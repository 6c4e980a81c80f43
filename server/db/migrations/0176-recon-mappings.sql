-- Versions of mappings, which never change: an edit is the next row.
create table recon_mappings (
  merchant_id uuid not null references merchants,
  environment text not null constraint recon_mappings_environment check (environment in ('sandbox', 'live')),
  rfm_id uuid not null,
  -- What all versions have in common: the id of the first.
  mapping_id uuid not null,
  version integer not null check (version >= 1),
  parent_rfm_id uuid,
  channel_key text collate "C" not null,
  file_type text not null constraint recon_mappings_file_type check (file_type in ('transaction', 'recon')),
  data_source text collate "C" not null,
  engine_source text not null,
  file_prefix text not null,
  display_name text not null,
  is_enabled boolean not null,
  -- The whole record, as the contract has it.
  record jsonb not null,
  created_by text not null constraint recon_mappings_created_by check (created_by in ('MERCHANT', 'SYSTEM')),
  saved_by text not null,
  created_at timestamptz not null,
  primary key (merchant_id, environment, rfm_id),
  -- Of two edits of one version at once, one is refused.
  unique (merchant_id, environment, mapping_id, version),
  foreign key (merchant_id, environment, data_source) references recon_sources,
  foreign key (merchant_id, environment, parent_rfm_id) references recon_mappings,
  check ((version = 1) = (parent_rfm_id is null))
);
create index recon_mappings_of_channel on recon_mappings (merchant_id, environment, channel_key, file_type, mapping_id, version);
call guard('recon_mappings');
grant select, insert on recon_mappings to countinghouse_app;
