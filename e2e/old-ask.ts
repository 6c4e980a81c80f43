import { openDatabase } from '#server/kit/db/db.ts'
import { ownersDatabase, toolConfig } from '../tools/database.ts'

/** Makes the last question to every provider about an onboarding ten seconds old; run by tests, with the installation's own settings. */
const { url, stop } = await ownersDatabase(toolConfig())
const database = openDatabase(url, { most: 1 })
await database.transaction(null, (tx) =>
  tx.query(`update onboarding_cases set asked_at = asked_at - interval '10 seconds'`, []),
)
await database.close()
await stop()
