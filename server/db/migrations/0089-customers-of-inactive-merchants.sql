-- A customer of a merchant that is inactive still sees to a subscription, to its charges and to their receipts: cancelling is always
-- possible. What takes money asks for itself whether the merchant is active.
create or replace function find_subscription(wanted text) returns table (merchant_id uuid, environment text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select s.merchant_id, s.environment from subscriptions s where s.order_ref = wanted;
end;
create or replace function find_subscription_charge(wanted text) returns table (merchant_id uuid, environment text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select c.merchant_id, c.environment from subscription_charges c where c.charge_ref = wanted;
end;
