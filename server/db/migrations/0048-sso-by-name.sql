-- From the sign-in page to a tenant's own, by the company's name or by the domain of a work address.

-- A domain leads to a tenant when somebody of it has confirmed an address there. The tenants are gone through one by one,
-- each by this index, so that no index is of all merchants.
create index sub_users_by_domain on sub_users (merchant_id, lower(split_part(email, '@', 2)))
  where is_active and is_email_verified;

-- Two at most: a name that means several means none.
create function find_sso_tenants(wanted_name text, wanted_domain text) returns table (tenant_id text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select c.tenant_id
  from sso_connections c join merchants m on m.merchant_id = c.merchant_id
  where c.enabled and m.status = 'ACTIVE'
    and (lower(c.company_name) = wanted_name
      or exists (select from sub_users u where u.merchant_id = c.merchant_id and u.is_active and u.is_email_verified
        and lower(split_part(u.email, '@', 2)) = wanted_domain))
  limit 2;
end;

revoke execute on function find_sso_tenants from public;
grant execute on function find_sso_tenants to countinghouse_app;
