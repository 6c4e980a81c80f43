-- What is told to people by mail and SMS. The text may hold a link that opens something, so it is sealed like a secret.
create table messages (
  merchant_id uuid not null references merchants,
  environment text not null constraint messages_environment check (environment in ('sandbox', 'live')),
  message_id uuid not null,
  way text not null constraint messages_way check (way in ('email', 'sms')),
  recipient text not null,
  subject text not null,
  text_sealed bytea not null,
  about_type text not null,
  about_ref text not null,
  -- `outbox`: this installation has nothing to send it by, so it rests here.
  state text not null default 'pending'
    constraint messages_state check (state in ('pending', 'sent', 'outbox', 'failed')),
  attempts integer not null default 0,
  -- A pending message has a job that comes at this very time; null: its first one.
  next_attempt_at timestamptz,
  -- Why the last attempt failed, for the operator.
  fault text not null default '',
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (merchant_id, environment, message_id)
);
create index messages_by_object on messages (merchant_id, environment, about_type, about_ref, created_at desc);
create index messages_newest on messages (created_at desc);

-- Where the newest messages of all merchants are, for the outbox of a demo; what is in them is read under their scope.
create function newest_messages(most integer) returns table (merchant_id uuid, environment text, message_id uuid)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select m.merchant_id, m.environment, m.message_id from messages m order by m.created_at desc, m.message_id desc limit most;
end;

revoke execute on function newest_messages from public;
grant execute on function newest_messages to countinghouse_app;
grant select, insert, update on messages to countinghouse_app;
call guard('messages');
