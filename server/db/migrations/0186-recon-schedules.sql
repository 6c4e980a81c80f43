-- When the folder of a channel is looked at for a source, and until when a file of it should have come.
create table recon_schedules (
  merchant_id uuid not null,
  environment text not null constraint recon_schedules_environment check (environment in ('sandbox', 'live')),
  source text collate "C" not null constraint recon_schedules_source check (source ~ '^[A-Z0-9_]{3,40}$'),
  channel_key text collate "C" not null,
  rhythm text not null constraint recon_schedules_rhythm check (rhythm in ('none', 'interval', 'times')),
  every_minutes integer not null default 60,
  weekdays integer[] not null default '{1,2,3,4,5,6,7}',
  times text[] not null default '{}',
  time_zone text not null,
  file_prefix text not null default '',
  -- `HH:mm` of working days; empty to expect none.
  expected_by text not null default '',
  next_look_at timestamptz,
  last_look_at timestamptz,
  last_fault text not null default '',
  last_file_at timestamptz,
  next_expected_at timestamptz,
  -- Since when the next file is expected: the expectation before.
  expected_since timestamptz,
  updated_at timestamptz not null,
  updated_by text not null,
  primary key (merchant_id, environment, source),
  foreign key (merchant_id, environment, channel_key) references recon_intakes
);
create index recon_schedules_of_channel on recon_schedules (merchant_id, environment, channel_key, source);
create index recon_schedules_to_look on recon_schedules (merchant_id, environment, next_look_at) where next_look_at is not null;
create index recon_schedules_to_expect on recon_schedules (merchant_id, environment, next_expected_at) where next_expected_at is not null;

call guard('recon_schedules');
grant select, insert, update, delete on recon_schedules to countinghouse_app;
