import { pino } from 'pino'
import { environments, type Environment } from '#contract/kit/wire.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { loadMasterKey, simulatorKeys } from '#server/kit/secrets/master-key.ts'
import { listFreezes, unfreezePayouts } from '#server/ledger/freeze-payouts.ts'
import { servicesOf } from '#server/services.ts'
import { releaseAll } from '#server/virtual-accounts/release-all.ts'
import { ownersDatabase, toolConfig } from './database.ts'
import { lineOf } from './line-of.ts'

/**
 * `npm run payouts -- frozen | unfreeze …`: what findings of the ledger have stopped, and the operator's word that a merchant's payouts
 * may leave again. Uses the database of the settings, running or not. Exit 0 when it is done, 1 with a line when it is not.
 */
const usage = `npm run payouts -- frozen                                              what is stopped, and by which finding
npm run payouts -- unfreeze <merchant's key> <sandbox|live> <reason>   lets payouts leave again`

const [act, key = '', environment = '', ...words] = process.argv.slice(2)
const config = toolConfig()
const { url, stop } = await ownersDatabase(config)
const database = openDatabase(url, { most: 1 })
try {
  if (act === 'frozen') await show()
  else if (act === 'unfreeze') await unfreeze()
  else throw new Error(usage)
} catch (error) {
  console.error(lineOf(error))
  process.exitCode = 1
} finally {
  await database.close()
  await stop()
}

async function show(): Promise<void> {
  for (const { key: merchant, environment: mode, invariant, detail, frozen_at } of await database.transaction(
    null,
    listFreezes,
  ))
    console.log(`${merchant}  ${mode}  ${frozen_at.toISOString().slice(0, 16)}  ${invariant}: ${detail}`)
}

async function unfreeze(): Promise<void> {
  const reason = words.join(' ').trim()
  if (!isEnvironment(environment) || reason === '') throw new Error(usage)
  const [merchant] = await database.transaction(null, (tx) =>
    tx.query<{ merchant_id: string }>('select merchant_id from merchants where key = $1', [key]),
  )
  if (!merchant) throw new Error(`There is no merchant with the key ${key}.`)
  const log = pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true }))
  const masterKey = await loadMasterKey(config)
  const parts = { config, log, databaseUrl: url, ownerUrl: url, masterKey, simulatorKeys: simulatorKeys(masterKey) }
  const run = { database, services: servicesOf(parts), now: () => new Date() }
  const owner = { merchantId: merchant.merchant_id, environment }
  const lifted = await ownTransaction(run, owner, { requestId: 'operator' }, async (ctx) => {
    const count = await unfreezePayouts(ctx, reason)
    if (count > 0) await releaseAll(ctx)
    return count
  })
  console.log(lifted === 0 ? 'Nothing was stopped.' : `${lifted} lifted. What waited leaves now.`)
}

function isEnvironment(text: string): text is Environment {
  return (environments as readonly string[]).includes(text)
}
