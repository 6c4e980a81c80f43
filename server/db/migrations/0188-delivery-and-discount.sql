-- What a component of a fee may be taken of besides the gross; null where the file does not state it.
alter table recon_records
  add column delivery numeric(30, 8),
  add column discount numeric(30, 8);
