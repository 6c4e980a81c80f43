-- Lists of records that are not just matched: a few among millions, of some outcomes in order of their days,
create index concurrently if not exists recon_outcomes_differing
  on recon_outcomes (merchant_id, environment, msm_id, side, day, key) include (status, mismatches)
  where until_run = 2147483647 and (status <> 'matched' or mismatches <> '{}');

-- step
-- and of one outcome.
create index concurrently if not exists recon_outcomes_by_status
  on recon_outcomes (merchant_id, environment, msm_id, side, status, day, key) include (mismatches)
  where until_run = 2147483647 and (status <> 'matched' or mismatches <> '{}');
