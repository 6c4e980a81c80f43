-- What a payment pays, by its kind and public reference, instead of the link alone. Versions before this one go on reading
-- and writing link_ref; the triggers keep both the same until a later version takes link_ref away.
alter table payments
  add column payable_kind text not null default '',
  add column payable_ref text collate "C" not null default '',
  -- Of a payable that is paid in parts: each is paid once.
  add column payable_part integer not null default 0,
  -- The object that the payable was made from, where that is another: the page of an order, the subscription of a charge.
  add column source_ref text collate "C" not null default '',
  -- Validated by the next file, when the payments of before are filled.
  add constraint payments_payable check (
    (payable_kind = '') = (payable_ref = '') and (payable_ref <> '' or link_ref = '')
  ) not valid;

create function name_payable() returns trigger language plpgsql as $$
begin
  if new.payable_ref = '' then
    new.payable_kind := 'link';
    new.payable_ref := new.link_ref;
  else
    new.link_ref := new.payable_ref;
  end if;
  return new;
end $$;
create trigger payments_payable_of_link before insert or update on payments for each row
  when (new.payable_ref = '' and new.link_ref <> '') execute function name_payable();
create trigger payments_link_of_payable before insert on payments for each row
  when (new.payable_kind = 'link' and new.link_ref = '') execute function name_payable();
