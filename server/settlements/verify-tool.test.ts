import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closing, twoBatches } from './closing-fixtures.ts'
import { openWorkingOut, type WorkingOut } from './fixtures.ts'
import { reconInvariants } from './verify.ts'

let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())

it('a closing that is posted twice ends npm run recon:verify with 1 and a line for suspense, bank, receivable and the closing', async () => {
  const pair = await twoBatches(app)
  await closing(pair, 'B2')
  expect(await verified()).toEqual({ code: 0, said: ['Reconciliation and the ledger agree.'] })
  await pair.sql(`with t as (insert into ledger_transfers select merchant_id, environment, gen_random_uuid(), kind, business_key || ':again', object_type, object_ref, at
      from ledger_transfers where merchant_id = $1 and object_type = 'settlement' returning transfer_id)
    insert into ledger_entries select e.merchant_id, e.environment, (select transfer_id from t), e.line, e.account, e.currency, e.amount_minor from ledger_entries e
    join ledger_transfers x on x.transfer_id = e.transfer_id where x.merchant_id = $1 and x.object_type = 'settlement'`)
  const { code, said } = await verified()
  expect([code, said.length, said.at(-1)]).toEqual([1, 5, '4 findings.'])
  const [suspense, bank, receivable, , once] = Object.keys(reconInvariants)
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
