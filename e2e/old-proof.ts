import { openDatabase } from '#server/kit/db/db.ts'
import { ownersDatabase, toolConfig } from '../tools/database.ts'

/** Makes every session's last step-up proof ten minutes old; run by tests, with the installation's own settings. */
const { url, stop } = await ownersDatabase(toolConfig())
const database = openDatabase(url, { most: 1 })
await database.transaction(null, (tx) =>
  tx.query(`update sessions set proved_at = proved_at - interval '10 minutes'`, []),
)
await database.close()
await stop()
