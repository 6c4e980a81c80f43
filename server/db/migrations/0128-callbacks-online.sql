-- The call-backs of the last hour, for how late they come.
create index concurrently if not exists provider_callbacks_newest on provider_callbacks (merchant_id, environment, received_at);
