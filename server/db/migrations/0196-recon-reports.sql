-- Where an export is made in another zone than the merchant's; empty for that.
alter table export_schedules add column time_zone text not null default '';
