import { openDatabase } from '#server/kit/db/db.ts'
import { ownersDatabase, toolConfig } from '../tools/database.ts'

/** `node e2e/switch-channels.ts <slug> on|off`: switches all channels of a merchant at once. */
const [slug, wanted] = process.argv.slice(2)
const { url, stop } = await ownersDatabase(toolConfig())
const database = openDatabase(url, { most: 1 })
await database.transaction(null, (tx) =>
  tx.query(
    `update payment_channels set is_enabled = $2 where merchant_id = (select merchant_id from merchants where slug = $1)`,
    [slug, wanted === 'on'],
  ),
)
await database.close()
await stop()
