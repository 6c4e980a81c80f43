-- Says of each payment of before whether it was the first attempt to pay what it pays, a few pages at a time, each in a
-- transaction of its own. Afterwards the sums of traits are made anew.
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
      update payments p set first_attempt = p.payable_ref = '' or not exists (
        select 1 from payments earlier
        where earlier.merchant_id = p.merchant_id and earlier.environment = p.environment
          and earlier.payable_ref = p.payable_ref and earlier.payable_kind = p.payable_kind
          and earlier.payable_part = p.payable_part
          and (earlier.created_at, earlier.order_ref) < (p.created_at, p.order_ref)
      )
      where ctid = any (array(
        select ctid from payments
        where ctid >= format('(%s,0)', page)::tid and ctid < format('(%s,0)', page + at_once)::tid
          and first_attempt is null
        for no key update skip locked
      ));
      commit;
      page := page + at_once;
    end loop;
    select exists (select 1 from payments where first_attempt is null and created_at < statement_timestamp() - interval '1 hour')
      into missing;
    commit;
    exit when not missing;
    perform pg_sleep(0.1);
  end loop;
end $$;

-- step
update payment_zones set traits = false where traits;
