-- Sales by how far they have come, in the order of their lists,
create index concurrently if not exists payments_by_remit_status
  on payments (merchant_id, environment, remit_status, created_at, order_ref) where remit_status <> '';

-- step
-- those that wait for a settlement,
create index concurrently if not exists payments_to_remit
  on payments (merchant_id, environment, currency, psp_settled_at, order_ref) where remit_status = 'PSP_SETTLED';

-- step
-- and refunds that one has to take or give back.
create index concurrently if not exists refunds_to_remit
  on refunds (merchant_id, environment, currency, order_ref)
  where (remit_status = 'WAITING' and status <> 'FAIL') or (remit_status = 'DEDUCTED' and status = 'FAIL');

-- step
alter table payments validate constraint payments_remit_status;

-- step
alter table refunds validate constraint refunds_remit_status;

-- step
alter table ledger_transfers validate constraint ledger_transfers_rate;
