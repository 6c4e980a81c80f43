create table payment_links (
  merchant_id uuid not null references merchants,
  environment text not null constraint payment_links_environment check (environment in ('sandbox', 'live')),
  link_ref text collate "C" not null,
  merchant_order_ref text collate "C" not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  country text not null,
  customer_name text not null,
  customer_name_lower text collate "C" not null,
  email text not null,
  email_lower text collate "C" not null,
  phone text not null,
  description text not null,
  status text not null
    constraint payment_links_status check (status in ('created', 'processing', 'success', 'expired', 'cancelled')),
  source text not null,
  created_at timestamptz not null,
  created_by text not null,
  expiry_hours integer,
  expires_at timestamptz,
  success_url text not null,
  failure_url text not null,
  merchant_back_url text not null,
  -- What the shopper's page shows beside the amount; texts of the merchant's, kept as sent.
  merchant_name text not null,
  merchant_logo text not null,
  promo_code text not null,
  promo_discount_minor bigint not null check (promo_discount_minor >= 0),
  shipping_charges_minor bigint not null check (shipping_charges_minor >= 0),
  billing_line_1 text not null,
  billing_line_2 text not null,
  billing_city text not null,
  billing_country text not null,
  user_configured_fields text[] not null,
  notify_by_email boolean not null,
  notify_by_phone boolean not null,
  late_payment text not null constraint payment_links_late_payment check (late_payment in ('accept', 'hold', 'refund')),
  ip_address text not null,
  primary key (merchant_id, environment, link_ref),
  unique (merchant_id, environment, merchant_order_ref)
);
create index payment_links_newest on payment_links (merchant_id, environment, created_at, link_ref);
create index payment_links_by_amount on payment_links (merchant_id, environment, amount_minor, link_ref);
create index payment_links_by_status on payment_links (merchant_id, environment, status, created_at, link_ref);
create index payment_links_by_email on payment_links (merchant_id, environment, email_lower);
create index payment_links_by_customer on payment_links (merchant_id, environment, customer_name_lower);
create index payment_links_by_source on payment_links (merchant_id, environment, source);
-- The shopper's page knows only the reference.
create unique index payment_links_by_ref on payment_links (link_ref);

create function find_link(wanted text) returns table (merchant_id uuid, environment text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select l.merchant_id, l.environment
  from payment_links l join merchants m on m.merchant_id = l.merchant_id
  where l.link_ref = wanted and m.status = 'ACTIVE';
end;
revoke execute on function find_link from public;
grant execute on function find_link to countinghouse_app;
grant select, insert, update on payment_links to countinghouse_app;
call guard('payment_links');
