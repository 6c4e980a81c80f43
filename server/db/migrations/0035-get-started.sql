-- Whether the merchant's administrators have put away the guide through its first steps. Whoever is verified already needs none.
alter table merchants add column get_started_dismissed boolean not null default false;
update merchants set get_started_dismissed = true where kyc_status = 'APPROVED';
