import { expect, test } from 'vitest'
import type { Services } from '#server/kit/ctx.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { newId } from '#server/kit/db/id.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { testDatabase } from '#test/postgres.ts'
import { addTimelineEntry, readTimeline } from './audit.ts'

test('a long timeline shows its latest entries, in the order in which they were added', async () => {
  const place = await testDatabase()
  const database = openDatabase(place.url, { most: 1 })
  const asOwner = openDatabase(place.ownerUrl, { most: 1 })
  const owner = { merchantId: newId(), environment: 'sandbox' } as const
  const parts = { database, services: { changes: { note: () => {} } } as unknown as Services, now: () => new Date() }
  const events = Array.from({ length: 230 }, (_, at) => `event ${at}`)
  const merchant = `insert into merchants (merchant_id, key, slug, name, email, country, currency, kind, wrapped_key, secret_sealed, created_at)
    values ($1, 'key', 'slug', 'Borneo Coffee', 'a@example.com', 'SG', 'SGD', 'single', '', '', now())`
  try {
    await asOwner.transaction(null, (tx) => tx.query(merchant, [owner.merchantId]))
    const shown = await ownTransaction(parts, owner, { requestId: 'test' }, async (ctx) => {
      for (const event of events) addTimelineEntry(ctx, 'payment_link', 'one', event)
      return readTimeline(ctx, 'payment_link', 'one')
    })
    expect(shown.map(({ event }) => event)).toEqual(events.slice(-200))
  } finally {
    await database.close()
    await asOwner.close()
    await place.drop()
  }
})
