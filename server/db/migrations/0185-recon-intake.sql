-- How files of a channel come in by themselves: an SFTP server that is looked at, and a secret address for mail.
create table recon_intakes (
  merchant_id uuid not null references merchants,
  environment text not null constraint recon_intakes_environment check (environment in ('sandbox', 'live')),
  channel_key text collate "C" not null,
  -- The secret part of its address for mail: 130 random bits.
  mail_key text collate "C" not null constraint recon_intakes_mail_key_form check (mail_key ~ '^[a-z2-7]{26}$'),
  merchant_psp_email text not null default '',
  confirmation_code text not null default '',
  confirmation_link text not null default '',
  confirmation_at timestamptz,
  sftp_host text not null default '',
  sftp_port integer not null default 22,
  sftp_folder text not null default '',
  sftp_username text not null default '',
  sftp_auth text not null default 'password' constraint recon_intakes_auth check (sftp_auth in ('password', 'key')),
  sftp_password_sealed bytea,
  private_key_sealed bytea,
  public_key text not null default '',
  file_prefix text not null default '',
  marker_ending text not null default '',
  move_to text not null default '',
  host_key_type text not null default '',
  host_key text not null default '',
  host_key_by text not null default '',
  host_key_at timestamptz,
  other_host_key_type text not null default '',
  other_host_key text not null default '',
  sftp_state text not null default 'none'
    constraint recon_intakes_sftp_state check (sftp_state in ('none', 'unpinned', 'new', 'working', 'failing', 'host_key_changed')),
  sftp_fault text not null default '',
  failed_looks integer not null default 0,
  failing_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((sftp_state = 'none') = (sftp_host = '')),
  check ((host_key = '') = (host_key_at is null)),
  primary key (merchant_id, environment, channel_key)
);
-- Not unique: a key is random, and unique within a merchant alone.
create index recon_intakes_by_mail on recon_intakes (mail_key);

-- Whose mail an address is, before there is a scope: the address is the secret.
create function find_recon_mailbox(given text) returns table (merchant_id uuid, environment text, channel_key text)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select i.merchant_id, i.environment, i.channel_key from recon_intakes i where i.mail_key = given;
  end;
revoke all on function find_recon_mailbox(text) from public;
grant execute on function find_recon_mailbox(text) to countinghouse_app;

-- One pull at a time from a host: who pulls says so again with every part.
create table recon_host_leases (
  merchant_id uuid not null references merchants,
  environment text not null,
  host text collate "C" not null,
  holder uuid not null,
  until timestamptz not null,
  primary key (merchant_id, environment, host)
);

call guard('recon_intakes');
call guard('recon_host_leases');
grant select, insert, update on recon_intakes to countinghouse_app;
grant select, insert, update, delete on recon_host_leases to countinghouse_app;
