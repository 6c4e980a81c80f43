-- Receipts that shoppers get by mail.

alter table merchants add column send_receipts boolean not null default true;

-- Whether the shopper typed the address: an address that only the merchant knows gets no receipt. What versions before this
-- one insert gets none either.
alter table payments add column shopper_gave_email boolean not null default false;

-- `once` names a message that is written once about its object. Name and logo stand above the text, where it is a
-- merchant who speaks.
alter table messages
  add column once text,
  add column brand_name text not null default '',
  add column brand_logo text not null default '';
