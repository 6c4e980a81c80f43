-- All faults of a row. Versions before this one write the first alone, in fault and fault_params, which both go on being kept.
alter table refund_batch_rows add column faults jsonb not null default '[]';
