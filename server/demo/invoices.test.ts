import { afterAll, beforeAll, expect, it } from 'vitest'
import { invoiceStates } from '#contract/invoice-states.ts'
import { verify } from '#server/audit-log/fixtures.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { verifyInvoices } from '#server/invoices/verify.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import type { PastPayment } from '#server/providers/simulator/past.ts'
import { verifySums } from '#server/rollups/verify.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { seedInvoices } from './invoices.ts'

/** The demo's invoices: what users and customers would have left behind, in every state. */
let testApp: TestApp
let owner: { merchantId: string; environment: 'sandbox' }
let taken: readonly PastPayment[]
beforeAll(async () => {
  testApp = await openTestApp()
  const merchant = await testApp.addMerchant()
  await testApp.signIn(merchant)
  owner = { merchantId: merchant.merchantId, environment: 'sandbox' }
  taken = await ownTransaction(
    { ...testApp.serveParts, database: testApp.owner },
    owner,
    { requestId: 'test' },
    (ctx) => seedInvoices(ctx, { invoices: 200 }),
  )
}, 30_000)
afterAll(() => testApp.close())
const ask = <R extends object>(sql: string) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(sql, [owner.merchantId]))

it('are in every state, and numbers, sums, ledger and receivables agree', async () => {
  const states = await ask<{ status: string }>('select distinct status from invoices where merchant_id = $1')
  expect(states.map(({ status }) => status).toSorted()).toEqual([...invoiceStates.states].toSorted())
  expect(await verifyInvoices(testApp.owner, owner)).toEqual([])
  expect(await verifyLedger(testApp.owner, owner)).toEqual([])
  expect(await verifySums(testApp.owner, owner)).toEqual([])
})

it('have buyers of each country and each tax category, parts that are paid and credit notes', async () => {
  const [shown] = await ask<Record<string, unknown>>(
    `select count(distinct content->'billing_address'->>'country_code') as countries,
       (select count(distinct line->>'tax_category') from invoices i, jsonb_array_elements(i.content->'line_items') line
        where i.merchant_id = $1) as categories,
       count(*) filter (where paid_minor > 0 and due_minor > 0) > 3 as parts,
       count(*) filter (where credited_minor > 0 and refunded_minor = 0) > 1 as credited,
       count(*) filter (where template_ref <> '') > 20 as templates,
       count(*) filter (where status = 'voided' and sent_at is not null) > 1 as voided,
       (select count(*) > 3 from invoice_outside_payments where merchant_id = $1) as outside
     from invoices where merchant_id = $1`,
  )
  expect(shown).toEqual({ countries: 7n, categories: 9n, parts: true, credited: true, templates: true, voided: true, outside: true }) // prettier-ignore
})

it('have reminders that went, were skipped and are to come, each with a job that is not due yet', async () => {
  const reminders = await ask<{ state: string }>('select distinct state from invoice_reminders where merchant_id = $1')
  expect(reminders.map(({ state }) => state).toSorted()).toEqual(['planned', 'sent', 'skipped'])
  // Nothing of the past is left to do, and nothing of what is to come was forgotten.
  const left = await ask(
    `select from invoice_reminders where merchant_id = $1 and state = 'planned' and at < now()
     union all select from messages where merchant_id = $1 and state = 'pending'
     union all select from invoices where merchant_id = $1 and status = 'sent' and due_date < now() - interval '2 days'`,
  )
  expect(left).toEqual([])
  const forgotten = await ask(
    `select from invoice_reminders r where merchant_id = $1 and state = 'planned' and not exists (
       select from pgboss.job j where j.name = 'remind-of-invoice' and j.data->>'invoiceRef' = r.invoice_ref and j.start_after = r.at)`,
  )
  expect(forgotten).toEqual([])
})

it('are paid by payments that the provider is told of, so that they can be refunded', async () => {
  const payments = await ask<{ order_ref: string }>(
    `select order_ref from payments where merchant_id = $1 and status = 'Success' and channel_key <> 'OUTSIDE'`,
  )
  expect(payments.length).toBeGreaterThan(80)
  expect(taken.map(({ key }) => key).toSorted()).toEqual(payments.map(({ order_ref }) => order_ref).toSorted())
})

it('have each act of a user in the audit log, at its moment and sealed', async () => {
  const acts = await ask(
    `select object_ref, at, actor_name, action from audit_events where merchant_id = $1 and action like 'invoice.%'
     order by object_ref, at, action`,
  )
  const done = await ask(
    `with acts (event, action) as (values ('created', 'invoice.create'), ('sent', 'invoice.send'), ('voided', 'invoice.void'),
       ('unvoided', 'invoice.unvoid'), ('payment_recorded', 'invoice.record-payment'))
     select distinct object_ref, at, actor_name, action from timeline join acts using (event)
     where merchant_id = $1 and object_type = 'invoice'
     union all select invoice_ref, sent_at, created_by, 'invoice.update' from invoices i where merchant_id = $1 and sent_at is not null
       and not exists (select from timeline t where t.merchant_id = $1 and object_ref = invoice_ref and event = 'sent')
     union all select invoice_ref, created_at, created_by, 'invoice.credit' from credit_notes where merchant_id = $1 and refund_id = ''
     order by object_ref, at, action`,
  )
  expect(done.length).toBeGreaterThan(400)
  expect(acts).toEqual(done)
  expect(await ask(`select from audit_events where merchant_id = $1 and (actor_id is null or address = '')`)).toEqual(
    [],
  )
  expect(await verify(testApp)).toEqual([])
})
