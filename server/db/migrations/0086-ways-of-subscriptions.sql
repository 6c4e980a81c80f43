-- The simulator takes what sets up a mandate; its channels that are connected already have it as those connected from now on.
insert into payment_methods (merchant_id, environment, channel_key, type)
select merchant_id, environment, channel_key, type
from payment_channels
cross join unnest(array['SUBSCRIPTION_CARD', 'SUBSCRIPTION_DIRECT_DEBIT', 'SUBSCRIPTION_BANK_TRANSFER']) as type
where catalogue_key = 'SIMULATOR' and pay_type = 'PAYIN'
on conflict do nothing;
