-- What waits for a place at a webhook, in the order in which it gets one: what is replayed comes after what is new.
create index concurrently if not exists webhook_deliveries_in_line
  on webhook_deliveries (merchant_id, environment, webhook_id, (replay_id is not null), seq) where waits_for = 'place';

-- step
create index concurrently if not exists webhook_deliveries_of_replay
  on webhook_deliveries (merchant_id, environment, replay_id) where replay_id is not null and state = 'pending';
