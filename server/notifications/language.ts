import type { Language } from '#i18n/languages.ts'
import type { User } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'

/** Keeps which language a user's console is in, for mails; writes only when it is another. Index: primary key. */
export async function noteLanguage(database: Database, user: User, language: Language): Promise<void> {
  const { merchantId, subUserId, environment } = user
  await database.transaction({ merchantIds: [merchantId], environment }, (tx) =>
    tx.query(
      `insert into notification_languages as known (merchant_id, sub_user_id, language) values ($1, $2, $3)
       on conflict (merchant_id, sub_user_id) do update set language = excluded.language
       where known.language <> excluded.language`,
      [merchantId, subUserId, language],
    ),
  )
}
