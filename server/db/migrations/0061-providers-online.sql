-- What 0053-providers.sql leaves, as it looks at each payment: the check of `finish`, and the index of payments to finish.

alter table payments validate constraint payments_finish;

-- step
create index concurrently if not exists payments_to_finish on payments (merchant_id, environment, updated_at)
  where finish <> '' and status = 'Authorized';
