-- Onboarding is complete with a channel that takes payments; one for payouts takes none. The same holds for a session and a key.
create or replace function find_merchant_server(wanted_key text)
  returns table (merchant_id uuid, key text, wrapped_key bytea, secret_sealed bytea, facts jsonb)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select m.merchant_id, m.key, m.wrapped_key, m.secret_sealed,
    jsonb_build_object(
      'kind', m.kind, 'crossBorder', m.cross_border_enabled,
      'onboarded', m.kyc_status = 'APPROVED' and coalesce(
        (select true from payment_channels c where c.merchant_id = m.merchant_id and c.is_enabled and c.pay_type = 'PAYIN' limit 1), false),
      'reconAnalytics', m.recon_analytics_enabled, 'reconDashboard', m.recon_dashboard_enabled,
      'reconReports', m.recon_reports_enabled)
  from merchants m
  where m.key = wanted_key and m.status = 'ACTIVE';
end;
