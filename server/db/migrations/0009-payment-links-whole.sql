-- The merchants that a session may name without knowing their names: its own, and a master's accepted ones, by name. Who
-- counts as accepted is decided in one place, find_merchants().
create function list_merchants(actor uuid)
  returns table (merchant_id uuid, key text, name text, writable boolean)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select f.merchant_id, f.key, coalesce(nullif(m.brand_name, ''), m.name), f.writable
  from find_merchants(actor, (
    select array_agg(a.key) from merchants a where a.master_id = actor or a.merchant_id = actor
  )) f
  join merchants m on m.merchant_id = f.merchant_id
  order by f.merchant_id <> actor, lower(coalesce(nullif(m.brand_name, ''), m.name)), f.merchant_id;
end;
revoke execute on function list_merchants from public;
grant execute on function list_merchants to countinghouse_app;
create index merchants_by_master on merchants (master_id) where master_id is not null;

-- How a sub-user likes their lists; the same in both environments.
create table column_choices (
  merchant_id uuid not null,
  sub_user_id uuid not null,
  list text not null,
  columns jsonb not null,
  primary key (merchant_id, sub_user_id, list),
  foreign key (merchant_id, sub_user_id) references sub_users
);
create table saved_views (
  merchant_id uuid not null,
  sub_user_id uuid not null,
  view_id uuid not null,
  list text not null,
  name text not null,
  name_lower text not null,
  search jsonb not null,
  columns jsonb not null,
  is_default boolean not null,
  created_at timestamptz not null,
  primary key (merchant_id, sub_user_id, view_id),
  unique (merchant_id, sub_user_id, list, name_lower),
  foreign key (merchant_id, sub_user_id) references sub_users
);
create unique index saved_views_one_default on saved_views (merchant_id, sub_user_id, list) where is_default;

grant select, insert, update, delete on column_choices, saved_views to countinghouse_app;
call guard('column_choices', false);
call guard('saved_views', false);

-- In which language its customer is written to.
alter table payment_links add column language text not null default 'en'
  constraint payment_links_language check (language in ('en', 'ar'));
