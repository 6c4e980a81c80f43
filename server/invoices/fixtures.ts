import { createInvoice as creation, updateInvoice as change } from '#contract/invoices.ts'
import { amountsOf } from '#contract/invoice-amounts.ts'
import type { Invoice } from '#contract/invoice-answers.ts'
import { toMajor, toMinor, type Currency } from '#contract/kit/money.ts'
import { dayAfter } from '#contract/kit/zoned-day.ts'
import type { Call } from '#contract/kit/call.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { issueInvoice } from '#server/invoice-store/issue.ts'
import type { Arrangement } from '#server/payables/fixtures.ts'
import { expirePayable } from '#server/payables/jobs.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import { addressOf, signedBody } from '#test/request.ts'
import type { Answer, TestSession } from '#test/test-app.ts'
import { createInvoice, type NewInvoice } from './create.ts'
import { verifyInvoices } from './verify.ts'
import { voidInvoice } from './void.ts'

/** An invoice of 100.00 SGD that is due in thirty days, for tests. */
export const draftOf = (now: Date, more: Partial<NewInvoice> = {}): NewInvoice => {
  const draft = {
    customer: { name: 'Mei Tan', email: 'mei.tan@example.com' },
    currency: 'SGD' as Currency,
    line_items: [{ detail: 'Harbour tour', quantity: 1, rate: 100 }],
    due_date: dayAfter(now.toISOString().slice(0, 10), 30),
    ...more,
  }
  return { ...draft, ...amountsIn(draft) }
}
function amountsIn({
  currency,
  line_items,
  additional_costs,
}: Pick<NewInvoice, 'currency' | 'line_items' | 'additional_costs'>) {
  const sums = amountsOf({ line_items: line_items ?? [], additional_costs: additional_costs ?? [] }, currency)
  if (Array.isArray(sums)) return { amount: 1n, sub_total: 1n }
  return { amount: sums.amount, sub_total: sums.subTotal }
}

const inside = <T>({ testApp, merchant }: Pick<Paying, 'testApp' | 'merchant'>, work: (ctx: Ctx) => Promise<T>) => {
  const scope = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
  return ownTransaction(testApp.serveParts, scope, { requestId: 'test' }, work)
}
/** Makes an invoice, and issues it unless `draft` is set; its reference. */
export const newInvoice = (
  paying: Pick<Paying, 'testApp' | 'merchant'>,
  { draft = false, ...more }: Partial<NewInvoice> & { draft?: boolean } = {},
): Promise<string> =>
  inside(paying, async (ctx) => {
    const invoice = await createInvoice(ctx, draftOf(ctx.now, more))
    if (!draft) await issueInvoice(ctx, invoice)
    return invoice.invoice_ref
  })

/** For the tests over all kinds. An invoice has no end by time: it is over when it is voided. */
export const invoiceArrangement: Arrangement = {
  make: (paying, { late }) => newInvoice(paying, late ? { late_payment: late } : {}),
  findings: ({ testApp, merchant }) =>
    verifyInvoices(testApp.owner, { merchantId: merchant.merchantId, environment: 'sandbox' }),
  end: (paying, ref) => inside(paying, (ctx) => voidInvoice(ctx, ref)),
}

export type Invoicing = ReturnType<typeof invoicingWith>
export const openInvoicing = async () => invoicingWith(await openPaying())

/** Invoices through the front door, for tests: payments go to the simulated provider, and jobs run when a test says. */
export function invoicingWith(paying: Paying) {
  const { testApp, merchant, session, simulator, clock } = paying
  const scope = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
  const now = () => clock.now ?? new Date()
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as: TestSession = session) =>
    testApp.call(as, method, path, body, { 'idempotency-key': crypto.randomUUID() })
  const contentOf = <T>(answer: Answer): T => {
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body.content as T
  }
  const signedCall = (call: Call, path: Record<string, string>, body: Record<string, unknown>, as: TestSession) =>
    ask(
      call.method as 'POST',
      addressOf(call, path),
      signedBody(call, body, { key: as.signingKey, about: as.merchant.key }),
      as,
    )
  const invoicing = {
    paying,
    scope,
    ask,
    now,
    inside: <T>(work: (ctx: Ctx) => Promise<T>) => inside(paying, work),
    /** Asks for an invoice; amounts that the body does not name are what its lines make. */
    askFor(body: Partial<Record<keyof NewInvoice, unknown>> = {}, as: TestSession = session): Promise<Answer> {
      const { amount, sub_total, currency, ...draft } = draftOf(now(), body as Partial<NewInvoice>)
      const sums = { amount: toMajor(amount, currency), sub_total: toMajor(sub_total, currency) }
      return signedCall(creation, {}, { environment: 'sandbox', currency, ...draft, ...sums, ...body }, as)
    },
    create: async (body: Partial<Record<keyof NewInvoice, unknown>> = {}) =>
      contentOf<Invoice>(await invoicing.askFor(body)),
    /** An invoice that was issued. */
    async sent(body: Partial<Record<keyof NewInvoice, unknown>> = {}): Promise<Invoice> {
      const { invoice_ref, revision } = await invoicing.create(body)
      return contentOf(await invoicing.update(invoice_ref, { revision, marked_as_sent: true }))
    },
    read: async (ref: string) =>
      contentOf<Invoice>(await ask('POST', `/merchants/${merchant.key}/invoice-details`, { invoice_ref: ref })),
    update: (ref: string, body: Record<string, unknown>, as: TestSession = session) =>
      signedCall(change, { key: merchant.key, ref }, body, as),
    void: (ref: string) => ask('POST', `/merchants/invoice/${ref}/void`, {}),
    unvoid: (ref: string) => ask('POST', `/merchants/invoice/${ref}/unvoid`, {}),
    credit: (ref: string, body: object) =>
      ask('POST', `/api/invoices/${ref}/credit-notes`, { reason: 'returned', ...body }),
    record: (ref: string, body: object, as: TestSession = session) =>
      ask(
        'POST',
        `/api/invoices/${ref}/payments`,
        { received_on: now().toISOString().slice(0, 10), method: 'bank_transfer', evidence: 'statement 7', ...body },
        as,
      ),
    /** An attempt by a card that succeeds, or another; a part where the amount is given in major units. */
    async pay(
      ref: string,
      { amount, card = '4242424242424242' }: { amount?: number; card?: string } = {},
    ): Promise<string> {
      const orderRef = await invoicing.begin(ref, { token: await simulator.token(card) }, amount)
      await paying.settle(orderRef)
      return orderRef
    },
    /** Begins an attempt; a part where the amount is given in major units. */
    async begin(ref: string, body: object, amount?: number): Promise<string> {
      const { startAttempt } = await import('#server/checkout/start-attempt.ts')
      const payable = { kind: 'invoice', ref }
      const minor = amount === undefined ? undefined : (toMinor(amount, 'SGD') as bigint)
      return (await inside(paying, (ctx) => startAttempt(ctx, payable, body, minor))).orderRef
    },
    /** Runs the job that looks at an invoice when it would be overdue. */
    look: (ref: string) => invoicing.job(expirePayable, { kind: 'invoice', ref }),
    job: (job: object, data: object) =>
      runJob(job as never, { ...scope, ...data }, testApp.serveParts, new AbortController().signal),
    findings: async () => [...(await verifyInvoices(testApp.owner, scope)), ...(await paying.findings())],
    daysOn: (days: number) => (clock.now = new Date(Date.now() + days * 86_400_000)),
    close: () => paying.close(),
  }
  return invoicing
}
