-- Prices and subscriptions: what a merchant charges a customer once a period, or on demand, by a mandate.

-- Of a payment by a mandate, the mandate; of one that a test clock has made, the moment that it showed.
alter table payments
  add column mandate_ref text collate "C" not null default '',
  add column simulated_at timestamptz;

create table prices (
  merchant_id uuid not null references merchants,
  environment text not null constraint prices_environment check (environment in ('sandbox', 'live')),
  price_ref text collate "C" not null,
  merchant_order_ref text collate "C" not null,
  name text not null,
  name_lower text collate "C" not null,
  description text not null,
  plan_type text not null constraint prices_plan_type check (plan_type in ('REGULAR', 'ONDEMAND')),
  status text not null constraint prices_status check (status in ('active', 'cancelled')),
  currency text not null,
  -- Of one on demand null, as are frequency and period.
  amount_minor bigint check (amount_minor > 0),
  frequency integer check (frequency > 0),
  period text constraint prices_period check (period in ('H', 'D', 'W', 'M', 'Q', 'Y')),
  notes jsonb not null,
  source text not null,
  created_at timestamptz not null,
  created_by text not null,
  created_by_id uuid,
  cancelled_at timestamptz,
  check ((plan_type = 'REGULAR') = (amount_minor is not null)),
  check ((amount_minor is null) = (frequency is null) and (frequency is null) = (period is null)),
  check ((status = 'cancelled') = (cancelled_at is not null)),
  primary key (merchant_id, environment, price_ref),
  constraint prices_order unique (merchant_id, environment, merchant_order_ref)
);
create index prices_newest on prices (merchant_id, environment, created_at, price_ref);
create index prices_by_status on prices (merchant_id, environment, status, created_at, price_ref);
create index prices_by_name on prices (merchant_id, environment, name_lower);

create table subscriptions (
  merchant_id uuid not null references merchants,
  environment text not null constraint subscriptions_environment check (environment in ('sandbox', 'live')),
  order_ref text collate "C" not null,
  merchant_order_ref text collate "C" not null,
  price_ref text collate "C" not null,
  -- As it was called then; amount and rhythm are the subscription's own from then on.
  price_name text not null,
  subscription_type text not null
    constraint subscriptions_subscription_type check (subscription_type in ('REGULAR', 'ONDEMAND')),
  status text not null
    constraint subscriptions_status check (status in ('created', 'active', 'past_due', 'completed', 'expired', 'cancelled')),
  currency text not null,
  country text not null,
  customer_name text not null,
  customer_name_lower text collate "C" not null,
  email text not null,
  email_lower text collate "C" not null,
  phone text not null,
  language text not null,
  -- By whose clocks the calendar is reckoned, and the customer's, by which they are told and tried again.
  time_zone text not null,
  customer_time_zone text not null,
  description text not null,

  -- Of one on demand zero and null.
  unit_minor bigint not null check (unit_minor >= 0),
  quantity integer not null check (quantity > 0),
  frequency integer,
  period text constraint subscriptions_period check (period in ('H', 'D', 'W', 'M', 'Q', 'Y')),
  recurrance_count integer check (recurrance_count > 0),
  trial_frequency integer,
  trial_period text constraint subscriptions_trial_period check (trial_period in ('H', 'D', 'W', 'M', 'Q', 'Y')),
  started_at timestamptz,
  allow_accumulate boolean not null,
  -- Charged once, with the first charge.
  additional_costs jsonb not null,
  additional_cost_minor bigint not null check (additional_cost_minor >= 0),
  initial_minor bigint not null check (initial_minor >= 0),
  max_minor bigint check (max_minor > 0),
  total_minor bigint,

  -- The moment from which periods are counted, and the number of the one that begins there; null until it is set up.
  anchor timestamptz,
  anchor_period integer not null default 0,
  -- The period that is charged next, and how many have been so far, paid or not: those of a pause are passed over.
  next_period integer not null default 0,
  made_periods integer not null default 0,
  costs_charged boolean not null default false,
  -- The moments that follow from all this, as the zone table of then had them; what acts on them reckons anew. When the next period
  -- begins, when a charge is tried again, and the first moment at which anything is to be done.
  next_due_at timestamptz,
  next_try_at timestamptz,
  next_act_at timestamptz,
  -- A job for that moment was made.
  planned boolean not null default false,
  next_amount_minor bigint,
  -- Price × quantity from the next period on, where a change is scheduled; and the credit that is left.
  scheduled_minor bigint,
  credit_minor bigint not null default 0 check (credit_minor >= 0),
  -- After a stop of ours the next missed period waits for this moment.
  catch_up_at timestamptz,
  -- When what is past due is given up, where no try helps.
  give_up_at timestamptz,

  in_trial boolean not null default false,
  paused_at timestamptz,
  paused_until timestamptz,
  cancels_at_period_end boolean not null default false,
  -- When the current period is over: it ends then where it is the last.
  period_end timestamptz,
  past_due_since timestamptz,
  past_due_minor bigint not null default 0 check (past_due_minor >= 0),
  -- Successes less full refunds; and the periods that count as over, paid or written off.
  collected_count integer not null default 0,
  collected_minor bigint not null default 0,
  counted_periods integer not null default 0 check (counted_periods between 0 and made_periods),
  -- The mandate by which it is charged, or empty.
  mandate_ref text collate "C" not null default '',
  clock_ref text collate "C" not null,

  expires_at timestamptz not null,
  notify_by_email boolean not null,
  notify_by_phone boolean not null,
  success_url text not null,
  failure_url text not null,
  pending_url text not null,
  notes jsonb not null,
  source text not null,
  ip_address text not null,
  created_at timestamptz not null,
  created_by text not null,
  created_by_id uuid,
  updated_at timestamptz not null,
  activated_at timestamptz,
  ended_at timestamptz,
  end_reason text not null default '',
  check ((subscription_type = 'REGULAR') = (period is not null) and (period is null) = (frequency is null)),
  check ((trial_period is null) = (trial_frequency is null)),
  check ((status in ('completed', 'expired', 'cancelled')) = (ended_at is not null)),
  check (ended_at is null or (next_act_at is null and next_due_at is null and next_try_at is null)),
  check (paused_until is null or paused_at is not null),
  primary key (merchant_id, environment, order_ref),
  constraint subscriptions_order unique (merchant_id, environment, merchant_order_ref),
  foreign key (merchant_id, environment, price_ref) references prices
);
-- Each list reads its rows newest first from an index that begins with what it is filtered by, and counts them in an index alone.
create index subscriptions_newest on subscriptions (merchant_id, environment, created_at, order_ref);
create index subscriptions_by_status on subscriptions (merchant_id, environment, status, created_at, order_ref);
create index subscriptions_by_price on subscriptions (merchant_id, environment, price_ref, created_at, order_ref);
create index subscriptions_by_price_and_status on subscriptions (merchant_id, environment, price_ref, status, created_at, order_ref);
create index subscriptions_by_currency on subscriptions (merchant_id, environment, currency, created_at, order_ref);
create index subscriptions_by_currency_and_status on subscriptions (merchant_id, environment, currency, status, created_at, order_ref);
create index subscriptions_by_next on subscriptions (merchant_id, environment, next_due_at, order_ref);
create index subscriptions_by_email on subscriptions (merchant_id, environment, email_lower, created_at);
create index subscriptions_by_name on subscriptions (merchant_id, environment, customer_name_lower);
create index subscriptions_on_demand on subscriptions (merchant_id, environment, created_at, order_ref) where subscription_type = 'ONDEMAND';
create index subscriptions_paused on subscriptions (merchant_id, environment, created_at, order_ref) where paused_at is not null;
-- The rows behind the numbers of the metrics: what counts as monthly revenue, what is new, and what was lost in some days, which is
-- found by one index and read in order from another.
create index subscriptions_recurring on subscriptions (merchant_id, environment, currency, created_at, order_ref)
  where status in ('active', 'past_due') and subscription_type = 'REGULAR' and not in_trial and paused_at is null;
create index subscriptions_by_activated on subscriptions (merchant_id, environment, currency, activated_at) where activated_at is not null;
create index subscriptions_by_ended on subscriptions (merchant_id, environment, ended_at) where ended_at is not null;
create index subscriptions_lost on subscriptions (merchant_id, environment, currency, ended_at, activated_at) where status = 'cancelled';
create index subscriptions_lost_newest on subscriptions (merchant_id, environment, currency, created_at, order_ref, ended_at, activated_at)
  where status = 'cancelled';
create index subscriptions_of_clock on subscriptions (merchant_id, environment, clock_ref, next_act_at) where clock_ref <> '';
-- What is to be done by real time, and has no job yet.
create index subscriptions_to_plan on subscriptions (merchant_id, environment, next_act_at)
  where next_act_at is not null and not planned and clock_ref = '';
create index subscriptions_to_act on subscriptions (merchant_id, environment, next_act_at)
  where next_act_at is not null and clock_ref = '';
-- Links that nobody has used.
create index subscriptions_unused on subscriptions (merchant_id, environment, expires_at) where status = 'created';
-- The customer's page knows only the reference.
create unique index subscriptions_by_ref on subscriptions (order_ref, merchant_id);

-- What customers agreed to, and the provider's leave to charge by it.
create table mandates (
  merchant_id uuid not null,
  environment text not null,
  mandate_ref text collate "C" not null,
  order_ref text collate "C" not null,
  state text not null constraint mandates_state check (state in ('requested', 'active', 'revoked', 'expired', 'failed')),
  channel_key text not null,
  method text not null,
  method_sub_type text not null,
  -- The key of its set-up at the provider: its own reference, or that of the payment that came with it.
  provider_key text collate "C" not null,
  provider_ref text not null default '',
  -- What it is charged by, sealed; null until it is active, and again when it has ended.
  token bytea,
  -- The card's token or what else the set-up is asked with; gone when it has ended.
  channel_token text,
  method_details jsonb not null,
  masked text not null default '',
  brand text not null default '',
  expires_at timestamptz,
  -- What was agreed to: the text as it was shown, with its language and version, when and from where.
  consent text not null,
  language text not null,
  consent_version integer not null,
  ip_address text not null,
  user_agent text not null,
  agreed_at timestamptz not null,
  -- When the provider was first asked for it, of one without money.
  asked_at timestamptz,
  activated_at timestamptz,
  ended_at timestamptz,
  end_reason text not null default '',
  -- Whether it is to be ended at the provider too, and whether that is done.
  revocation text not null default '' constraint mandates_revocation check (revocation in ('', 'due', 'done')),
  updated_at timestamptz not null,
  check (state <> 'active' or token is not null),
  primary key (merchant_id, environment, mandate_ref),
  foreign key (merchant_id, environment, order_ref) references subscriptions
);
create unique index mandates_one_active on mandates (merchant_id, environment, order_ref) where state = 'active';
create index mandates_of_subscription on mandates (merchant_id, environment, order_ref, agreed_at);
create unique index mandates_by_key on mandates (merchant_id, environment, provider_key);
create index mandates_requested on mandates (merchant_id, environment, updated_at) where state = 'requested';
create index mandates_to_revoke on mandates (merchant_id, environment, updated_at) where revocation = 'due';
create index mandates_expiring on mandates (merchant_id, environment, expires_at) where state = 'active' and expires_at is not null;

-- What is charged: a period once, a deduction once by its reference. Each try is a payment.
create table subscription_charges (
  merchant_id uuid not null,
  environment text not null,
  charge_ref text collate "C" not null,
  order_ref text collate "C" not null,
  merchant_order_ref text collate "C" not null,
  kind text not null constraint subscription_charges_kind check (kind in ('period', 'initial', 'deduction', 'change')),
  -- Of a period, from 0.
  period integer,
  state text not null
    constraint subscription_charges_state check (state in ('due', 'trying', 'unpaid', 'carried', 'paid', 'written_off', 'forgiven', 'cancelled')),
  currency text not null,
  -- The lines' sum, what of it is credit, and what is left to pay.
  amount_minor bigint not null check (amount_minor >= 0),
  credit_minor bigint not null check (credit_minor >= 0),
  to_pay_minor bigint not null,
  lines jsonb not null,
  description text not null,
  due_at timestamptz not null,
  period_start timestamptz,
  period_end timestamptz,
  -- Its moment was missed by a stop of ours.
  missed boolean not null default false,
  tries integer not null default 0,
  first_tried_at timestamptz,
  next_try_at timestamptz,
  reason text not null default '',
  -- The payment in flight or that has paid it, or empty.
  payment_ref text collate "C" not null default '',
  claimed_at timestamptz,
  -- The charge with which it is paid, or empty.
  carried_by text collate "C" not null default '',
  change_id uuid,
  paid_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (to_pay_minor = amount_minor - credit_minor and to_pay_minor >= 0),
  check ((kind = 'period') = (period is not null)),
  check ((state = 'carried') <= (carried_by <> '')),
  check ((state = 'paid') = (paid_at is not null)),
  check (next_try_at is null or state in ('due', 'unpaid')),
  primary key (merchant_id, environment, charge_ref),
  constraint subscription_charges_order unique (merchant_id, environment, merchant_order_ref),
  foreign key (merchant_id, environment, order_ref) references subscriptions
);
create unique index subscription_charges_once on subscription_charges (merchant_id, environment, order_ref, period) where period is not null;
create index subscription_charges_of on subscription_charges (merchant_id, environment, order_ref, created_at, charge_ref);
create index subscription_charges_open on subscription_charges (merchant_id, environment, order_ref)
  where state in ('due', 'trying', 'unpaid', 'carried');
create unique index subscription_charges_by_ref on subscription_charges (charge_ref, merchant_id);

create table subscription_credits (
  merchant_id uuid not null,
  environment text not null,
  order_ref text collate "C" not null,
  credit_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  left_minor bigint not null check (left_minor between 0 and amount_minor),
  change_id uuid,
  created_at timestamptz not null,
  primary key (merchant_id, environment, order_ref, credit_id),
  foreign key (merchant_id, environment, order_ref) references subscriptions
);

create table subscription_changes (
  merchant_id uuid not null,
  environment text not null,
  order_ref text collate "C" not null,
  change_id uuid not null,
  state text not null
    constraint subscription_changes_state check (state in ('paying', 'scheduled', 'done', 'failed', 'cancelled')),
  at_next_period boolean not null,
  old_price_ref text collate "C" not null,
  old_price_name text not null,
  old_unit_minor bigint not null,
  old_quantity integer not null,
  price_ref text collate "C" not null,
  price_name text not null,
  unit_minor bigint not null,
  quantity integer not null,
  frequency integer not null,
  period text not null constraint subscription_changes_period check (period in ('H', 'D', 'W', 'M', 'Q', 'Y')),
  -- Another rhythm: a new period begins with it.
  new_period boolean not null,
  lines jsonb not null,
  to_pay_minor bigint not null check (to_pay_minor >= 0),
  to_credit_minor bigint not null check (to_credit_minor >= 0),
  -- The number of the period in which it is, and the moment by which it was reckoned.
  of_period integer not null,
  at timestamptz not null,
  charge_ref text collate "C" not null default '',
  created_at timestamptz not null,
  created_by text not null,
  done_at timestamptz,
  primary key (merchant_id, environment, order_ref, change_id),
  foreign key (merchant_id, environment, order_ref) references subscriptions
);
create unique index subscription_changes_one_open on subscription_changes (merchant_id, environment, order_ref)
  where state in ('paying', 'scheduled');

-- Each message to a customer, once: `once` says what it is for.
create table subscription_messages (
  merchant_id uuid not null,
  environment text not null,
  order_ref text collate "C" not null,
  kind text not null,
  once text collate "C" not null,
  -- When it goes, and what became of it.
  at timestamptz not null,
  state text not null constraint subscription_messages_state check (state in ('planned', 'sent', 'skipped')),
  reason text not null default '',
  message_id uuid,
  facts jsonb not null,
  sent_at timestamptz,
  primary key (merchant_id, environment, order_ref, kind, once),
  foreign key (merchant_id, environment, order_ref) references subscriptions
);
create index subscription_messages_planned on subscription_messages (merchant_id, environment, at) where state = 'planned';

create table subscription_settings (
  merchant_id uuid not null references merchants,
  environment text not null constraint subscription_settings_environment check (environment in ('sandbox', 'live')),
  revision integer not null,
  retry_days integer[] not null,
  last_act text not null constraint subscription_settings_last_act check (last_act in ('cancel', 'keep')),
  updated_at timestamptz not null,
  primary key (merchant_id, environment)
);

-- What subscriptions come to, as append-only changes, added up by a job; what is read is both.
create table subscription_deltas (
  merchant_id uuid not null,
  environment text not null,
  delta_id bigint generated always as identity,
  price_ref text collate "C" not null,
  currency text not null,
  -- Empty and 0 of one on demand.
  period text not null,
  frequency integer not null,
  -- Of the merchant's calendar.
  day date not null,
  subscriptions bigint not null default 0,
  active bigint not null default 0,
  past_due bigint not null default 0,
  past_due_minor bigint not null default 0,
  -- Price × quantity of those that count as monthly revenue.
  recurring_minor bigint not null default 0,
  collected_minor bigint not null default 0,
  began bigint not null default 0,
  lost bigint not null default 0,
  recovered bigint not null default 0,
  recovered_minor bigint not null default 0,
  primary key (merchant_id, environment, delta_id)
);
create index subscription_deltas_of_price on subscription_deltas (merchant_id, environment, price_ref);
create table subscription_sums (
  merchant_id uuid not null,
  environment text not null,
  price_ref text collate "C" not null,
  currency text not null,
  period text not null,
  frequency integer not null,
  subscriptions bigint not null,
  active bigint not null,
  past_due bigint not null,
  past_due_minor numeric not null,
  recurring_minor numeric not null,
  collected_minor numeric not null,
  primary key (merchant_id, environment, price_ref, currency, period, frequency)
);
create table subscription_days (
  merchant_id uuid not null,
  environment text not null,
  currency text not null,
  day date not null,
  began bigint not null,
  lost bigint not null,
  recovered bigint not null,
  recovered_minor numeric not null,
  primary key (merchant_id, environment, currency, day)
);

call guard('prices');
call guard('subscriptions');
call guard('mandates');
call guard('subscription_charges');
call guard('subscription_credits');
call guard('subscription_changes');
call guard('subscription_messages');
call guard('subscription_settings');
call guard('subscription_deltas');
call guard('subscription_sums');
call guard('subscription_days');
grant select, insert, update on prices, subscriptions, mandates, subscription_charges, subscription_credits, subscription_changes,
  subscription_messages, subscription_settings, subscription_sums, subscription_days to countinghouse_app;
grant select, insert, delete on subscription_deltas to countinghouse_app;

-- The owner of a subscription, and of a charge: their pages are known by the reference alone.
create function find_subscription(wanted text) returns table (merchant_id uuid, environment text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select s.merchant_id, s.environment
  from subscriptions s join merchants m on m.merchant_id = s.merchant_id
  where s.order_ref = wanted and m.status = 'ACTIVE';
end;
create function find_subscription_charge(wanted text) returns table (merchant_id uuid, environment text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select c.merchant_id, c.environment
  from subscription_charges c join merchants m on m.merchant_id = c.merchant_id
  where c.charge_ref = wanted and m.status = 'ACTIVE';
end;
revoke execute on function find_subscription, find_subscription_charge from public;
grant execute on function find_subscription, find_subscription_charge to countinghouse_app;
