import { afterAll, beforeAll, expect, it } from 'vitest'
import { closing, twoBatches, type Settling } from './closing-fixtures.ts'
import { openWorkingOut, type WorkingOut } from './fixtures.ts'
import { reconInvariants } from './verify.ts'

const [suspense, bank, receivable, once, lines] = Object.keys(reconInvariants)
const summaries = 'every row of a summary is the sum of its records'

let app: WorkingOut
let pair: Settling
beforeAll(async () => {
  app = await openWorkingOut()
  pair = await twoBatches(app)
  await closing(pair, 'B2')
})
afterAll(() => app.close())

const found = async () => new Set((await pair.findings()).map(({ invariant }) => invariant))

it.each([
  ['a difference of another amount', 'update settlement_differences set amount_minor = amount_minor + $2 where merchant_id = $1', [suspense]],
  ['a closed payout of another amount', `update settlements set payout = payout + $2 where merchant_id = $1 and state = 'closed'`, [bank, once]],
  ['a payment of another amount', `update payments set amount_minor = amount_minor + $2 where merchant_id = $1 and order_ref = '1'`, [receivable]],
  ['a sum of another count', `update recon_sums set records = records + $2 where merchant_id = $1 and currency = 'EUR' and status = 'matched'`, [summaries]],
  ['a settlement of another sum', `update settlements set computed = computed + $2 where merchant_id = $1 and state <> 'closed'`, [lines]],
])('%s is found, and nothing but that', async (_, planted, invariants) => {
  expect(await found()).toEqual(new Set())
  await pair.sql(planted, 1)
  expect(await found()).toEqual(new Set(invariants))
  await pair.sql(planted, -1)
}) // prettier-ignore
