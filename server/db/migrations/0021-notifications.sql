-- What happened that somebody should know, written in the transaction that makes it true. A job tells it to whom it
-- concerns, so that the change itself never waits for how many they are.
create table notices (
  merchant_id uuid not null references merchants,
  notice_id uuid not null,
  -- Empty for what concerns the merchant as a whole: it is shown in both environments.
  environment text not null constraint notices_environment check (environment in ('sandbox', 'live', '')),
  kind text not null,
  facts jsonb not null,
  -- The one person that it is for; null for everybody whose roles make it theirs.
  to_sub_user uuid,
  -- Told once for this name; null as often as it happens.
  once text,
  state text not null default 'new' constraint notices_state check (state in ('new', 'told')),
  created_at timestamptz not null,
  primary key (merchant_id, notice_id)
);
create unique index notices_once on notices (merchant_id, environment, kind, once) where once is not null;
create index notices_new on notices (merchant_id, created_at) where state = 'new';

-- A notice as one person has it.
create table notifications (
  merchant_id uuid not null,
  sub_user_id uuid not null,
  notice_id uuid not null,
  environment text not null constraint notifications_environment check (environment in ('sandbox', 'live', '')),
  in_console boolean not null,
  -- Waits for the next mail of its kind to this person.
  mail_due boolean not null,
  read_at timestamptz,
  primary key (merchant_id, sub_user_id, notice_id),
  foreign key (merchant_id, sub_user_id) references sub_users,
  foreign key (merchant_id, notice_id) references notices on delete cascade
);
create index notifications_of_notice on notifications (merchant_id, notice_id);
create index notifications_unread on notifications (merchant_id, sub_user_id) where in_console and read_at is null;
create index notifications_to_mail on notifications (merchant_id, sub_user_id) where mail_due;

-- When a person was last mailed about a kind, and when they will be next.
create table notification_mails (
  merchant_id uuid not null,
  sub_user_id uuid not null,
  environment text not null constraint notification_mails_environment check (environment in ('sandbox', 'live', '')),
  kind text not null,
  sent_at timestamptz,
  due_at timestamptz,
  primary key (merchant_id, sub_user_id, environment, kind),
  foreign key (merchant_id, sub_user_id) references sub_users
);

create index notification_mails_due on notification_mails (merchant_id, due_at) where due_at is not null;

-- What a person has chosen otherwise than `contract/notifications.ts` has it.
create table notification_preferences (
  merchant_id uuid not null,
  sub_user_id uuid not null,
  kind text not null,
  console boolean not null,
  email boolean not null,
  primary key (merchant_id, sub_user_id, kind),
  foreign key (merchant_id, sub_user_id) references sub_users
);
create index notification_preferences_by_kind on notification_preferences (merchant_id, kind) where console or email;
-- The language of the console when it was last open: that of mails.
create table notification_languages (
  merchant_id uuid not null,
  sub_user_id uuid not null,
  language text not null constraint notification_languages_language check (language in ('en', 'ar')),
  primary key (merchant_id, sub_user_id),
  foreign key (merchant_id, sub_user_id) references sub_users
);

-- Whom to tell of what becomes of it; null when no user did it.
alter table payment_links add column created_by_id uuid;
alter table refunds add column asked_by_id uuid;
alter table refund_batches add column confirmed_by_id uuid;
-- Its people have been told that it fails.
alter table webhooks add column failing_told_at timestamptz;

create table support_tickets (
  merchant_id uuid not null references merchants,
  environment text not null constraint support_tickets_environment check (environment in ('sandbox', 'live')),
  ticket_ref text collate "C" not null,
  subject text not null,
  category text not null constraint support_tickets_category
    check (category in ('payments', 'refunds', 'webhooks', 'account', 'console', 'other')),
  status text not null constraint support_tickets_status check (status in ('open', 'waiting', 'closed')),
  -- The request that failed, the screen that it failed on and when, as far as the writer came from there.
  request_id text not null,
  route text not null,
  failed_at timestamptz,
  messages integer not null,
  created_by text not null,
  created_by_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, environment, ticket_ref),
  foreign key (merchant_id, created_by_id) references sub_users
);
create index support_tickets_newest on support_tickets (merchant_id, environment, updated_at, ticket_ref);
create index support_tickets_by_ref on support_tickets (ticket_ref);

create table support_messages (
  merchant_id uuid not null,
  environment text not null,
  ticket_ref text collate "C" not null,
  message_id uuid not null,
  -- Who runs this installation, or one of the merchant's.
  from_operator boolean not null,
  author text not null,
  body text not null,
  created_at timestamptz not null,
  primary key (merchant_id, environment, ticket_ref, message_id),
  foreign key (merchant_id, environment, ticket_ref) references support_tickets
);

-- A file waits for the message that it goes with; it is its uploader's alone until then.
create table support_files (
  merchant_id uuid not null,
  environment text not null,
  file_id uuid not null,
  sub_user_id uuid not null,
  ticket_ref text collate "C",
  message_id uuid,
  name text not null,
  type text not null constraint support_files_type check (type in ('image/png', 'application/pdf')),
  size_bytes integer not null,
  content bytea not null,
  created_at timestamptz not null,
  primary key (merchant_id, environment, file_id),
  foreign key (merchant_id, sub_user_id) references sub_users,
  foreign key (merchant_id, environment, ticket_ref, message_id) references support_messages
);
create index support_files_of_ticket on support_files (merchant_id, environment, ticket_ref) where ticket_ref is not null;
create index support_files_waiting on support_files (merchant_id, environment, sub_user_id, file_id)
  where ticket_ref is null;

grant select, insert, update, delete on notices, notifications, notification_preferences to countinghouse_app;
grant select, insert, update on notification_mails, notification_languages to countinghouse_app;
grant select, insert, update on support_tickets to countinghouse_app;
grant select, insert on support_messages to countinghouse_app;
grant select, insert, update, delete on support_files to countinghouse_app;
call guard('notification_preferences', false);
call guard('notification_languages', false);
call guard('support_tickets');
call guard('support_messages');
call guard('support_files');
-- As `guard` makes it, and what is of no environment is of both.
do $$
declare guarded text;
begin
  foreach guarded in array array['notices', 'notifications', 'notification_mails'] loop
    execute format('alter table %s enable row level security', guarded);
    execute format('alter table %s force row level security', guarded);
    execute format('create policy scope on %s to countinghouse_app using ((merchant_id = any ((select scope_merchants())::uuid[])) is true and environment in (scope_environment(), ''''))', guarded);
    execute format('create policy owner on %s to %I using (true)', guarded, current_user);
  end loop;
end $$;
