import { afterAll, beforeAll, expect, it } from 'vitest'
import { closing, twoBatches, type Settling } from './closing-fixtures.ts'
import { openWorkingOut, type WorkingOut } from './fixtures.ts'
import { reconInvariants } from './verify.ts'

const [suspense, bank, receivable, charges, once, lines] = Object.keys(reconInvariants)
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
  ['a fee that is cleared beyond what was charged', `with t as (insert into ledger_transfers (merchant_id, environment, transfer_id, kind, business_key, object_type, object_ref, at)
      values ($1, 'sandbox', gen_random_uuid(), 'settlement.closed', gen_random_uuid()::text, 'settlement', '', now()) returning transfer_id)
    insert into ledger_entries (merchant_id, environment, transfer_id, line, account, currency, amount_minor)
    select $1, 'sandbox', transfer_id, line, account, 'EUR', by * $2 from t, (values (1, 'fee_income', 1), (2, 'merchant_payable', -1)) l (line, account, by)`, [charges]],
  ['a sum of another count', `update recon_sums set records = records + $2 where merchant_id = $1 and currency = 'EUR' and status = 'matched'`, [summaries]],
  ['a settlement of another sum', `update settlements set computed = computed + $2 where merchant_id = $1 and state <> 'closed'`, [lines]],
])('%s is found, and nothing but that', async (_, planted, invariants) => {
  expect(await found()).toEqual(new Set())
  await pair.sql(planted, 1)
  expect(await found()).toEqual(new Set(invariants))
  await pair.sql(planted, -1)
}) // prettier-ignore
