-- Mails that came to the secret address of a channel.
create table recon_mails (
  merchant_id uuid not null,
  environment text not null constraint recon_mails_environment check (environment in ('sandbox', 'live')),
  mail_id uuid not null,
  channel_key text collate "C" not null,
  -- As the mail says it; empty until it is read.
  sender text not null default '',
  subject text not null default '',
  size_bytes integer not null default 0,
  parts integer not null default 0,
  state text not null constraint recon_mails_state
    check (state in ('coming', 'received', 'waiting', 'accepted', 'taken', 'refused')),
  reason text not null default '',
  received_at timestamptz not null,
  decided_by text not null default '',
  decided_at timestamptz,
  updated_at timestamptz not null,
  primary key (merchant_id, environment, mail_id),
  foreign key (merchant_id, environment, channel_key) references recon_intakes
);
create index recon_mails_under_way on recon_mails (merchant_id, environment, updated_at) where state in ('coming', 'received', 'accepted');
create index recon_mails_waiting on recon_mails (merchant_id, environment, channel_key, received_at) where state = 'waiting';

-- Files that came in, or that lie where they may be taken: at a server known by path, size and time, of a mail by their place.
create table recon_arrivals (
  merchant_id uuid not null,
  environment text not null constraint recon_arrivals_environment check (environment in ('sandbox', 'live')),
  arrival_id uuid not null,
  channel_key text collate "C" not null,
  source text collate "C" not null,
  way text not null constraint recon_arrivals_way check (way in ('sftp', 'mail')),
  name text not null,
  -- The path at the server, or the address of the sender.
  origin text collate "C" not null,
  size_bytes bigint not null,
  -- By the server's clock; null of a mail.
  modified_at timestamptz,
  mail_id uuid,
  place integer not null default 0,
  state text not null constraint recon_arrivals_state
    check (state in ('watched', 'coming', 'taken', 'waiting', 'refused', 'gone')),
  reason text not null default '',
  -- Of a file at a server: since when it stood as it stands, and when it was looked at last.
  still_since timestamptz,
  seen_at timestamptz,
  parts integer not null default 0,
  decided_by text not null default '',
  recon_id text not null default '',
  at timestamptz not null,
  check ((way = 'mail') = (mail_id is not null)),
  check ((way = 'sftp') = (modified_at is not null)),
  primary key (merchant_id, environment, arrival_id),
  foreign key (merchant_id, environment, channel_key) references recon_intakes,
  foreign key (merchant_id, environment, mail_id) references recon_mails
);
create unique index recon_arrivals_at_server on recon_arrivals (merchant_id, environment, channel_key, origin, size_bytes, modified_at) where way = 'sftp';
create unique index recon_arrivals_of_mail on recon_arrivals (merchant_id, environment, mail_id, place) where way = 'mail';
create index recon_arrivals_newest on recon_arrivals (merchant_id, environment, at, arrival_id);
create index recon_arrivals_under_way on recon_arrivals (merchant_id, environment, channel_key, state) where state in ('watched', 'coming');

-- The bytes of a mail, or of a file that is being fetched, sealed in parts until they are taken or refused.
create table recon_intake_parts (
  merchant_id uuid not null references merchants,
  environment text not null,
  of_id uuid not null,
  place integer not null,
  bytes_sealed bytea not null,
  primary key (merchant_id, environment, of_id, place)
);

call guard('recon_mails');
call guard('recon_arrivals');
call guard('recon_intake_parts');
grant select, insert, update on recon_mails to countinghouse_app;
grant select, insert, update, delete on recon_arrivals to countinghouse_app;
grant select, insert, delete on recon_intake_parts to countinghouse_app;
