import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/kit/db/db.ts'
import { verifyAllLedgers } from '#server/ledger/verify.ts'
import { signIn, type Load } from './client.ts'
import { countOf, report } from './counts.ts'
import { startDeployment, type Deployment } from './deployment.ts'
import { newJournal } from './journal.ts'
import { checkPage, type PageFinding, type PageRule } from './page-checker.ts'
import { pageEvidence } from './page-evidence.ts'
import { ordersEnd } from './page-calls.ts'
import { openSale, someWishes, type Sale } from './page-shop.ts'
import type { Patch } from './patched-source.ts'
import {
  heedlessExpiry,
  heedlessRelease,
  saveWritesStock,
  unlockedDecrement,
  withoutMovementKey,
  withoutStockConstraint,
} from './planted.ts'
import { planted } from './planted-test.ts'

/** A page never sells what is not there: many buyers of few units, while parts of the program die. */
const rounds = countOf(100, 1)
const kills = countOf(20, 1)
const size = countOf(100, 20)
/** Units of a page on which a planted fault is looked for: of fewer, a fault leaves no trace in some runs. */
const plantedSize = 100
const file = import.meta.filename
const timeout = countOf(60 * 60_000, 90_000)
let deployment: Deployment
let load: Load

beforeAll(async () => {
  deployment = await startDeployment()
  const journal = newJournal()
  load = { deployment, journal, merchants: await signIn(deployment, journal) }
}, 120_000)
afterAll(() => deployment.close(), 60_000)

test(
  `${size * 5} buyers of ${size} units at once, the stock changed and the worker killed meanwhile, ${rounds} times`,
  { timeout },
  async () => {
    for (let round = 1; round <= rounds; round++) {
      const sale = await openSale(load, size)
      await Promise.all([sell(sale, size * 5), killWorker(countOf(2, 1))])
      const { findings, sold } = await findingsAfter(sale)
      expect(findings, deployment.log.slice(-20).join('\n')).toEqual([])
      report(`round ${round}: ${sold} of ${sale.stocked} units`)
    }
    expect(load.journal.misconduct).toEqual([])
  },
)

test(
  `kill -9 of an API, the worker and PostgreSQL under buyers, ${kills} rounds of each: no unit is lost or held for ever`,
  { timeout },
  async () => {
    for (let round = 1; round <= kills; round++) {
      const sale = await openSale(load, size)
      const killing = (async () => {
        const api = deployment.apis[(round % 2) as 0 | 1]
        await delay(Math.random() * 500)
        await Promise.all([restart(api), killWorker(1)])
        await deployment.killPostgres()
      })()
      await Promise.all([sale.buy(someWishes(size * 2)), killing])
      expect((await findingsAfter(sale)).findings, deployment.log.slice(-20).join('\n')).toEqual([])
    }
    expect(load.journal.misconduct).toEqual([])
  },
)

const naive = { file, patches: unlockedDecrement, timeout }
planted(
  'units that are looked at and taken afterwards are refused by the constraint alone, and without it found',
  naive,
  async () => {
    await plant(naive.patches)
    // What is stocked later would cover what was sold too many.
    const rush = (sale: Sale) => sale.buy(someWishes(plantedSize * 3))
    const sale = await openSale(load, plantedSize)
    await rush(sale)
    expect((await findingsAfter(sale)).findings).toEqual([])
    await deployment.sql(withoutStockConstraint)
    await expectFound('no more is sold than was stocked', rush)
  },
)

// The key refuses most of it; some orders are released for good while they are still being paid.
const twice = { file, patches: [heedlessRelease], timeout }
planted('units that are given back twice are found', twice, async () => {
  await plant(twice.patches)
  await deployment.sql(withoutMovementKey)
  await expectFound('each order moves its units once in each way, and to one end')
})

const blind = { file, patches: [heedlessExpiry], timeout }
planted('an expiry that ignores an attempt in flight is found', blind, async () => {
  await plant(blind.patches)
  await expectFound('an attempt that began in time pays its order, and it alone')
})

const writing = { file, patches: [saveWritesStock], timeout }
planted('a save that writes the stock is found', writing, async () => {
  await plant(writing.patches)
  await expectFound('what is stocked is what the merchant stocked')
})

/** So many buyers buy at once, while the merchant stocks up, takes away and saves the page. */
async function sell(sale: Sale, buyers: number): Promise<void> {
  let isOver = false
  const buying = sale.buy(someWishes(buyers)).finally(() => (isOver = true))
  const changing = async () => {
    for (const change of [1, -1, -1, 1, 1, -1]) {
      await delay(Math.random() * 400)
      await sale.restock(change * Math.ceil(size / 5))
    }
  }
  const saving = async () => {
    while (!isOver) {
      await sale.save()
      await delay(Math.random() * 400)
    }
  }
  await Promise.all([buying, changing(), saving()])
}

async function killWorker(times: number): Promise<void> {
  for (let time = 1; time <= times; time++) {
    await delay(500 + Math.random() * 1_000)
    await restart(deployment.worker)
  }
}

async function restart(part: Deployment['worker']): Promise<void> {
  await part.kill()
  await part.start()
}

/** Sells what is left to those who were refused, waits for the end of all orders, and hears the witnesses. */
async function findingsAfter(sale: Sale): Promise<{ findings: PageFinding[]; sold: number }> {
  await ordersEnd(load, sale.pageRef)
  await sale.sellRest()
  await ordersEnd(load, sale.pageRef)
  const evidence = await pageEvidence(load, sale)
  expect(await ledgerFindings(), 'the ledger').toEqual([])
  return { findings: checkPage(evidence), sold: evidence.shown.units_sold }
}

async function ledgerFindings(): Promise<unknown[]> {
  const database = openDatabase(deployment.ownerUrl, { most: 2 })
  try {
    return await verifyAllLedgers(database)
  } finally {
    await database.close()
  }
}

/** Starts the program anew with faults planted. */
async function plant(faults: readonly Patch[]): Promise<void> {
  const source = await deployment.plant(faults)
  const parts = [...deployment.apis, deployment.worker]
  await Promise.all(parts.map((part) => part.kill()))
  for (const part of parts) part.change({ source })
  await Promise.all(parts.map((part) => part.start()))
}

/** Sells again and again until the planted fault has left its trace. */
async function expectFound(rule: PageRule, run = (sale: Sale) => sell(sale, plantedSize * 3)): Promise<void> {
  const found = new Set<PageRule>()
  for (let times = 1; times <= 5 && !found.has(rule); times++) {
    const sale = await openSale(load, plantedSize)
    await run(sale)
    for (const finding of (await findingsAfter(sale)).findings) found.add(finding.rule)
  }
  expect(found).toContain(rule)
}
