import { addActs } from './demo/acts.ts'
import { connectSimulated } from './demo/channels.ts'
import { seedBeneficiaries } from './demo/beneficiaries.ts'
import { seedPeople } from './demo/people.ts'
import { seedPages } from './demo/pages.ts'
import { seedPayouts } from './demo/payouts.ts'
import { seedSso } from './demo/sso.ts'
import { seedMasterMerchants } from './demo/master-merchants.ts'
import { endDue, makeDue, reconParts, whoIsDue, type Due } from './demo/due.ts'
import { seedAlerts } from './demo/alerts.ts'
import { seedExports } from './demo/exports.ts'
import { accountOf, loadHistory, type CallbackOf } from './demo/history.ts'
import { loadReconciliation, type Telling } from './demo/load-reconciliation.ts'
import { loadRemittances } from './demo/load-remittances.ts'
import { reconciles, seedReconAgreed } from './demo/recon-agreed.ts'
import { refundsOfPast } from './demo/settled.ts'
import { seedDeliveries } from './demo/deliveries.ts'
import { seedRests } from './demo/rests.ts'
import { seedIntegration } from './demo/integration.ts'
import { seedInvoices } from './demo/invoices.ts'
import { loadNotices } from './demo/notices.ts'
import { sellsAbroad } from './demo/remittances.ts'
import { seedRefunds } from './demo/refunds.ts'
import { sellsSubscriptions } from './demo/subscription-prices.ts'
import { seedThirdParty } from './demo/third-party.ts'
import { seedSubscriptions } from './demo/subscriptions.ts'
import { paysOut, seedVirtualAccounts } from './demo/virtual-accounts.ts'
import { callbackAddress } from './channels/callback-address.ts'
import type { Ctx, Owner } from './kit/ctx.ts'
import { servicesOf } from './services.ts'
import { jobs } from './jobs.ts'
import { openDatabase } from './kit/db/db.ts'
import { prepareJobs } from './kit/jobs/jobs.ts'
import { newId } from './kit/db/id.ts'
import { ownTransaction } from './kit/db/own-transaction.ts'
import { demoMerchants, regional, seedMerchant } from './merchants/seed.ts'
import type { Parts } from './parts.ts'
import { seedPaymentLinks } from './payment-links/seed.ts'
import { recordPast, type PastEffect } from './providers/simulator/past.ts'
import { seedTickets } from './support/seed.ts'

/**
 * Gives an empty database the demo merchants, their users, a few links and a history of payments; false when there are
 * merchants already. A first start that was killed midway goes on where it stopped.
 */
export async function loadDemo(parts: Parts, say: (line: string) => void = () => {}): Promise<boolean> {
  const added = await addMerchants(parts)
  const now = new Date()
  const { demoPayments, simulator } = parts.config
  // The simulator keeps its records in memory: it does not receive a history generated for measuring, and refunds none of it.
  // It takes one part of the past at a time.
  let telling = Promise.resolve()
  const tellProvider = (effects: readonly PastEffect[]) => {
    if (demoPayments > refundablePast) return telling
    return (telling = telling
      .then(() => recordPast(simulator.dir, effects))
      .catch((error: unknown) =>
        parts.log.warn({ err: error }, 'the simulator does not know the demo’s past, and will refund none of it'),
      ))
  }
  const services = servicesOf(parts)
  const callbackOf: CallbackOf = (channel, environment) => callbackAddress(services, channel, environment)
  // The two have nothing to do with each other, and PostgreSQL is what takes the time.
  const [loaded] = await Promise.all([
    loadHistory(parts.ownerUrl, { payments: demoPayments, now, say, tellProvider, callbackOf }),
    demoPayments > 0 && loadPart(parts, 'invoices', { now, tellProvider }),
  ])
  // These look up much of what they write, for which the tables of payments have statistics by now.
  if (demoPayments > 0) await loadPart(parts, 'subscriptions', { now, tellProvider })
  if (demoPayments > 0) await loadPart(parts, 'accounts', { now, tellProvider })
  if (loaded > 0) await loadAfterwards(parts, { now, tellProvider })
  // What the provider knows by now is what it has settled.
  if (demoPayments > 0 && demoPayments <= refundablePast) {
    await loadPart(parts, 'agreed', { now, tellProvider })
    await loadReconciliation(parts, { now, tellProvider })
    await loadRemittances(parts, { now, tellProvider })
  }
  if (added || loaded > 0) await loadNotices(parts.ownerUrl, now)
  return added || loaded > 0
}

/** Adds a part of the demo for those that are due it, once, in one transaction each. */
async function loadPart(parts: Parts, part: keyof typeof seeds, { now, tellProvider }: Telling): Promise<void> {
  const database = openDatabase(parts.ownerUrl, { most: 1, statementMs: 60_000 })
  try {
    const run = { database, services: servicesOf(parts), now: () => now }
    const due = await database.transaction(null, (tx) => tx.query<Due>(whoIsDue(part), []))
    for (const { slug, key, ...owner } of due)
      await ownTransaction(run, owner, { requestId: 'demo' }, async (ctx) => {
        const [still] = await ctx.tx.query(endDue(part), [owner.merchantId])
        if (!still) return
        const effects = await seeds[part](ctx, { slug, payments: parts.config.demoPayments })
        await tellProvider(effects.map((effect) => settledWith(effect, { part, key, owner })))
      })
  } finally {
    await database.close()
  }
}

/** A payment is settled with the account of the channel that it went through: cards and subscriptions by the simulator, other invoices by the regional one. */
function settledWith(
  effect: PastEffect,
  { part, key, owner }: { part: keyof typeof seeds; key: string; owner: Owner },
): PastEffect {
  if (!('card' in effect)) return effect
  const isRegional = part === 'invoices' && effect.card === null
  return { ...effect, merchantAccount: accountOf(key, owner.environment, isRegional ? regional.key : 'SIMULATOR') }
}

interface Wish {
  slug: string
  payments: number
}
/** Fewer where there are few payments. */
const seeds = {
  invoices: (ctx: Ctx, { payments }: Wish) =>
    seedInvoices(ctx, { invoices: Math.min(400, Math.ceil(payments / (payments < 1_000 ? 10 : 5))) }),
  async subscriptions(ctx: Ctx, { slug, payments }: Wish) {
    if (!sellsSubscriptions(slug)) return []
    return seedSubscriptions(ctx, { seller: slug, subscriptions: Math.ceil(payments / 160) })
  },
  async agreed(ctx: Ctx) {
    await seedReconAgreed(ctx)
    return []
  },
  async accounts(ctx: Ctx, { slug, payments }: Wish) {
    await seedBeneficiaries(ctx)
    const accounts = await seedVirtualAccounts(ctx, slug)
    return [...accounts, ...(await seedPayouts(ctx, slug, Math.min(48, Math.ceil(payments / 40))))]
  },
}

/** Adds the refunds of past payments, the webhooks about them, once for each merchant and environment. */
async function loadAfterwards(parts: Parts, { now, tellProvider }: Telling): Promise<void> {
  const database = openDatabase(parts.ownerUrl, { most: 2 })
  try {
    const run = { database, services: servicesOf(parts), now: () => now }
    const owners = await database.transaction(null, (tx) =>
      tx.query<Owner>(
        `select distinct merchant_id as "merchantId", environment from payments p
         where not exists (select 1 from refunds r join payments q using (merchant_id, environment, order_ref)
           where r.merchant_id = p.merchant_id and r.environment = p.environment and q.payable_kind in ('link', 'page_order'))`,
        [],
      ),
    )
    for (const owner of owners)
      await ownTransaction(run, owner, { requestId: 'demo' }, async (ctx) => {
        await seedRefunds(ctx)
        await tellProvider(await refundsOfPast(ctx))
        await seedDeliveries(ctx)
        await seedIntegration(ctx)
        seedRests(ctx)
        await seedThirdParty(ctx)
        await seedExports(ctx)
        await seedAlerts(ctx)
      })
  } finally {
    await database.close()
  }
}

/** A merchant with 90 days of sales, or a year of subscriptions, must be older than that. */
const backdate = (table: string) =>
  `update ${table} set created_at = seconds_after(created_at, -86400 * $2) where merchant_id = $1`
const ageOf = (slug: string) => (sellsSubscriptions(slug) ? 380 : 97)

const refundablePast = 200_000

async function addMerchants(parts: Parts): Promise<boolean> {
  const onError = (error: Error) => parts.log.warn({ error: error.message }, 'a connection to the database was lost')
  const database = openDatabase(parts.ownerUrl, { onError, most: 2 })
  try {
    const known = await database.transaction(null, (tx) =>
      tx.query<{ slug: string; merchant_id: string }>('select slug, merchant_id from merchants', []),
    )
    // A database that has merchants already gets no demo data.
    if (
      known.some(({ slug }) => !demoMerchants.some((demo) => demo.slug === slug)) ||
      known.length === demoMerchants.length
    )
      return false
    await prepareJobs(parts.ownerUrl, jobs, onError)
    const services = servicesOf(parts)
    const passwordPhc = await services.passwords.hash(parts.config.demoPassword)
    const ids = new Map(
      demoMerchants.map(({ slug }) => [slug, known.find((merchant) => merchant.slug === slug)?.merchant_id ?? newId()]),
    )
    const run = { database, services, now: () => new Date() }
    for (const merchant of demoMerchants.filter(({ slug }) => !known.some((loaded) => loaded.slug === slug))) {
      const merchantId = ids.get(merchant.slug) as string
      const masterId = merchant.master ? (ids.get(merchant.master) ?? null) : null
      await ownTransaction(run, { merchantId, environment: 'sandbox' }, { requestId: 'demo' }, async (ctx) => {
        await seedMerchant(ctx, { ...merchant, merchantId, masterId }, { passwordPhc, channels: [regional] })
        await ctx.tx.query(backdate('merchants'), [merchantId, ageOf(merchant.slug)])
        await ctx.tx.query(backdate('sub_users'), [merchantId, ageOf(merchant.slug)])
        if (merchant.onboarded) await ctx.tx.query(makeDue('history'), [merchantId, ctx.now])
        if (merchant.slug === 'acme') {
          await seedPeople(ctx, { passwordPhc })
          await connectSimulated(ctx, merchant.slug, parts.simulatorKeys.secretKey)
          await ctx.tx.query(makeDue('invoices'), [merchantId, ctx.now])
        }
        await ctx.tx.query(backdate('payment_channels'), [merchantId, ageOf(merchant.slug)])
        if (sellsSubscriptions(merchant.slug)) await ctx.tx.query(makeDue('subscriptions'), [merchantId, ctx.now])
        if (paysOut(merchant.slug)) await ctx.tx.query(makeDue('accounts'), [merchantId, ctx.now])
        if (reconciles(merchant.slug))
          for (const part of ['agreed', ...reconParts] as const)
            await ctx.tx.query(makeDue(part), [merchantId, ctx.now])
        if (sellsAbroad(merchant.slug))
          for (const part of ['remittances', 'remittances_live'] as const)
            await ctx.tx.query(makeDue(part), [merchantId, ctx.now])
        if (merchant.slug === 'atlas') await seedSso(ctx, merchant)
        if (merchant.onboarded) await seedPaymentLinks(ctx, merchant.currency)
        await seedPages(ctx, merchant)
        if (merchant.onboarded) await seedTickets(ctx, { email: `admin@${merchant.slug}.example` })
        await addActs(ctx, merchant.slug.charCodeAt(0))
        await seedMasterMerchants(ctx, merchant.slug)
      })
    }
    return true
  } finally {
    await database.close()
  }
}
