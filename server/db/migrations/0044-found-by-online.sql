-- Fills in what rows of before are found by and builds the indexes by it, while they are being read and written.

-- A few pages at a time, each in a transaction of its own; rows that somebody holds are left for another pass.
do $$
declare
  at_once constant integer := 32;
  pages bigint;
  page bigint;
  missing boolean;
begin
  loop
    page := 0;
    pages := pg_relation_size('payments') / current_setting('block_size')::integer;
    while page <= pages loop
      update payments set shopper_name_lower = lower_case(shopper_name), card_last4 = right(masked_card_number, 4)
      where ctid = any (array(
        select ctid from payments
        where ctid >= format('(%s,0)', page)::tid and ctid < format('(%s,0)', page + at_once)::tid
          and (shopper_name_lower = '' and shopper_name <> '' or card_last4 = '' and masked_card_number <> '')
        for no key update skip locked
      ));
      commit;
      page := page + at_once;
    end loop;
    select exists (
      select 1 from payments
      where shopper_name_lower = '' and shopper_name <> '' or card_last4 = '' and masked_card_number <> ''
    ) into missing;
    commit;
    exit when not missing;
    perform pg_sleep(0.1);
  end loop;
end $$;

-- step
create index concurrently if not exists payments_by_name
  on payments (merchant_id, environment, shopper_name_lower);
-- step
create index concurrently if not exists payments_by_card
  on payments (merchant_id, environment, card_last4) where card_last4 <> '';

-- step
do $$
declare
  at_once constant integer := 32;
  pages bigint;
  page bigint;
  missing boolean;
begin
  loop
    page := 0;
    pages := pg_relation_size('payment_links') / current_setting('block_size')::integer;
    while page <= pages loop
      update payment_links set phone_reversed = reverse(regexp_replace(phone, '\D', '', 'g'))
      where ctid = any (array(
        select ctid from payment_links
        where ctid >= format('(%s,0)', page)::tid and ctid < format('(%s,0)', page + at_once)::tid
          and phone_reversed = '' and phone <> ''
        for no key update skip locked
      ));
      commit;
      page := page + at_once;
    end loop;
    select exists (select 1 from payment_links where phone_reversed = '' and phone ~ '\d') into missing;
    commit;
    exit when not missing;
    perform pg_sleep(0.1);
  end loop;
end $$;

-- step
create index concurrently if not exists payment_links_by_phone
  on payment_links (merchant_id, environment, phone_reversed);
