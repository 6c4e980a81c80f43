import { resetLostFactors } from '#server/factors/reset-lost.ts'
import { openDatabase } from '#server/kit/db.ts'
import { masterKey } from '#server/kit/seal.ts'
import { masterKeyThatIsThere, ownersDatabase, toolConfig } from './database.ts'

/**
 * `npm run reset-two-step -- <e-mail>`: takes the second factors from the user who signs in by this address, when they have
 * lost them and there is no admin to do it. Their password stays. Exit 1 when nobody with a second factor does.
 */
const [email] = process.argv.slice(2)
if (email === undefined) {
  console.log('Whose? npm run reset-two-step -- <e-mail>')
  process.exitCode = 1
} else {
  const config = toolConfig()
  const master = masterKey((await masterKeyThatIsThere(config)).toString('base64'))
  const { url, stop } = await ownersDatabase(config)
  const database = openDatabase(url, { most: 1 })
  const done = await resetLostFactors(database, { email, master, now: new Date() })
  console.log(
    done ? 'Done. Their password suffices until they set it up anew.' : 'Nobody with a second factor signs in by this.',
  )
  await database.close()
  await stop()
  process.exitCode = done ? 0 : 1
}
