-- Fills in when the links of before were first tried and when they were paid, a few pages at a time, each in a transaction of its
-- own. When they were opened nobody knows. Links that somebody holds are left for the next pass.
do $$
declare
  at_once constant integer := 32;
  pages bigint;
  page bigint;
begin
  for pass in 1..3 loop
    page := 0;
    pages := pg_relation_size('payment_links') / current_setting('block_size')::integer;
    while page <= pages loop
      update payment_links l set started_at = p.started_at, paid_at = p.paid_at
      from (
        select a.merchant_id, a.environment, a.payable_ref, min(a.created_at) as started_at,
          min(t.at) filter (where a.status = 'Success' and not a.late) as paid_at
        from payments a
        left join ledger_transfers t on t.merchant_id = a.merchant_id and t.environment = a.environment
          and t.business_key = 'payment:' || a.order_ref || ':captured'
        where a.payable_kind = 'link' and (a.merchant_id, a.environment, a.payable_ref) in (
          select merchant_id, environment, link_ref from payment_links
          where ctid >= format('(%s,0)', page)::tid and ctid < format('(%s,0)', page + at_once)::tid and started_at is null
        )
        group by 1, 2, 3
      ) p
      where p.merchant_id = l.merchant_id and p.environment = l.environment and p.payable_ref = l.link_ref and l.ctid = any (array(
        select ctid from payment_links
        where ctid >= format('(%s,0)', page)::tid and ctid < format('(%s,0)', page + at_once)::tid and started_at is null
        for no key update skip locked
      ));
      commit;
      page := page + at_once;
    end loop;
  end loop;
end $$;
