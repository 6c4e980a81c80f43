import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOf } from './counts.ts'
import { startDeployment, type Deployment } from './deployment.ts'
import { keptSignedIn } from './invoice-calls.ts'
import { newJournal } from './journal.ts'
import type { Patch } from './patched-source.ts'
import {
  currenciesMixed,
  greedyPairs,
  packagesReadable,
  pairedAsTheyCame,
  tieTaken,
  toleranceExclusive,
} from './planted.ts'
import { planted } from './planted-test.ts'
import { lineOf, moment, settlementMapping, settlementTitles } from './recon-batches.ts'
import { reconCalls, until, type ReconCalls } from './recon-calls.ts'

/** What a run says of a merchant's list and a settlement, by the program and by ones with a fault in how they match. */
const file = import.meta.filename
const timeout = countOf(5 * 60_000, 120_000)

let deployment: Deployment
let acme: ReconCalls
let msmId: number
beforeAll(async () => {
  deployment = await startDeployment()
  acme = reconCalls(deployment, keptSignedIn(deployment, newJournal(), { sessions: 1 }))
  await acme.saveMapping(settlementMapping)
  await acme.saveMapping({
    ...settlementMapping,
    file_type: 'transaction',
    input_header: { channel_order_ref: 'ref', date: 'date', currency: 'currency', amount: 'amount', status: 'status' },
    reading: { decimal: '.', time_zone: 'UTC', types: { paid: 'payment' }, identity: ['id'] },
  })
  await acme.call('/merchants/recon/v3/tolerance/update', { payment_channel_key: 'SIMULATOR', tolerance: 0.01 })
  const [pair] = await deployment.sql<{ msm_id: number }>(
    `select msm_id from recon_pairs where source_a like '%MERCHANT'`,
  )
  msmId = pair?.msm_id ?? 0
}, 120_000)
afterAll(() => deployment.close(), 60_000)

/** Each reference, what the merchant has of it and what the provider has. Amounts tell records apart. */
const sides = {
  nearest: [['100', '104'], ['103', '108']],
  tie: [['10'], ['9', '11']],
  currency: [['50 EUR'], ['50']],
  cent: [['30'], ['30.01']],
  equal: [['20', '20', '20', '20'], ['20', '20', '20', '20']],
} as const // prettier-ignore
const right = [
  'a100SGD b103SGD suggested', 'a104SGD b108SGD suggested', 'a10SGD b9|11SGD ambiguous', 'b9|11SGD', 'a50EUR', 'b50SGD', 'a30SGD b30.01SGD',
  ...Array.from({ length: 4 }, () => 'a20SGD b20SGD'),
].toSorted() // prettier-ignore

test(
  'the program matches by the least cost, says what is not certain, and does not go by what came first',
  { timeout },
  async () => {
    await work([])
    expect(await answers()).toEqual({ told: right, isSameHoweverItCame: true })
  },
)

planted('pairs that are taken greedily are found', { file, patches: greedyPairs, timeout }, async () => {
  await work(greedyPairs)
  expect((await answers()).told).toContain('a100SGD b108SGD suggested')
})

planted('one of two that are as cheap is found', { file, patches: [tieTaken], timeout }, async () => {
  await work([tieTaken])
  expect((await answers()).told).toContain('a10SGD b9|11SGD suggested')
})

planted('a tolerance that is exclusive is found', { file, patches: [toleranceExclusive], timeout }, async () => {
  await work([toleranceExclusive])
  expect((await answers()).told).toContain('a30SGD b30.01SGD off')
})

planted('currencies that are mixed are found', { file, patches: [currenciesMixed], timeout }, async () => {
  await work([currenciesMixed])
  expect((await answers()).told).toContain('a50EUR b50SGD')
})

planted(
  'an answer that depends on what came first is found',
  { file, patches: [pairedAsTheyCame], timeout },
  async () => {
    await work([pairedAsTheyCame])
    expect((await answers()).isSameHoweverItCame).toBe(false)
  },
)

/** Lets the worker work with this source. */
async function work(patches: readonly Patch[]): Promise<void> {
  await deployment.worker.kill()
  deployment.worker.change({ source: await deployment.plant([packagesReadable, ...patches]) })
  await deployment.worker.start()
}

let asked = 0
/** What the run says of new records, and whether its digest is the same when the first file of lines comes again after the second. */
async function answers(): Promise<{ told: string[]; isSameHoweverItCame: boolean }> {
  asked += 1
  const list: string[] = []
  const lines: string[] = []
  for (const [name, [ours, theirs]] of Object.entries(sides)) {
    const ref = `M${asked}-${name}`
    for (const [at, said] of ours.entries()) {
      const [amount, currency = 'SGD'] = said.split(' ')
      list.push([moment, `${ref}${at}`, ref, currency, amount, 'paid'].join(','))
    }
    for (const [at, gross] of theirs.entries()) lines.push(lineOf('payment', ref, gross, { batch: `${ref}${at}` }))
  }
  await acme.load('transaction', 'date,id,ref,currency,amount,status', list)
  const halves = [lines.filter((_, at) => at % 2 === 0), lines.filter((_, at) => at % 2 === 1)] as const
  const first = await acme.load('recon', settlementTitles, halves[0])
  await acme.load('recon', settlementTitles, halves[1])
  const { digest } = await acme.run(msmId)
  const told = await answered()
  await acme.call(`/api/recon/files/${first}/withdraw`, {})
  await until(
    () => deployment.sql<{ is_gone: boolean }>('select withdrawn_at is not null as is_gone from recon_files where recon_id = $1', [first]),
    ([found]) => found?.is_gone === true,
  ) // prettier-ignore
  await acme.load('recon', settlementTitles, [...halves[0], ''])
  return { told, isSameHoweverItCame: (await acme.run(msmId)).digest === digest }
}

/** Records that are together, in a match or in what is suggested, and how. */
async function answered(): Promise<string[]> {
  const found = await deployment.sql<{ said: string }>(
    `select string_agg(side || trim_scale(gross) || currency, ' ' order by side, gross) || case when bool_or('amount' = any (mismatches)) then ' off' else '' end ||
       case max(suggested_strength) when '' then '' else ' ' || max(suggested_strength) end as said
     from recon_outcomes where msm_id = $1 and until_run = 2147483647 and provider_ref like $2 group by coalesce(suggested, group_id)`,
    [msmId, `M${asked}-%`],
  )
  // Which of the two that are as cheap stands first goes by their places.
  return found.map(({ said }) => said.replace(/b(9|11)SGD/, 'b9|11SGD')).toSorted()
}
