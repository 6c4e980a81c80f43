import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { isCurrency, toMinor } from '#contract/kit/money.ts'
import { environments, type Environment } from '#contract/kit/wire.ts'
import { AskedTerms, RemittanceTerms } from '#contract/remittance-terms.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { newId } from '#server/kit/db/id.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { loadMasterKey, simulatorKeys } from '#server/kit/secrets/master-key.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { letGo } from '#server/remittances/acts.ts'
import { agreeOn } from '#server/remittances/agree.ts'
import { askDocument } from '#server/remittances/ask-document.ts'
import { listTerms, shownTerms } from '#server/remittances/terms.ts'
import { servicesOf } from '#server/services.ts'
import { ownersDatabase, toolConfig } from './database.ts'
import { lineOf } from './line-of.ts'

/**
 * `npm run remittance -- terms | adjust | held | release | ask-document …`: what the operator agrees on with a merchant who sells abroad, what is added to
 * their next settlement or taken from it, which is held and let go, and which waits for a document that a bank asks for. Uses the database of the settings, running or not. Exit 0 when it is done, 1 with a line when it is not.
 */
const usage = `npm run remittance -- terms <merchant's key> <sandbox|live>                 the terms in force, as JSON
npm run remittance -- terms <merchant's key> <sandbox|live> <file.json>     agrees on terms, of the same form
npm run remittance -- adjust <merchant's key> <sandbox|live> <currency> <amount> <reason>
                                                                             adds an amount, or takes one below zero
npm run remittance -- held <merchant's key> <sandbox|live>                  what is on hold, why, and whom its account's holder may be
npm run remittance -- release <merchant's key> <sandbox|live> <settlement>  lets a settlement go that only the operator can
npm run remittance -- ask-document <merchant's key> <sandbox|live> <settlement>
                                                                             holds a settlement until a document is added`

const [act, key = '', environment = '', ...further] = process.argv.slice(2)
const config = toolConfig()
const { url, stop } = await ownersDatabase(config)
const database = openDatabase(url, { most: 1 })
try {
  if (act === 'terms') await terms(further[0])
  else if (act === 'adjust') await adjust()
  else if (act === 'held') await held()
  else if (act === 'release') await release(further[0] ?? '')
  else if (act === 'ask-document') await ask(further[0] ?? '')
  else throw new Error(usage)
} catch (error) {
  console.error(lineOf(error))
  process.exitCode = 1
} finally {
  await database.close()
  await stop()
}

async function terms(file: string | undefined): Promise<void> {
  const shown = await inOwn(async (ctx) => {
    if (file !== undefined)
      await agreeOn(ctx, AskedTerms.decode(JSON.parse(readFileSync(file, 'utf8')) as never), 'Operator')
    return (await listTerms(ctx)).slice(0, 1).map(shownTerms)
  })
  console.log(shown[0] ? JSON.stringify(RemittanceTerms.encode(shown[0]), null, 2) : 'There are no terms yet.')
}

async function adjust(): Promise<void> {
  const [currency = '', amount = '', ...words] = further
  const reason = words.join(' ').trim()
  if (!isCurrency(currency) || reason === '') throw new Error(usage)
  const minor = toMinor(Math.abs(Number(amount)), currency)
  if (typeof minor !== 'bigint' || minor === 0n) throw new Error(`${amount} is no amount in ${currency}.`)
  await inOwn((ctx) =>
    ctx.own
      .insert('remittance_adjustments', {
        adjustment_id: newId(),
        source_currency: currency,
        amount_minor: Number(amount) < 0 ? -minor : minor,
        reason,
        made_by: 'Operator',
        created_at: ctx.now,
      })
      .execute(),
  )
  console.log(`${amount} ${currency} is in the next settlement.`)
}

async function held(): Promise<void> {
  const rows = await inOwn((ctx) =>
    ctx.own
      .select('remittances')
      .select(['settlement_ref', 'holds', 'screening_matches'])
      .where('status', '=', 'On Hold')
      .orderBy('settlement_ref')
      .execute(),
  )
  for (const { settlement_ref: ref, holds, screening_matches: matches } of rows)
    console.log([ref, holds.join(', '), ...(holds.includes('screening') ? matches : [])].join('\n  '))
  if (rows.length === 0) console.log('Nothing is on hold.')
}

async function release(settlementRef: string): Promise<void> {
  await inOwn((ctx) => letGo(ctx, settlementRef))
  console.log(`${settlementRef} is sent when its day has come.`)
}

async function ask(settlementRef: string): Promise<void> {
  await inOwn((ctx) => askDocument(ctx, settlementRef))
  console.log(`${settlementRef} is sent when the merchant has added a document.`)
}

async function inOwn<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (!isEnvironment(environment)) throw new Error(usage)
  const [merchant] = await database.transaction(null, (tx) =>
    tx.query<{ merchant_id: string }>('select merchant_id from merchants where key = $1', [key]),
  )
  if (!merchant) throw new Error(`There is no merchant with the key ${key}.`)
  const log = pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true }))
  const masterKey = await loadMasterKey(config)
  const parts = { config, log, databaseUrl: url, ownerUrl: url, masterKey, simulatorKeys: simulatorKeys(masterKey) }
  const run = { database, services: servicesOf(parts), now: () => new Date() }
  return ownTransaction(run, { merchantId: merchant.merchant_id, environment }, { requestId: 'operator' }, work)
}

function isEnvironment(text: string): text is Environment {
  return (environments as readonly string[]).includes(text)
}
