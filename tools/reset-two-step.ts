import { resetLostFactors } from '#server/factors/reset-lost.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { masterKey } from '#server/kit/secrets/seal.ts'
import { masterKeyThatIsThere, ownersDatabase, toolConfig } from './database.ts'

/**
 * `npm run reset-two-step -- <e-mail>`: removes the second factors of the user who signs in with this address, for a
 * user who has lost them and has no administrator. The password stays. Exit 1 when no user with a second factor has
 * this address.
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
    done
      ? 'Done. Their password suffices until they set it up anew.'
      : 'No user with a second factor signs in with this address.',
  )
  await database.close()
  await stop()
  process.exitCode = done ? 0 : 1
}
