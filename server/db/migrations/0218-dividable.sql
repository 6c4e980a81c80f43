-- What PostgreSQL divided over several machines (Citus) needs, and what costs one machine nothing.

-- A time so many seconds after another, which depends on no time zone, as the sum of a time and an interval may.
create function seconds_after(at timestamptz, seconds double precision) returns timestamptz
  language sql immutable parallel safe strict
  return at + make_interval(secs => seconds);
grant execute on function seconds_after to countinghouse_app;

-- The steps of links are counted row by row: a part of a divided table knows no rows of a whole statement. An update that
-- moves no step leaves the trigger alone.
drop trigger payment_links_made on payment_links;
drop trigger payment_links_moved on payment_links;

create or replace function count_link_steps() returns trigger language plpgsql as $$
declare reached record;
begin
  if tg_op = 'UPDATE' then
    for reached in select step, band from steps_of_link(old.created_at, old.opened_at, old.started_at, old.paid_at) loop
      insert into link_deltas (merchant_id, environment, day, currency, step, band, links)
      values (old.merchant_id, old.environment, (old.created_at at time zone 'UTC')::date, old.currency, reached.step, reached.band, -1);
    end loop;
  end if;
  for reached in select step, band from steps_of_link(new.created_at, new.opened_at, new.started_at, new.paid_at) loop
    insert into link_deltas (merchant_id, environment, day, currency, step, band, links)
    values (new.merchant_id, new.environment, (new.created_at at time zone 'UTC')::date, new.currency, reached.step, reached.band, 1);
  end loop;
  return null;
end $$;

create trigger payment_links_made after insert on payment_links for each row execute function count_link_steps();
create trigger payment_links_moved after update on payment_links for each row
  when (
    old.created_at is distinct from new.created_at or old.currency is distinct from new.currency
    or old.opened_at is distinct from new.opened_at or old.started_at is distinct from new.started_at
    or old.paid_at is distinct from new.paid_at
  )
  execute function count_link_steps();

-- A change of one table may not join one that every machine holds.
create or replace function take_one_time_token(wanted bytea, wanted_purpose text)
  returns table (merchant_id uuid, sub_user_id uuid)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  owner uuid := (select t.merchant_id from one_time_tokens t where t.token_hash = wanted);
begin
  perform 1 from merchants m
  where m.merchant_id = owner and m.status = 'ACTIVE'
    and (octet_length(wanted) = 32 or merchant_hint(m.merchant_id) = encode(substring(wanted from 33), 'escape'));
  if not found then return; end if;
  return query
  update one_time_tokens as t set used_at = clock_timestamp()
  from sub_users u
  where t.merchant_id = owner and t.token_hash = wanted and t.purpose = wanted_purpose and t.used_at is null
    and t.expires_at > clock_timestamp() and u.merchant_id = t.merchant_id and u.sub_user_id = t.sub_user_id and u.is_active
  returning t.merchant_id, t.sub_user_id;
end $$;
