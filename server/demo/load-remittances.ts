import { dayAt } from '#contract/kit/zoned-day.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { regional } from '#server/merchants/seed.ts'
import type { Parts } from '#server/parts.ts'
import { wordsOfPast } from '#server/providers/simulator/remittance/past-words.ts'
import { servicesOf } from '#server/services.ts'
import { loadRates } from '#server/remittance-rates/load-rates.ts'
import { endDue, whoIsDue, type Due } from './due.ts'
import { accountOf } from './history.ts'
import type { Telling } from './load-reconciliation.ts'
import { seedLiveAccounts } from './remittance-people.ts'
import { seedRemittances } from './remittances.ts'
import { demoRates } from './reference-rates.ts'
import { pastProvider } from './remitting.ts'

/**
 * Gives those that are due it 90 days of settlements of what they sold abroad, of which the simulator is told last. What it has settled it
 * says itself, so nobody else may look into its records meanwhile.
 */
export async function loadRemittances(parts: Parts, { now, tellProvider }: Telling): Promise<void> {
  const database = openDatabase(parts.ownerUrl, { most: 1, statementMs: 60_000 })
  const run = { database, services: servicesOf(parts), now: () => now }
  const once = (part: 'remittances' | 'remittances_live', owner: Owner, seed: (ctx: Ctx) => Promise<void>) =>
    ownTransaction(run, owner, { requestId: 'demo' }, async (ctx) => {
      const [still] = await ctx.tx.query(endDue(part), [owner.merchantId])
      if (still) await seed(ctx)
    })
  try {
    const dueOf = (part: 'remittances' | 'remittances_live') =>
      database.transaction(null, (tx) => tx.query<Due>(whoIsDue(part), []))
    const due = await dueOf('remittances')
    if (due.length > 0) await loadRates(database, demoRates(dayAt(now, 'UTC')), { now, replace: false })
    for (const { key, slug: _, ...owner } of due) {
      const channels = ['SIMULATOR', regional.key].map((channel) => [accountOf(key, owner.environment, channel), channel] as const)
      const channelOf = new Map(channels)
      const words = (await wordsOfPast(parts.config.simulator.dir, now).catch((error: unknown) => {
        parts.log.warn({ err: error }, 'the demo has no remittances: the simulator’s records cannot be read')
        return []
      })).filter(({ merchantAccount }) => channelOf.has(merchantAccount))
      await once('remittances', owner, async (ctx) => {
        const provider = pastProvider({ exports: database, loads: database })
        const sent = await seedRemittances(ctx, { words, channelOf: (account) => channelOf.get(account) ?? '', provider })
        await tellProvider([...words, ...sent])
      })
    } // prettier-ignore
    for (const { merchantId } of await dueOf('remittances_live'))
      await once('remittances_live', { merchantId, environment: 'live' }, seedLiveAccounts)
  } finally {
    await database.close()
  }
}
