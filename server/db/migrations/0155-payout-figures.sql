-- What became of payouts: paid, failed, returned, with the reason and the time that the bank took. They are counted by the day (UTC) on
-- which the payout was made, in bands of time, so that the figures of any stretch are read from some thousand rows.

create table payout_deltas (
  merchant_id uuid not null,
  environment text not null,
  delta_id bigint generated always as identity,
  -- On which the payout was made, in UTC.
  day date not null,
  currency text not null,
  status text not null constraint payout_deltas_status check (status in ('Success', 'Failed', 'Returned')),
  reason text not null,
  -- A power of 1.1 seconds; -1 where no time is told.
  band integer not null,
  payouts bigint not null,
  amount_minor bigint not null,
  primary key (merchant_id, environment, delta_id)
);
create table payout_days (
  merchant_id uuid not null,
  environment text not null,
  day date not null,
  currency text not null,
  status text not null constraint payout_days_status check (status in ('Success', 'Failed', 'Returned')),
  reason text not null,
  band integer not null,
  payouts bigint not null,
  amount_minor bigint not null,
  primary key (merchant_id, environment, day, currency, status, reason, band)
);

-- The band of the time from the bank's being asked to its word, of what is paid.
create function payout_band(status text, asked timestamptz, ended timestamptz) returns integer language sql immutable parallel safe
return case
  when status <> 'Success' or asked is null or ended is null then -1
  else round(ln(1 + greatest(0, date_part('epoch', ended - asked))) / ln(1.1::float8))::integer
end;

-- What a payout adds to the days.
create view payout_ends with (security_invoker = true) as
  select merchant_id, environment, created_at, (created_at at time zone 'UTC')::date as day, currency, status, status_reason as reason,
    payout_band(status, channel_asked_at, ended_at) as band, 1::bigint as payouts,
    case when status = 'Returned' then returned_minor else amount_minor end as amount_minor
  from payouts where status in ('Success', 'Failed', 'Returned');

-- Most moves of a payout end nothing, and leave the trigger alone.
create function count_payout_end() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status in ('Success', 'Failed', 'Returned') then
    insert into payout_deltas (merchant_id, environment, day, currency, status, reason, band, payouts, amount_minor)
    values (old.merchant_id, old.environment, (old.created_at at time zone 'UTC')::date, old.currency, old.status, old.status_reason,
      payout_band(old.status, old.channel_asked_at, old.ended_at), -1,
      case when old.status = 'Returned' then -old.returned_minor else -old.amount_minor end);
  end if;
  if new.status in ('Success', 'Failed', 'Returned') then
    insert into payout_deltas (merchant_id, environment, day, currency, status, reason, band, payouts, amount_minor)
    values (new.merchant_id, new.environment, (new.created_at at time zone 'UTC')::date, new.currency, new.status, new.status_reason,
      payout_band(new.status, new.channel_asked_at, new.ended_at), 1,
      case when new.status = 'Returned' then new.returned_minor else new.amount_minor end);
  end if;
  return null;
end $$;
create trigger payouts_made after insert on payouts
  for each row when (new.status in ('Success', 'Failed', 'Returned')) execute function count_payout_end();
create trigger payouts_ended after update on payouts
  for each row when (
    (old.status in ('Success', 'Failed', 'Returned') or new.status in ('Success', 'Failed', 'Returned'))
    and (old.status, old.status_reason, old.returned_minor, old.amount_minor, old.currency, old.created_at, old.channel_asked_at, old.ended_at)
      is distinct from
      (new.status, new.status_reason, new.returned_minor, new.amount_minor, new.currency, new.created_at, new.channel_asked_at, new.ended_at)
  ) execute function count_payout_end();

call guard('payout_deltas');
call guard('payout_days');
grant select, insert, delete on payout_deltas to countinghouse_app;
grant select, insert, update on payout_days to countinghouse_app;
grant select on payout_ends to countinghouse_app;
