import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayAfter, dayAt } from '#contract/kit/zoned-day.ts'
import type { Currency } from '#contract/kit/money.ts'
import { createAccount } from '#server/remittance-accounts/create.ts'
import { cutRemittance } from '#server/remittances/cut-job.ts'
import { openRemitting, type Remitting } from '#server/remittances/fixtures.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import type { Deployment } from './deployment.ts'

/** What the simulator does with a remittance, by the name of whom it is to pay. One that returns money is there to be sent again. */
const holders = ['Merchant', 'Sim error after effect', 'Sim error before effect', 'Sim never seen', 'Sim callbacks thrice', 'Sim quote runs out'] // prettier-ignore
const sources = ['USD', 'JPY', 'EUR', 'THB'] as const satisfies readonly Currency[]

/** Merchants of a deployment who sell abroad, one for each manner of the simulator; their worker is the deployment's. */
export interface Shops {
  shops: readonly Remitting[]
  /** Has each of some shops sell in a currency of which the period is over, and its cut begun. */
  sell(round: number): Promise<void>
  close(): Promise<void>
}

export async function openShops(deployment: Deployment): Promise<Shops> {
  const testApp: TestApp = await openTestApp(
    {},
    {
      database: { url: deployment.ownerUrl, ownerUrl: deployment.ownerUrl, drop: async () => {} },
      masterKey: Buffer.from(deployment.settings['MASTER_KEY'] ?? '', 'base64'),
    },
  )
  const shops: Remitting[] = []
  for (const holder of holders) {
    const shop = await openRemitting({}, testApp)
    const before = new Date(Date.now() - 10 * 86_400_000)
    await shop.agree(before, { markup_percent: '0.9', tolerance_percent: '100', transfer_fee_minor: 100n })
    await shop.at(before, (ctx) =>
      createAccount(
        ctx,
        {
          country: 'KR', currency: 'KRW', account_type: 'current', first_name: holder, last_name: '', bank_id: '088', account_number: '110234567890',
          remittance_purpose: 'GDDS', remittance_source: 'sales',
        },
        { about: '', check: 'NOT_POSSIBLE', nameAtBank: '' },
      ),
    ) // prettier-ignore
    shops.push(shop)
  }
  return {
    shops,
    async sell(round) {
      for (const [at, shop] of shops.entries()) {
        const currency = sources[(round + at) % sources.length] as Currency
        const ref = `k${round}-${at}`
        const today = dayAt(new Date(), 'Asia/Seoul')
        const yesterday = new Date(Date.now() - 86_400_000)
        const amountMinor = 1_000_000n + BigInt(round)
        await shop.sell([{ ref, amountMinor, currency, at: yesterday }])
        await shop.settle(yesterday, currency, [{ ref, grossMinor: amountMinor }], `K${round}-${at}`)
        // Each period is of a day of its own, long ago, and ends today by hand, as in test mode.
        await shop.open(yesterday, currency, dayAfter(today, -2))
        await shop.sql(`update remittances set ended_at = now() where merchant_id = $1 and status = 'Open' and source_currency = $2`, [currency]) // prettier-ignore
        const open = (await shop.rows()).find(
          ({ status, source_currency }) => status === 'Open' && source_currency === currency,
        )
        await shop.at(new Date(), async (ctx) =>
          ctx.enqueue(cutRemittance, { settlementRef: open?.settlement_ref ?? '' }),
        )
      }
    },
    close: () => testApp.close(),
  }
}

/** A remittance as the simulator's own file tells it. */
interface ToldRemittance {
  key: string
  minor: bigint
  begun: number
  status: string
}
/** Reads the file line by line, with no code of the simulator's. A torn last line was never answered. */
async function toldRemittances(dir: string): Promise<ToldRemittance[]> {
  const text = await readFile(join(dir, 'events.ndjson'), 'utf8')
  const found = new Map<string, ToldRemittance>()
  for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
    if (!line.includes('"type":"remittance')) continue
    const record = JSON.parse(line) as { type: string; key: string; status: string; to?: { amount_minor: string }; word?: unknown } // prettier-ignore
    const known = found.get(record.key)
    if (record.type === 'remittance' && known) known.begun += 1
    if (record.type === 'remittance' && !known)
      found.set(record.key, {
        key: record.key,
        minor: BigInt(record.to?.amount_minor ?? 0),
        begun: 1,
        status: record.status,
      })
    if (record.type === 'remittance_change' && known && !record.word) known.status = record.status
  }
  return [...found.values()]
}

/** Where settlements, the simulator's file and the ledger differ: each that was cut is sent once, and nothing is left in clearing. */
export async function shopFindings({ simulator }: Deployment, { shops }: Shops): Promise<string[]> {
  const told = await toldRemittances(simulator.dir)
  const found: string[] = []
  for (const shop of shops) {
    const rows = (await shop.rows()).filter(({ status }) => status !== 'Open')
    for (const row of rows) {
      const own = told.filter(({ key }) => key.startsWith(`${row.settlement_ref}:`))
      const [one] = own
      const isOnce = own.length === 1 && one?.begun === 1 && one.status === 'paid' && one.minor === row.net_amount_transferred_dc
      if (row.status !== 'Remitted' || !isOnce)
        found.push(`${row.settlement_ref} is ${row.status} ${row.holds.join(' ')}, at the simulator ${own.map(({ key, status, begun }) => `${key} ${status} ${begun}×`).join(', ') || 'unknown'}`)
    }
    for (const [account, minor] of Object.entries(await shop.books()))
      if (account.startsWith('remit_clearing')) found.push(`${account} has ${minor}`)
    found.push(...(await shop.findings()).map(({ invariant, detail }) => `${invariant}: ${detail}`))
  }
  return found
} // prettier-ignore
