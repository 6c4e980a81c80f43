-- The country of the address from which an attempt was made, where the operator's table knows it; else that of what is paid is taken.
alter table payments add column shopper_country text not null default '';

create or replace view payment_measures with (security_invoker = true) as
  select
    p.merchant_id, p.environment, p.created_at, p.currency, p.status, p.payment_method, p.channel_key,
    1::bigint as payments, p.amount_minor, p.fee_minor, p.fee_tax_minor,
    case when p.held then p.amount_minor - p.refunded_minor else 0 end as held_minor,
    p.refunded_minor,
    p.source, p.payment_sub_type, p.status_reason, coalesce(nullif(p.shopper_country, ''), p.country) as country,
    coalesce(p.method_details ->> 'language', '') as language, p.device, p.system, p.browser, p.card_brand,
    coalesce(p.method_details ->> 'authentication', '') as authentication, p.payer,
    case when p.first_attempt then 1 else 0 end::bigint as orders,
    case when p.status = 'Failed' and p.status_reason = 'PAYMENT_CHANNEL_UNAVAILABLE' then 1 else 0 end::bigint as faults,
    case when p.paid_seconds is not null then 1 else 0 end::bigint as timed,
    coalesce(p.paid_seconds, 0)::bigint as paid_seconds
  from payments p;
