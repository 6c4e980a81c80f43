-- How many payments there are is asked with nearly every list: kept with the note that the totals have been made, it is one
-- row instead of their sum.
alter table payment_zones add column payments bigint not null default 0;
update payment_zones z set payments = (
  select coalesce(sum(t.payments), 0) from payment_totals t where t.merchant_id = z.merchant_id and t.environment = z.environment
) where time_zone = '';
grant update on payment_zones to countinghouse_app;

-- No connection of the application's reads whole tables any more (`enable_seqscan`), so this need not see to it: without a
-- setting of its own it becomes part of the statement that asks it.
create or replace function deltas_of(merchants uuid[], of_environment text) returns setof payment_deltas
  language sql stable parallel safe
begin atomic
  select * from payment_deltas where merchant_id = any (merchants) and environment = of_environment;
end;
