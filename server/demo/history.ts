import type { OfferedMethod } from '#contract/methods.ts'
import { machineLocale } from '#i18n/languages.ts'
import { finished } from 'node:stream/promises'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { recognise } from '#server/db/engine/engine.ts'
import { insertFrom } from '#server/db/engine/insert-from.ts'
import { rollUpDeltas } from '#server/rollups/roll-up-deltas.ts'
import type { Owner } from '#server/kit/ctx.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import type { PastPayment } from '#server/providers/simulator/past.ts'
import { settlementAccount } from '#server/providers/simulator/settlement/credentials.ts'
import { moments } from './calendar.ts'
import { insertingBy } from './inserting.ts'
import { chanceOf } from './chance.ts'
import { feeTerms, orderAt, type Order } from './orders.ts'
import { profiles, type Profile } from './profiles.ts'
import { regional } from '#server/merchants/seed.ts'
import { readPages, writeSums } from './page-sales.ts'
import { addRows, copied, copyText, isAbroad, noRows, type Copied, type Rows, type Seller } from './rows.ts'

interface Wish {
  /** About how many payments, of all merchants together. */
  payments: number
  now: Date
  seed?: number
  /** Gives the provider the captures of the past, before they are in the database. */
  tellProvider?: (payments: readonly PastPayment[]) => Promise<void>
  /** Where the provider tells what it has settled of sales abroad. */
  callbackOf?: CallbackOf
  say?: (line: string) => void
}

export type CallbackOf = (
  channel: { key: string; provider: string; merchantKey: string },
  environment: Owner['environment'],
) => string

/**
 * Gives the demo merchants that are due one 90 days of orders, as if their shoppers had paid all the while: links, payments,
 * timelines, the ledger and the sums, under the same constraints. Each merchant's is one transaction, so it is there whole
 * or not at all; memory stays flat however many there are. The same seed and moment make up the same.
 * @returns how many payments were loaded.
 */
export async function loadHistory(
  ownerUrl: string,
  { payments, now, seed = 20_261, tellProvider = async () => {}, callbackOf = () => '', say = () => {} }: Wish,
): Promise<number> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query((await recognise(client)).settingsForAll)
  let loaded = 0
  try {
    const { rows: merchants } = await client.query<{
      merchant_id: string
      key: string
      slug: string
      name: string
      country: string
      home: string | null
      time_zone: string
    }>(
      `select m.merchant_id, m.key, slug, name, country, case when cross_border_enabled then currency end as home, time_zone from merchants m join idempotency_keys k using (merchant_id)
       where k.owner = 'demo' and k.key = 'history' and k.status is null order by slug`,
    )
    for (const merchant of merchants) {
      const { merchant_id: merchantId, key, name, country, home: homeCurrency } = merchant
      await client.query('begin')
      // Checked with each statement, not all at the end: a million transfers would wait for it in memory.
      await client.query('set constraints all immediate')
      // Another start may be at it.
      const { rowCount: due } = await client.query(
        `select 1 from idempotency_keys where merchant_id = $1 and owner = 'demo' and key = 'history' and status is null for update`,
        [merchantId],
      )
      if (due === 0) {
        await client.query('rollback')
        continue
      }
      const told: PastPayment[] = []
      for (const [number, profile] of profiles.entries()) {
        if (profile.slug !== merchant.slug || payments === 0) continue
        const seller: Seller = {
          owner: { merchantId, environment: profile.environment },
          key,
          name,
          country,
          homeCurrency,
        }
        const wish = {
          payments: (payments * profile.share) / 100,
          now,
          seed: seed + number,
          timeZone: merchant.time_zone,
        }
        const tell = (order: Order) => told.push(...capturedOf(order, seller, callbackOf))
        loaded += await loadOrders(client, seller, profile, wish, tell)
        say(`Loaded the demo's history: ${loaded.toLocaleString(machineLocale)} payments`)
      }
      if (told.length > 0) await tellProvider(told)
      await client.query(
        `update idempotency_keys set status = 200, answer = '{}' where merchant_id = $1 and owner = 'demo' and key = 'history'`,
        [merchantId],
      )
      await client.query('commit')
    }
    if (loaded > 0) await client.query('analyze')
    await rollUp(
      ownerUrl,
      merchants.map(({ merchant_id }) => merchant_id),
    )
    return loaded
  } finally {
    await client.end()
  }
}

async function loadOrders(
  client: Client,
  seller: Seller,
  profile: Profile,
  { payments, now, seed, timeZone }: { payments: number; now: Date; seed: number; timeZone: string },
  tell: (order: Order) => void,
): Promise<number> {
  await addFees(client, seller.owner, profile)
  const chance = chanceOf(seed)
  const count = Math.ceil(payments / attemptsPerOrder)
  const pages = await readPages(client, seller.owner, now)
  const market = { profile, pages, people: Math.ceil(count * 0.45), payersBefore: new Set<string>() }
  let rows = noRows()
  let deltas = new Map<string, Delta>()
  let [number, loaded] = [0, 0]
  const write = async () => {
    rows.payment_deltas = deltaRows(seller.owner, deltas)
    loaded += rows.payments.length
    const first = loaded === rows.payments.length
    for (const table of Object.keys(copied) as Copied[]) await copyRows(client, table, rows)
    // Freshly filled tables have no statistics yet, and each check would read them whole.
    if (first) await client.query(`analyze ${Object.keys(copied).join(', ')}`)
    rows = noRows()
    deltas = new Map()
  }
  for (const placed of moments({ days: 90, count, now, timeZone }, profile, chance))
    for (const at of placed) {
      const order = orderAt(at, now, ++number, market, chance)
      addRows(rows, seller, order, chance)
      addDeltas(deltas, order)
      tell(order)
      if (rows.payments.length >= (loaded === 0 ? firstBatch : batch)) await write()
    }
  await write()
  await writeSums(client, seller.owner, pages)
  return loaded
}
/** About; and so that "about" is not less. */
const attemptsPerOrder = 0.97
const batch = 2_000
const firstBatch = 100

/**
 * PostgreSQL copies into no table with row-level security for a user who is held to it, as an owner without further
 * rights is. So rows are copied into a temporary table and inserted from there.
 */
async function copyRows(client: Client, table: Copied, rows: Rows): Promise<void> {
  if (rows[table].length === 0) return
  const columns = copied[table]
  await client.query(
    `create temporary table if not exists ${table}_copied on commit drop as select ${columns} from ${table} with no data`,
  )
  const into = client.query(copyFrom(`copy ${table}_copied (${columns}) from stdin`))
  into.end(copyText(rows[table]))
  await finished(into)
  await insertFrom(insertingBy(client), {
    table,
    columns: columns.split(', '),
    select: `select ${columns} from ${table}_copied`,
    values: [],
  })
  await client.query(`truncate ${table}_copied`)
}

/** The fees of the history's channels for each currency. */
async function addFees(client: Client, { merchantId, environment }: Owner, { currencies }: Profile): Promise<void> {
  for (const channel of ['SIMULATOR', regional.key])
    for (const [currency] of currencies) {
      const { percentFee, minimumFeeMinor, flatFeeMinor, taxPercent } = feeTerms
      await client.query(
        `insert into fee_plans (merchant_id, environment, channel_key, currency, percent_fee, minimum_fee_minor, flat_fee_minor, tax_percent)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
        [merchantId, environment, channel, currency, percentFee, minimumFeeMinor, flatFeeMinor, taxPercent],
      )
    }
}

/** What the provider has captured, for the account of the channel. */
const capturedOf = (
  { attempts, amountMinor, currency, country }: Order,
  seller: Seller,
  callbackOf: CallbackOf,
): PastPayment[] =>
  attempts.flatMap(({ status, orderRef, endedAt, card, method, channelKey }) =>
    status === 'Success'
      ? [
          {
            key: orderRef,
            ref: `pay_${orderRef}`,
            at: endedAt,
            amountMinor,
            currency,
            card: card.masked === '' ? null : card,
            merchantAccount: accountOf(seller.key, seller.owner.environment, channelKey),
            country: country ?? seller.country,
            ...(isAbroad(seller, currency) && {
              callbackUrl: callbackOf(
                { key: channelKey, provider: 'simulator', merchantKey: seller.key },
                seller.owner.environment,
              ),
            }),
            ...(card.masked === '' && { method: { type: method as OfferedMethod, subType: '' } }),
          },
        ]
      : [],
  )

/** The simulator has an account for each of the two channels. */
export const accountOf = (key: string, environment: Owner['environment'], channelKey: string): string =>
  settlementAccount(channelKey === 'SIMULATOR' ? key : `${key}-${channelKey}`, environment)

interface Delta {
  key: string[]
  sums: [payments: bigint, amount: bigint, fee: bigint, tax: bigint, held: bigint]
}
/** The roll-up deltas of an order's payments, by quarter of an hour. */
function addDeltas(deltas: Map<string, Delta>, { currency, amountMinor, attempts }: Order): void {
  for (const { at, status, method, channelKey, feeMinor, taxMinor, held } of attempts) {
    const bucket = new Date(Math.floor(at.getTime() / quarterMs) * quarterMs).toISOString()
    const key = [bucket, currency, status, method, channelKey]
    const delta = deltas.get(key.join()) ?? { key, sums: [0n, 0n, 0n, 0n, 0n] }
    const added = [1n, amountMinor, feeMinor, taxMinor, held ? amountMinor : 0n]
    delta.sums = delta.sums.map((sum, place) => sum + (added[place] as bigint)) as Delta['sums']
    deltas.set(key.join(), delta)
  }
}
const quarterMs = 15 * 60_000
const deltaRows = ({ merchantId, environment }: Owner, deltas: Map<string, Delta>): Rows['payment_deltas'] =>
  [...deltas.values()].map(({ key, sums }) => [merchantId, environment, ...key, ...sums])

async function rollUp(ownerUrl: string, merchantIds: string[]): Promise<void> {
  const database = openDatabase(ownerUrl, { most: 1, statementMs: 60_000 })
  for (const merchantId of merchantIds)
    for (const environment of ['sandbox', 'live'] as const) {
      await rollUpDeltas(database, { merchantId, environment })
      // These deltas have no traits: the days of traits are built from the payments when none of them is left.
      await rollUpDeltas(database, { merchantId, environment })
    }
  await database.close()
}
