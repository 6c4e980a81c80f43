-- How sheets are read is shown by their titles, and forgotten on request. Those kept before are shown without titles until a sheet with
-- them is uploaded again.

alter table payout_sheet_readings
  add column titles jsonb not null default '[]';
grant delete on payout_sheet_readings to countinghouse_app;
