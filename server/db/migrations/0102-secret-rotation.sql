-- A merchant's secret is replaced with an overlap: what it was stays here, and is good until it ends. Once it is over it is kept
-- to tell those who still sign with it.
alter table merchants
  add column secret_version integer not null default 1,
  add column secret_rotated_at timestamptz,
  add column previous_secret_sealed bytea,
  add column previous_secret_ends_at timestamptz,
  -- Whether what goes out is still signed with it.
  add column previous_secret_signs boolean not null default false,
  add constraint merchants_previous_secret check ((previous_secret_sealed is null) = (previous_secret_ends_at is null));

-- An active merchant by its key, with what its server's token is checked by: like find_merchant_server, with the previous secret
-- as long as it is good.
create function find_signing_merchant(wanted_key text)
  returns table (
    merchant_id uuid, key text, wrapped_key bytea, secret_sealed bytea, previous_sealed bytea, secret_version integer, facts jsonb
  )
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select m.merchant_id, m.key, m.wrapped_key, m.secret_sealed,
    case when m.previous_secret_ends_at > clock_timestamp() then m.previous_secret_sealed end, m.secret_version,
    jsonb_build_object(
      'kind', m.kind, 'crossBorder', m.cross_border_enabled,
      'onboarded', m.kyc_status = 'APPROVED' and coalesce(
        (select true from payment_channels c where c.merchant_id = m.merchant_id and c.is_enabled and c.pay_type = 'PAYIN' limit 1), false),
      'reconAnalytics', m.recon_analytics_enabled, 'reconDashboard', m.recon_dashboard_enabled,
      'reconReports', m.recon_reports_enabled)
  from merchants m
  where m.key = wanted_key and m.status = 'ACTIVE';
end;
revoke execute on function find_signing_merchant from public;
grant execute on function find_signing_merchant to countinghouse_app;
