-- Payments are found by the start of the shopper's name, in any case. A column, because an index on lower(…) cannot serve a
-- statement under row-level security: lower() is not leakproof.
alter table payments add column shopper_name_lower text collate "C" not null default '';

-- The lower case of all languages: that of a database with the locale C knows A to Z alone.
do $$
begin
  execute format(
    'create function lower_case(value text) returns text language sql immutable parallel safe return lower(value collate %I)',
    coalesce(
      (select collname from pg_collation where collnamespace = 'pg_catalog'::regnamespace
        and collname in ('pg_c_utf8', 'und-x-icu') order by collname limit 1),
      'default'
    )
  );
end $$;
revoke execute on function lower_case from public;
grant execute on function lower_case to countinghouse_app;

-- Versions before this one write the name alone.
create function lower_shopper_name() returns trigger language plpgsql as $$
begin
  new.shopper_name_lower := lower_case(new.shopper_name);
  return new;
end $$;
create trigger payments_name_lower before insert on payments for each row
  when (new.shopper_name_lower = '' and new.shopper_name <> '') execute function lower_shopper_name();

-- And by the last four digits of the card, which the index payments_by_last4 cannot serve either, as it is by right(…).
alter table payments add column card_last4 text collate "C" not null default '';
create function keep_card_last4() returns trigger language plpgsql as $$
begin
  new.card_last4 := right(new.masked_card_number, 4);
  return new;
end $$;
create trigger payments_card_last4 before insert or update of masked_card_number on payments for each row
  when (new.masked_card_number <> '') execute function keep_card_last4();

-- Links are found by the end of a phone number, however it is written: its digits from the last to the first.
alter table payment_links add column phone_reversed text collate "C" not null default '';

create function reverse_link_phone() returns trigger language plpgsql as $$
begin
  new.phone_reversed := reverse(regexp_replace(new.phone, '\D', '', 'g'));
  return new;
end $$;
create trigger payment_links_phone_reversed before insert on payment_links for each row
  when (new.phone_reversed = '' and new.phone <> '') execute function reverse_link_phone();
