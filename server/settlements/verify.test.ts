import { execFile } from 'node:child_process'
import { join } from 'node:path'
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

const found = async () => [...new Set((await pair.findings()).map(({ invariant }) => invariant))].toSorted()
const moved = (what: string, by: number) => pair.sql(what, by)

it.each([
  ['a difference of another amount', 'update settlement_differences set amount_minor = amount_minor + $2 where merchant_id = $1', [suspense]],
  ['a closed payout of another amount', `update settlements set payout = payout + $2 where merchant_id = $1 and state = 'closed'`, [bank, once]],
  ['a payment of another amount', `update payments set amount_minor = amount_minor + $2 where merchant_id = $1 and order_ref = '1'`, [receivable]],
  ['a sum of another count', `update recon_sums set records = records + $2 where merchant_id = $1 and currency = 'EUR' and status = 'matched'`, [summaries]],
  ['a settlement of another sum', `update settlements set computed = computed + $2 where merchant_id = $1 and state <> 'closed'`, [lines]],
])('%s is found, and nothing but that', async (_, planted, invariants) => {
  expect(await found()).toEqual([])
  await moved(planted, 1)
  expect(await found()).toEqual(invariants.toSorted())
  await moved(planted, -1)
}) // prettier-ignore

it('a closing that is posted twice is found in suspense, bank and receivable, and the tool ends with 1 and a line for each', async () => {
  expect(await verified()).toEqual({ code: 0, said: ['Reconciliation and the ledger agree.'] })
  await pair.sql(`with t as (insert into ledger_transfers select merchant_id, environment, gen_random_uuid(), kind, business_key || ':again', object_type, object_ref, at
      from ledger_transfers where merchant_id = $1 and object_type = 'settlement' returning transfer_id)
    insert into ledger_entries select e.merchant_id, e.environment, (select transfer_id from t), e.line, e.account, e.currency, e.amount_minor from ledger_entries e
    join ledger_transfers x on x.transfer_id = e.transfer_id where x.merchant_id = $1 and x.object_type = 'settlement'`)
  expect(await found()).toEqual([suspense, bank, receivable, once].toSorted())
  const { code, said } = await verified()
  expect([code, said.at(-1)]).toEqual([1, '4 findings.'])
  for (const invariant of [suspense, bank, receivable, once])
    expect(said.filter((line) => line.startsWith(`${pair.owner.merchantId} sandbox: ${invariant}: `))).toHaveLength(1)
}) // prettier-ignore

/** What `npm run recon:verify` says of this database. */
const verified = () =>
  new Promise<{ code: number; said: string[] }>((resolve) => {
    const tool = join(import.meta.dirname, '../../tools/recon-verify.ts')
    const env = { ...process.env, DATABASE_URL: app.testApp.parts.ownerUrl }
    execFile(process.execPath, [tool], { env }, (error, stdout) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout.trimEnd().split('\n') }),
    )
  })
