-- Names of companies are compared in the lower case of all languages and in one normal form, as the typed name is. lower() of
-- a database with the locale C knows A to Z alone, so that 'Élan' was never found.
create or replace function find_sso_tenants(wanted_name text, wanted_domain text) returns table (tenant_id text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select c.tenant_id
  from sso_connections c join merchants m on m.merchant_id = c.merchant_id
  where c.enabled and m.status = 'ACTIVE'
    and (lower_case(normalize(c.company_name, nfkc)) = wanted_name
      or exists (select from sub_users u where u.merchant_id = c.merchant_id and u.is_active and u.is_email_verified
        and lower(split_part(u.email, '@', 2)) = wanted_domain))
  limit 2;
end;
