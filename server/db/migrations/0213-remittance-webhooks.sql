-- Webhooks tell of settlements of sales abroad too.
alter table webhooks drop constraint webhooks_type;
alter table webhooks add constraint webhooks_type
  check (type in ('payment', 'payout', 'virtual_account', 'refund', 'onboarding', 'payment_link', 'subscription', 'invoice', 'remittance')) not valid;
alter table webhooks validate constraint webhooks_type;
