-- The documents of what was issued: an invoice or credit note by its reference, as a PDF, UBL or CII. They are served for ever as
-- they were first made. One that is void has a PDF that says so beside the other.
create table invoice_files (
  merchant_id uuid not null references merchants,
  environment text not null constraint invoice_files_environment check (environment in ('sandbox', 'live')),
  ref text collate "C" not null,
  form text not null constraint invoice_files_form check (form in ('pdf', 'ubl', 'cii')),
  standing text not null constraint invoice_files_standing check (standing in ('issued', 'voided')),
  -- SHA-256 of the bytes.
  digest bytea not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (merchant_id, environment, ref, form, standing)
);
grant select, insert on invoice_files to countinghouse_app;
call guard('invoice_files');
