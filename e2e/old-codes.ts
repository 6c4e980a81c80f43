import { openDatabase } from '#server/kit/db/db.ts'
import { ownersDatabase, toolConfig } from '../tools/database.ts'

/** Makes every code for payouts a minute older, so that the next one is sent; run by tests, with the installation's own settings. */
const { url, stop } = await ownersDatabase(toolConfig())
const database = openDatabase(url, { most: 1 })
await database.transaction(null, (tx) => tx.query(`update payout_codes set made_at = seconds_after(made_at, -60)`, []))
await database.close()
await stop()
