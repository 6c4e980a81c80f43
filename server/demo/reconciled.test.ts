import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAllLedgers } from '#server/ledger/verify.ts'
import { reconciliation } from '#server/recon-runs/names.ts'
import { beginWantedRun } from '#server/recon-sources/want-runs.ts'
import { verifyAllRecon } from '#server/settlements/verify.ts'
import { daysAgo, openReconciled } from './recon-fixtures.ts'

/** What reconciliation says of the demo's 90 days, of some of which nothing was sold: the engine works it out, and no answer is written by hand. */
let demo: Awaited<ReturnType<typeof openReconciled>>
beforeAll(async () => {
  const closed = [90, 89, ...daysAgo(61, 55), 40, 31, 30]
  demo = await openReconciled({ days: [...closed, ...daysAgo(29, 0)], demoPayments: 10_000 })
})
afterAll(() => demo.close())
const ask = <R extends object>(sql: string) => demo.ask<R>(sql)
const holds = 'until_run = 2147483647'

describe("the demo's reconciliation", () => {
  it('has 60 days closed and the rest open, and of those closed one by two people', async () => {
    const states = await ask(
      `select state, max(last_on) - min(last_on) + 1 as days, min(last_on)::text as first, max(last_on)::text as last from settlements
       where currency = 'SGD' group by (state = 'closed'), state order by 1`,
    )
    expect(states).toEqual([
      { state: 'closed', days: 60, first: '2026-08-23', last: '2026-10-21' },
      { state: 'proven', days: 30, first: '2026-10-22', last: '2026-11-20' },
      { state: 'unproven', days: 1, first: '2026-11-02', last: '2026-11-02' },
    ])
    const proposals = await ask(`select act, state, proposed_name <> decided_name as is_another from recon_proposals where state = 'approved'`) // prettier-ignore
    expect(proposals).toEqual([{ act: 'close_settlement', state: 'approved', is_another: true }])
  })

  it('has an exception of each kind among the open days', async () => {
    const kinds = await ask<{ kind: string }>(
      `select distinct concat_ws(' ', msm_id, status, nullif(suggested_strength, '')) as kind from recon_outcomes
       where ${holds} and settlement_id is null and (is_open or status in ('expected', 'adjustment'))`,
    )
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        '1 duplicate',
        '1 missing_in_settlement',
        '1 missing_in_settlement suggested',
        '1 missing_in_settlement ambiguous',
        '1 missing_in_transactions',
        '1 amount_mismatch',
        '1 fee_mismatch',
        '1 tax_mismatch',
        '1 date_shift',
        '1 expected',
        '1 adjustment',
        '2 missing_in_settlement',
      ]),
    )
  })

  it('has one that is somebody’s, with a comment, and one that waits for a second person', async () => {
    expect(
      await ask(
        `select owner_name, text <> '' as is_commented from recon_owners join recon_comments using (merchant_id, msm_id, group_id)`,
      ),
    ).toEqual([{ owner_name: expect.stringMatching(/./), is_commented: true }])
    expect(await ask(`select act from recon_proposals where state = 'proposed'`)).toEqual([{ act: 'accept' }])
  })

  it('leads from a settlement to the credit at the bank and to the ledger', async () => {
    const closed = await ask(
      `select from settlements where state = 'closed' and (bank_credit <> payout and batch not like '20261011%' or bank_credit is null or not exists (
         select from ledger_transfers t join ledger_entries e using (merchant_id, transfer_id) where t.object_ref = settlement_id::text
           and e.account = 'bank:SIMULATOR' and e.amount_minor = payout * 100))`,
    )
    expect(closed).toEqual([])
    const unpaid = await ask(
      `select last_on::text as day from settlements where bank_credit is null and state <> 'closed'`,
    )
    expect(unpaid).toEqual([{ day: '2026-11-01' }])
  })

  it('adds up: settlements, summaries and the ledger agree', async () => {
    expect(await verifyAllRecon(demo.testApp.owner)).toEqual([])
    expect(await verifyAllLedgers(demo.testApp.owner)).toEqual([])
  })

  it('leaves nothing to do, and the next runs to their days', async () => {
    const names = `('${reconciliation.name}', '${beginWantedRun.name}')`
    expect(await ask(`select from pgboss.job_common where name in ${names}`)).toEqual([])
    expect(await ask(`select from recon_pairs where wanted_at is not null or next_run_at is null`)).toEqual([])
    // Of the past nobody is told; of what is open now people are.
    const told = `select distinct kind, created_at::date::text as day from notices where kind like 'recon%' or kind like 'settlement%' order by 1`
    const kinds = ['recon_approval_waiting', 'recon_payout_late', 'recon_run_exceptions', 'recon_settlement_late']
    expect(await ask(told)).toEqual(kinds.map((kind) => ({ kind, day: '2026-11-20' })))
  })
})
