-- The merchant's own record: who changed what, its pictures, and its server, which proves itself by a signed token.

-- Counts the changes, so that a form which was filled in before one does not overwrite it.
alter table merchants add column revision integer not null default 0;

-- What an act changed, for those who check: {"field": {"before": …, "after": …}}.
alter table audit_events add column if not exists changes jsonb not null default '{}';

-- The record belongs to both environments, and so does its story; the timeline of objects belongs to one.
create table merchant_changes (
  merchant_id uuid not null references merchants,
  change_id uuid not null,
  at timestamptz not null,
  actor_name text not null,
  changes jsonb not null,
  primary key (merchant_id, change_id)
);

-- Drawn anew from what was uploaded, never the file itself. Public: shoppers see them. Kept, since links show the one
-- that they were made with.
create table merchant_logos (
  merchant_id uuid not null references merchants,
  digest bytea not null,
  picture bytea not null,
  type text not null,
  created_at timestamptz not null,
  primary key (merchant_id, digest)
);
create index merchant_logos_by_digest on merchant_logos (digest);

-- A picture by its digest, for whoever has the address.
create function find_logo(wanted bytea) returns table (picture bytea, type text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select l.picture, l.type from merchant_logos l where l.digest = wanted limit 1;
end;

-- An active merchant by its key, with what its server's token is checked by.
create function find_merchant_server(wanted_key text)
  returns table (merchant_id uuid, key text, wrapped_key bytea, secret_sealed bytea, facts jsonb)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select m.merchant_id, m.key, m.wrapped_key, m.secret_sealed,
    jsonb_build_object(
      'kind', m.kind, 'crossBorder', m.cross_border_enabled,
      'onboarded', m.kyc_status = 'APPROVED' and coalesce(
        (select true from payment_channels c where c.merchant_id = m.merchant_id and c.is_enabled limit 1), false),
      'reconAnalytics', m.recon_analytics_enabled, 'reconDashboard', m.recon_dashboard_enabled,
      'reconReports', m.recon_reports_enabled)
  from merchants m
  where m.key = wanted_key and m.status = 'ACTIVE';
end;

revoke execute on function find_logo, find_merchant_server from public;
grant execute on function find_logo, find_merchant_server to countinghouse_app;
-- Append-only for the application.
grant select, insert on merchant_changes, merchant_logos to countinghouse_app;
call guard('merchant_changes', false);
call guard('merchant_logos', false);
