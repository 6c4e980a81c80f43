-- What was posted of a settlement.
create index concurrently if not exists ledger_transfers_of_settlement on ledger_transfers (merchant_id, environment, object_ref)
  where object_type = 'settlement';
