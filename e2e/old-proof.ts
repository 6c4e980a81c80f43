import { openDatabase } from '#server/kit/db.ts'
import { ownersDatabase, toolConfig } from '../tools/database.ts'

/** Has every session's last proof of who is there lie ten minutes back; run by tests, with the house's own settings. */
const { url, stop } = await ownersDatabase(toolConfig())
const database = openDatabase(url, { most: 1 })
await database.transaction(null, (tx) =>
  tx.query(`update sessions set proved_at = proved_at - interval '10 minutes'`, []),
)
await database.close()
await stop()
