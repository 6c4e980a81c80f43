-- Payment pages: what a merchant sells at one address, its versions, its stock, and the orders that shoppers pay.

create table payment_pages (
  merchant_id uuid not null references merchants,
  environment text not null constraint payment_pages_environment check (environment in ('sandbox', 'live')),
  page_ref text collate "C" not null,
  merchant_order_id text collate "C" not null,
  status text not null constraint payment_pages_status check (status in ('activated', 'deactivated', 'cancelled')),
  version integer not null,
  page_type text not null
    constraint payment_pages_page_type check (page_type in ('fixed_amount', 'fixed_with_quantity', 'custom_amount')),
  currency text not null,
  country text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  min_amount_minor bigint not null check (min_amount_minor >= 0),
  -- 0 without a bound.
  max_amount_minor bigint not null check (max_amount_minor >= 0),
  promo_discount_minor bigint not null check (promo_discount_minor >= 0),
  shipping_charges_minor bigint not null check (shipping_charges_minor >= 0),
  min_quantity integer not null check (min_quantity between 1 and 1000),
  max_quantity integer not null check (max_quantity between 1 and 1000),
  title text not null,
  title_lower text collate "C" not null,
  -- As the merchant spells it, and in lower case, by which it is found; empty without one.
  custom_url text not null,
  custom_url_lower text collate "C" not null,
  expires_at timestamptz,
  late_payment text not null constraint payment_pages_late_payment check (late_payment in ('accept', 'hold', 'refund')),
  low_stock_at integer check (low_stock_at >= 0),
  source text not null,
  success_url text not null,
  failure_url text not null,
  default_language text not null,
  -- Everything else that the page says and asks.
  content jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  created_by_id uuid,
  updated_at timestamptz not null,
  check (min_quantity <= max_quantity),
  primary key (merchant_id, environment, page_ref),
  constraint payment_pages_order unique (merchant_id, environment, merchant_order_id)
);
create index payment_pages_newest on payment_pages (merchant_id, environment, created_at, page_ref);
create index payment_pages_by_status on payment_pages (merchant_id, environment, status, created_at, page_ref);
create index payment_pages_by_amount on payment_pages (merchant_id, environment, amount_minor, page_ref);
create index payment_pages_by_title on payment_pages (merchant_id, environment, title_lower);
create index payment_pages_by_address on payment_pages (merchant_id, environment, custom_url_lower) where custom_url_lower <> '';
-- The shopper's page knows only the reference.
create unique index payment_pages_by_ref on payment_pages (page_ref, merchant_id);

-- Each save of a page, as it was then; never changed.
create table page_versions (
  merchant_id uuid not null,
  environment text not null,
  page_ref text collate "C" not null,
  version integer not null,
  at timestamptz not null,
  actor_name text not null,
  -- The version that it brought back; 0 for none.
  restored integer not null,
  -- What was saved, by the names of the wire, amounts in minor units.
  page jsonb not null,
  -- The names of what differs from the version before.
  changed text[] not null,
  primary key (merchant_id, environment, page_ref, version),
  foreign key (merchant_id, environment, page_ref) references payment_pages
);

-- Addresses of pages by choice: one owner each, over all merchants of an environment. One that was given up leads on to its
-- page for 90 days, and is nobody else's meanwhile.
create table page_names (
  environment text not null constraint page_names_environment check (environment in ('sandbox', 'live')),
  name text collate "C" not null,
  merchant_id uuid not null,
  page_ref text collate "C" not null,
  given_up_at timestamptz,
  primary key (environment, name),
  foreign key (merchant_id, environment, page_ref) references payment_pages
);
create index page_names_of_page on page_names (merchant_id, environment, page_ref);

-- The units of a page. One without a limit has no free ones: each reserved unit is stocked by its order.
create table page_stocks (
  merchant_id uuid not null,
  environment text not null,
  page_ref text collate "C" not null,
  limited boolean not null,
  stocked bigint not null,
  available bigint not null constraint page_stocks_available check (available >= 0),
  reserved bigint not null constraint page_stocks_reserved check (reserved >= 0),
  sold bigint not null constraint page_stocks_sold check (sold >= 0),
  constraint page_stocks_sum check (stocked = available + reserved + sold),
  check (limited or available = 0),
  primary key (merchant_id, environment, page_ref),
  foreign key (merchant_id, environment, page_ref) references payment_pages
);

-- What a shopper ordered at a page: a payable, with its answers as they were given.
create table page_orders (
  merchant_id uuid not null,
  environment text not null constraint page_orders_environment check (environment in ('sandbox', 'live')),
  order_ref text collate "C" not null,
  page_ref text collate "C" not null,
  merchant_order_ref text collate "C" not null,
  status text not null
    constraint page_orders_status check (status in ('created', 'processing', 'success', 'expired', 'cancelled')),
  version integer not null,
  quantity integer not null check (quantity between 1 and 1000),
  -- Of one unit, and of the whole.
  unit_minor bigint not null check (unit_minor >= 0),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  country text not null,
  title text not null,
  language text not null,
  name text not null,
  email text not null,
  phone text not null,
  answers jsonb not null,
  ip_address text not null,
  -- Whether its units were taken from free ones, so that they become free again.
  limited boolean not null,
  -- Where its units are: reserved for it, sold to it, or neither.
  units text not null constraint page_orders_units check (units in ('reserved', 'sold', 'released')),
  -- The attempt in flight, or empty. While there is one, the order has no end of its own.
  attempt_ref text collate "C" not null,
  tried boolean not null,
  expires_at timestamptz,
  created_at timestamptz not null,
  check (expires_at is not null or attempt_ref <> ''),
  primary key (merchant_id, environment, order_ref),
  constraint page_orders_order unique (merchant_id, environment, merchant_order_ref),
  foreign key (merchant_id, environment, page_ref) references payment_pages
);
create index page_orders_of_page on page_orders (merchant_id, environment, page_ref, created_at, order_ref);
-- What expires, and what one address holds.
create index page_orders_open on page_orders (merchant_id, environment, expires_at) where status in ('created', 'processing');
create index page_orders_untried on page_orders (merchant_id, environment, page_ref, ip_address) where status = 'created';
create unique index page_orders_by_ref on page_orders (order_ref, merchant_id);

-- Each move of units, once for each order and kind; never changed.
create table stock_movements (
  merchant_id uuid not null,
  environment text not null,
  page_ref text collate "C" not null,
  movement_id uuid not null,
  movement text not null
    constraint stock_movements_movement check (movement in ('stocked', 'reserved', 'released', 'sold', 'returned')),
  -- Empty for what the merchant stocks.
  order_ref text collate "C" not null,
  -- Signed for what is stocked.
  units bigint not null,
  actor_name text not null,
  at timestamptz not null,
  primary key (merchant_id, environment, page_ref, movement_id)
);
create unique index stock_movements_once on stock_movements (merchant_id, environment, order_ref, movement) where order_ref <> '';

-- What pages took and sold: append-only, added up by a job; what is read is both.
create table page_deltas (
  merchant_id uuid not null,
  environment text not null,
  page_ref text collate "C" not null,
  delta_id bigint generated always as identity,
  captured_minor bigint not null,
  refunded_minor bigint not null,
  units_sold bigint not null,
  orders bigint not null,
  primary key (merchant_id, environment, page_ref, delta_id)
);
create table page_sums (
  merchant_id uuid not null,
  environment text not null,
  page_ref text collate "C" not null,
  captured_minor numeric not null,
  refunded_minor numeric not null,
  units_sold numeric not null,
  orders numeric not null,
  primary key (merchant_id, environment, page_ref)
);

-- How far shoppers came, by day (UTC) and language, and nothing about who they were.
create table page_funnel (
  merchant_id uuid not null,
  environment text not null,
  page_ref text collate "C" not null,
  day date not null,
  language text not null,
  step text not null constraint page_funnel_step check (step in ('opened', 'began', 'ordered', 'attempted', 'paid')),
  -- One of several counters of the same, so that shoppers do not wait for each other.
  slot smallint not null,
  count bigint not null,
  primary key (merchant_id, environment, page_ref, day, language, step, slot)
);

-- Pictures of pages, drawn anew, by their content.
create table page_pictures (
  merchant_id uuid not null references merchants,
  environment text not null constraint page_pictures_environment check (environment in ('sandbox', 'live')),
  digest bytea not null,
  picture bytea not null,
  type text not null,
  created_at timestamptz not null,
  primary key (merchant_id, environment, digest)
);
create index page_pictures_by_digest on page_pictures (digest);

call guard('payment_pages');
call guard('page_versions');
call guard('page_names');
call guard('page_stocks');
call guard('page_orders');
call guard('stock_movements');
call guard('page_deltas');
call guard('page_sums');
call guard('page_funnel');
call guard('page_pictures');
grant select, insert, update on payment_pages, page_names, page_stocks, page_orders, page_sums, page_funnel to countinghouse_app;
grant select, insert on page_versions, stock_movements, page_pictures to countinghouse_app;
grant select, insert, delete on page_deltas to countinghouse_app;

-- A page and its owner by its reference, else by its name in any case; those of live mode first.
create function find_page(wanted text) returns table (merchant_id uuid, environment text, page_ref text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select found.merchant_id, found.environment, found.page_ref from (
    select p.merchant_id, p.environment, p.page_ref, 0 as place from payment_pages p where p.page_ref = wanted
    union all
    select n.merchant_id, n.environment, n.page_ref, case n.environment when 'live' then 1 else 2 end
    from page_names n
    where n.environment in ('live', 'sandbox') and n.name = lower(wanted)
      and (n.given_up_at is null or n.given_up_at > statement_timestamp() - interval '90 days')
  ) found order by found.place limit 1;
end;

create function find_page_order(wanted text) returns table (merchant_id uuid, environment text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select o.merchant_id, o.environment
  from page_orders o join merchants m on m.merchant_id = o.merchant_id
  where o.order_ref = wanted and m.status = 'ACTIVE';
end;

-- Whether a name could be taken for a page: no other merchant has it, in either environment, and no other page of this one.
-- It says nothing about whose it is. A name given up is free after 90 days.
create function page_name_is_free(wanted text, of_environment text, of_merchant uuid, of_page text) returns boolean
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select not exists (
    select 1 from page_names n
    where n.environment in ('live', 'sandbox') and n.name = lower(wanted)
      and (n.merchant_id <> of_merchant or (n.environment = of_environment and n.page_ref <> of_page))
      and (n.given_up_at is null or n.given_up_at > statement_timestamp() - interval '90 days')
  );
end;

-- Takes a name for a page of the scope; false where it is not free. Of many at once one gets it.
create function claim_page_name(wanted text, of_environment text, of_merchant uuid, of_page text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (of_merchant = any (scope_merchants())) is not true or of_environment is distinct from scope_environment() then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(lower(wanted), 7246310));
  if not page_name_is_free(wanted, of_environment, of_merchant, of_page) then
    return false;
  end if;
  insert into page_names (environment, name, merchant_id, page_ref, given_up_at)
  values (of_environment, lower(wanted), of_merchant, of_page, null)
  on conflict (environment, name) do update
    set merchant_id = excluded.merchant_id, page_ref = excluded.page_ref, given_up_at = null;
  return true;
end $$;

-- A picture by its digest, for whoever has the address.
create function find_page_picture(wanted bytea) returns table (picture bytea, type text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select p.picture, p.type from page_pictures p where p.digest = wanted limit 1;
end;

revoke execute on function find_page, find_page_order, claim_page_name, page_name_is_free, find_page_picture from public;
grant execute on function find_page, find_page_order, claim_page_name, page_name_is_free, find_page_picture to countinghouse_app;
