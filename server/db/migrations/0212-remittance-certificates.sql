-- What a certificate says of a settlement, for ever: its facts as canonical JSON, and their digest, by which it is found again.
create table remittance_certificates (
  merchant_id uuid not null,
  environment text not null constraint remittance_certificates_environment check (environment in ('sandbox', 'live')),
  settlement_ref text collate "C" not null,
  digest bytea not null check (octet_length(digest) = 32),
  facts text not null,
  issued_at timestamptz not null,
  primary key (merchant_id, environment, settlement_ref, digest),
  foreign key (merchant_id, environment, settlement_ref) references remittances
);

-- Its PDF in a language, made when it is first asked for and kept.
create table remittance_certificate_files (
  merchant_id uuid not null,
  environment text not null,
  settlement_ref text collate "C" not null,
  digest bytea not null,
  -- Its language, a BCP 47 tag.
  tag text not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (merchant_id, environment, settlement_ref, digest, tag),
  foreign key (merchant_id, environment, settlement_ref, digest) references remittance_certificates
);

-- Invoices and contracts of sales that a bank asks for: sealed like a secret.
create table remittance_documents (
  merchant_id uuid not null,
  environment text not null constraint remittance_documents_environment check (environment in ('sandbox', 'live')),
  document_id uuid not null,
  settlement_ref text collate "C" not null,
  kind text not null constraint remittance_documents_kind check (kind in ('invoice', 'contract', 'other')),
  name text not null,
  type text not null constraint remittance_documents_type check (type in ('image/png', 'application/pdf')),
  size_bytes integer not null,
  content_sealed bytea not null,
  added_by text not null,
  created_at timestamptz not null,
  primary key (merchant_id, environment, document_id),
  foreign key (merchant_id, environment, settlement_ref) references remittances
);
create index remittance_documents_of_settlement on remittance_documents (merchant_id, environment, settlement_ref, document_id);

grant select, insert on remittance_certificates, remittance_certificate_files, remittance_documents to countinghouse_app;
call guard('remittance_certificates');
call guard('remittance_certificate_files');
call guard('remittance_documents');
