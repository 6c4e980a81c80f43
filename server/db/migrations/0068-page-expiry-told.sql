-- The expiry of a page that people have been told of, ahead of it; null until then. Another one is told of anew.
alter table payment_pages add column expiry_told timestamptz;
