-- The files that go with a mail, in their order: name, media type, and the kind and reference by which its domain has or makes the
-- bytes. They are not kept twice.
alter table messages add column attachments jsonb not null default '[]';
