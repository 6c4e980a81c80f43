import type { Language } from '#i18n/languages.ts'
import type { User } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'

/** Stores the language of a user's console, for mails. It writes only when the language changes. Index: primary key. */
export async function noteLanguage(database: Database, user: User, language: Language): Promise<void> {
  const { merchantId, subUserId, environment } = user
  await database.transaction({ merchantIds: [merchantId], environment }, (tx) =>
    tx
      .queries()
      .insertInto('notification_languages')
      .values({ merchant_id: merchantId, sub_user_id: subUserId, language })
      .onConflict((known) =>
        known
          .columns(['merchant_id', 'sub_user_id'])
          .doUpdateSet({ language })
          .where('notification_languages.language', '!=', language),
      )
      .execute(),
  )
}
