-- Fills in what the list of deliveries shows, and builds its indexes, while deliveries are being made.

-- A few pages at a time, each in a transaction of its own. Rows that somebody holds are left for another pass.
do $$
declare
  at_once constant integer := 32;
  pages bigint;
  page bigint;
  missing boolean;
begin
  loop
    page := 0;
    pages := pg_relation_size('webhook_deliveries') / current_setting('block_size')::integer;
    while page <= pages loop
      update webhook_deliveries d set
        type = e.type, webhook_name = w.name, url = w.url,
        last_status = coalesce(d.last_status, (
          select a.status from webhook_attempts a
          where a.merchant_id = d.merchant_id and a.environment = d.environment and a.delivery_id = d.delivery_id
          order by a.attempt_id desc limit 1
        ))
      from webhook_events e, webhooks w
      where e.merchant_id = d.merchant_id and e.environment = d.environment and e.event_id = d.event_id
        and w.merchant_id = d.merchant_id and w.environment = d.environment and w.webhook_id = d.webhook_id
        and d.ctid = any (array(
          select ctid from webhook_deliveries
          where ctid >= format('(%s,0)', page)::tid and ctid < format('(%s,0)', page + at_once)::tid and type = ''
          for no key update skip locked
        ));
      commit;
      page := page + at_once;
    end loop;
    select exists (select 1 from webhook_deliveries where type = '') into missing;
    commit;
    exit when not missing;
    perform pg_sleep(0.1);
  end loop;
end $$;

-- step
create index concurrently if not exists webhook_deliveries_newest
  on webhook_deliveries (merchant_id, environment, created_at, (delivery_id::text collate "C"));

-- step
create index concurrently if not exists webhook_deliveries_pending
  on webhook_deliveries (merchant_id, environment, webhook_id, seq) where state = 'pending';

-- step
create index concurrently if not exists webhook_deliveries_of_event
  on webhook_deliveries (merchant_id, environment, event_id);

-- step
create index concurrently if not exists webhook_events_by_time on webhook_events (merchant_id, environment, created_at);
