create unique index concurrently if not exists messages_once
  on messages (merchant_id, environment, about_type, about_ref, once) where once is not null;
