-- The mail by which a provider was asked what the comment says.
alter table recon_comments add column message_id uuid;
