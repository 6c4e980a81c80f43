-- The payments of one page, in the order of its list; few payments have another source than their payable.

create index concurrently if not exists payments_by_source on payments (merchant_id, environment, source_ref, created_at, order_ref)
  where source_ref <> '';
