-- The parts of reconciliation are on from the moment a merchant is onboarded, except for analytics. Nothing could switch them so far.
alter table merchants
  alter column recon_dashboard_enabled set default true,
  alter column recon_reports_enabled set default true;
update merchants set recon_dashboard_enabled = true, recon_reports_enabled = true;
