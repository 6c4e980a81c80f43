import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeProvider } from '#server/remittances/fake-provider.ts'
import { openRemitting, type Remitting } from '#server/remittances/fixtures.ts'
import { countOf, report } from './counts.ts'
import { planted } from './planted-test.ts'
import {
  cutRest,
  letTwoBeOpen,
  misplaced,
  raceOfAccounts,
  raceOfCuts,
  stubbornly,
  watchedAccount,
} from './remittance-races.ts'

/** What meets at a settlement: each item is in one, and money is at the account that the settlement shows. */
const rounds = { cuts: countOf(500, 15), accounts: countOf(200, 12) }
const timeout = countOf(60 * 60_000, 120_000)
const file = import.meta.filename
const sources = ['cut', 'cut-job', 'items', 'send'].map((name) => `server/remittances/${name}.ts`)

const { fake, provider } = fakeProvider()
let first: Remitting
beforeAll(async () => {
  first = await openRemitting()
  first.testApp.serveParts.services.provider = () => provider
  await letTwoBeOpen(first)
}, 60_000)
afterAll(() => first.close(), 60_000)

/** A merchant of its own who is paid each day. */
const another = async (): Promise<Remitting> => {
  const shop = await openRemitting({}, first.testApp)
  await shop.agree(new Date('2026-03-01T00:00:00Z'))
  return shop
}

test(`two workers, refunds and a provider's word, ${rounds.cuts} times: each item is in one settlement`, { timeout }, async () => {
  const shop = await another()
  for (let round = 1; round <= rounds.cuts; round++) {
    await raceOfCuts(shop, round)
    if (round % 50 === 0) expect(await findings(shop), `round ${round}`).toEqual([])
  }
  await cutRest(shop, rounds.cuts)
  expect(await misplaced(shop)).toEqual([])
  expect(await findings(shop)).toEqual([])
  const [counts] = await shop.sql<{ cuts: number; items: number }>(
    `select count(*)::int as cuts, (select count(*) from remittance_items where merchant_id = $1)::int as items from remittances
     where merchant_id = $1 and status <> 'Open'`,
  )
  report(`${rounds.cuts} rounds: ${JSON.stringify(counts)}`)
  expect(counts?.cuts).toBeGreaterThan(rounds.cuts / 2)
}) // prettier-ignore

test(`an account that changes while money is sent, ${rounds.accounts} times: none at another than shown`, { timeout }, async () => {
  const shop = await another()
  const account = await watchedAccount(shop)
  await shop.open(new Date('2026-03-02T15:00:00Z'), 'USD', '2026-03-03')
  for (let round = 1; round <= rounds.accounts; round++)
    expect(await raceOfAccounts(shop, fake, account, round), `round ${round}`).toEqual([])
  const ends = await shop.sql<{ status: string; n: number }>(
    'select status, count(*)::int as n from remittances where merchant_id = $1 group by 1',
  )
  report(`${rounds.accounts} rounds: ${JSON.stringify(ends)}`)
  expect(ends.find(({ status }) => status === 'Remitted')?.n).toBeGreaterThan(rounds.accounts / 4)
  expect(await findings(shop)).toEqual([])
}) // prettier-ignore

planted('items without a unique index: found', { file, sources, timeout }, async () => {
  const sql = (text: string) => first.testApp.owner.transaction(null, (tx) => tx.query(text, []))
  await sql('alter table remittance_items drop constraint remittance_items_pkey')
  const shop = await another()
  let found: string[] = []
  for (let round = 1; round <= 200 && found.length === 0; round++) {
    await raceOfCuts(shop, round)
    found = (await misplaced(shop)).filter((one) => one.startsWith('twice'))
  }
  expect(found).not.toEqual([])
})

/** The statistics by which the ledger's statements are planned come with time, which the rows of a test do not have. */
async function findings(shop: Remitting): Promise<unknown[]> {
  await stubbornly(() => first.testApp.owner.transaction(null, (tx) => tx.query('analyze', [])))
  // Two settlements are open at once here, which the schema allows nowhere else: which of them is the earlier is not said.
  const found = await shop.findings()
  return found.filter(({ invariant }) => invariant !== 'no refund leads its payment')
}
