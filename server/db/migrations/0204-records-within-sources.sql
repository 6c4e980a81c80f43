-- Two providers may use the same references: the identity of a record is made of its source too, and the comparison of its fee is named by it.
update fee_checks c
set identity = r.identity, check_ref = replace(r.identity::text, '-', '') || substr(c.check_ref, 33)
from (
  select distinct merchant_id, environment, recon_id, identity as former, md5(data_source || '|' || identity::text)::uuid as identity
  from recon_records
) r
where c.merchant_id = r.merchant_id and c.environment = r.environment and c.recon_id = r.recon_id and c.identity = r.former;

update recon_records set identity = md5(data_source || '|' || identity::text)::uuid;
