-- How far links get: made, opened, started, paid, and how long each step took. They are counted by the day (UTC) on which the
-- link was made, in bands of time, so that the medians of any stretch are read from some thousand rows.

alter table payment_links
  -- When a shopper's browser first ran the page's script; null where none did before the first attempt.
  add column opened_at timestamptz,
  -- When the first attempt began, and when the link was paid.
  add column started_at timestamptz,
  add column paid_at timestamptz;

-- The steps that a link has reached. A band is a power of 1.1 seconds, and -1 where the time is not known. Whoever starts has
-- opened the link, also where the script was not heard of.
create function steps_of_link(made timestamptz, opened timestamptz, started timestamptz, paid timestamptz)
  returns table (step text, band integer) language sql immutable parallel safe
begin atomic
  select s.step, case
    when s.since is null or s.until is null then -1
    else round(ln(1 + greatest(0, date_part('epoch', s.until - s.since))) / ln(1.1::float8))::integer
  end
  from (values
    ('made', null::timestamptz, null::timestamptz, made is not null),
    ('opened', made, opened, coalesce(opened, started) is not null),
    ('started', opened, started, started is not null),
    ('paid', started, paid, paid is not null)
  ) as s (step, since, until, reached)
  where s.reached;
end;

create function count_link_steps() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into link_deltas (merchant_id, environment, day, currency, step, band, links)
    select l.merchant_id, l.environment, (l.created_at at time zone 'UTC')::date, l.currency, s.step, s.band, count(*)
    from made l cross join lateral steps_of_link(l.created_at, l.opened_at, l.started_at, l.paid_at) s
    group by 1, 2, 3, 4, 5, 6;
  else
    insert into link_deltas (merchant_id, environment, day, currency, step, band, links)
    select l.merchant_id, l.environment, (l.created_at at time zone 'UTC')::date, l.currency, s.step, s.band, sum(l.links)
    from (
      select merchant_id, environment, created_at, currency, opened_at, started_at, paid_at, 1 as links from made
      union all
      select merchant_id, environment, created_at, currency, opened_at, started_at, paid_at, -1 from was
    ) l cross join lateral steps_of_link(l.created_at, l.opened_at, l.started_at, l.paid_at) s
    group by 1, 2, 3, 4, 5, 6 having sum(l.links) <> 0;
  end if;
  return null;
end $$;
create trigger payment_links_made after insert on payment_links
  referencing new table as made for each statement execute function count_link_steps();
create trigger payment_links_moved after update on payment_links
  referencing new table as made old table as was for each statement execute function count_link_steps();

create table link_deltas (
  merchant_id uuid not null,
  environment text not null,
  delta_id bigint generated always as identity,
  -- On which the link was made, in UTC.
  day date not null,
  currency text not null,
  step text not null constraint link_deltas_step check (step in ('made', 'opened', 'started', 'paid')),
  band integer not null,
  links bigint not null,
  primary key (merchant_id, environment, delta_id)
);
create table link_days (
  merchant_id uuid not null,
  environment text not null,
  day date not null,
  currency text not null,
  step text not null constraint link_days_step check (step in ('made', 'opened', 'started', 'paid')),
  band integer not null,
  links bigint not null,
  primary key (merchant_id, environment, day, currency, step, band)
);
-- The merchants whose days are whole: built from the links once, and from the deltas since. Those of others are counted from the
-- links.
create table link_counts (
  merchant_id uuid not null,
  environment text not null,
  since timestamptz not null,
  primary key (merchant_id, environment)
);
-- What a link adds to the days.
create view link_steps with (security_invoker = true) as
  select l.merchant_id, l.environment, l.created_at, (l.created_at at time zone 'UTC')::date as day, l.currency, s.step, s.band,
    1::bigint as links
  from payment_links l cross join lateral steps_of_link(l.created_at, l.opened_at, l.started_at, l.paid_at) s;

call guard('link_deltas');
call guard('link_days');
call guard('link_counts');
grant select, insert, delete on link_deltas to countinghouse_app;
grant select, insert, update on link_days to countinghouse_app;
grant select, insert on link_counts to countinghouse_app;
grant select on link_steps to countinghouse_app;
