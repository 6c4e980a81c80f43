-- Fills in what the payments of before pay, and builds the indexes by it, while they are being read and written.

-- A few pages at a time, each in a transaction of its own, so that no row is held for longer than some milliseconds. Rows that
-- somebody holds are left for another pass: waiting for them with others held could end in a deadlock. Whatever an older
-- version writes meanwhile is filled by the trigger.
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
      update payments set payable_kind = 'link', payable_ref = link_ref
      where ctid = any (array(
        select ctid from payments
        where ctid >= format('(%s,0)', page)::tid and ctid < format('(%s,0)', page + at_once)::tid
          and payable_ref = '' and link_ref <> ''
        for no key update skip locked
      ));
      commit;
      page := page + at_once;
    end loop;
    select exists (select 1 from payments where payable_ref = '' and link_ref <> '') into missing;
    commit;
    exit when not missing;
    perform pg_sleep(0.1);
  end loop;
end $$;

-- step
alter table payments validate constraint payments_payable;

-- step: one payable takes one attempt at a time
create unique index concurrently if not exists payments_one_in_flight_of_payable
  on payments (merchant_id, environment, payable_ref)
  where payable_ref <> '' and status in ('Initiated', 'Pending', 'Authorized');
-- step
drop index concurrently if exists payments_one_in_flight;
-- step
alter index if exists payments_one_in_flight_of_payable rename to payments_one_in_flight;

-- step: and is paid once, or each part of it is
create unique index concurrently if not exists payments_paid_once_of_payable
  on payments (merchant_id, environment, payable_ref, payable_part)
  where payable_ref <> '' and status = 'Success' and not late;
-- step
drop index concurrently if exists payments_paid_once;
-- step
alter index if exists payments_paid_once_of_payable rename to payments_paid_once;

-- step
create index concurrently if not exists payments_by_payable
  on payments (merchant_id, environment, payable_ref, created_at);
-- step
create index concurrently if not exists payments_by_source
  on payments (merchant_id, environment, source_ref, created_at) where source_ref <> '';
