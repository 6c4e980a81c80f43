import { randomUUID } from 'node:crypto'
import { ownTransaction, type InTransaction } from '#server/kit/db/own-transaction.ts'
import { textOf } from '#server/messages/queries.ts'
import { keepAnswer, type Told } from '#server/recon-records/fixtures.ts'
import { openTestApp, type Answer, type TestSession } from '#test/test-app.ts'

export type Deciding = Awaited<ReturnType<typeof openDeciding>>
export type Waiting = { proposal_id: string; digest: string; act: string }

/** People who decide about the answer of a pair, through the front door. */
export async function openDeciding() {
  const testApp = await openTestApp()
  const of = { merchant: await testApp.addMerchant() }
  const owner = () => ({ merchantId: of.merchant.merchantId, environment: 'sandbox' as const })
  const inTransaction: InTransaction = (work) => ownTransaction(testApp.serveParts, owner(), { requestId: 'test' }, work)
  const sql = <R extends object>(text: string, ...values: unknown[]) =>
    testApp.owner.transaction(null, (tx) => tx.query<R>(text, [of.merchant.merchantId, ...values]))
  const post = (as: TestSession, path: string, body: object = {}, key = randomUUID()) =>
    testApp.call(as, 'POST', `/api/recon/${path}`, body, { 'idempotency-key': key })
  return {
    testApp,
    inTransaction,
    sql,
    post,
    /** Another merchant, with a first and a second person and an answer that says this. */
    async anew(told: readonly Told[], masterId?: string): Promise<{ ada: TestSession; bob: TestSession }> {
      of.merchant = await testApp.addMerchant(masterId === undefined ? {} : { masterId })
      const people = { ada: await testApp.signIn(of.merchant), bob: await testApp.signIn(of.merchant, { roles: ['recon-admin'] }) }
      await inTransaction((ctx) => keepAnswer(ctx, {}, told))
      return people
    },
    /** Asks as a user of the merchant's master. */
    postFor: (as: TestSession, path: string, body: object) =>
      testApp.call(as, 'POST', `/api/recon/${path}`, body, { 'idempotency-key': randomUUID(), 'x-client-key': of.merchant.key }),
    keep: (told: readonly Told[]) => inTransaction((ctx) => keepAnswer(ctx, {}, told)),
    signIn: (...given: Parameters<typeof testApp.signIn> extends [unknown, ...infer Rest] ? Rest : never) => testApp.signIn(of.merchant, ...given),
    act: async (as: TestSession, act: string, body: object) => dataOf(await post(as, 'exceptions/act', { act, ...body })),
    kept: () => sql<{ act: string; approved_by: string }>(`select act, approved_by from recon_decisions where merchant_id = $1 order by decided_at, act`),
    async waiting(as: TestSession): Promise<Waiting[]> {
      const { body, status, text } = await post(as, 'proposals/list', { filters: { state: 'proposed' } })
      if (status !== 200) throw new Error(text)
      return body.content as unknown as Waiting[]
    },
    states: async () =>
      (await sql<{ state: string }>(`select state from recon_proposals where merchant_id = $1 order by state`)).map(({ state }) => state),
    /** The texts of mails to providers. */
    mails: () =>
      inTransaction(async (ctx) => {
        const rows = await ctx.own.select('messages').select(['message_id', 'text_sealed']).where('about_type', '=', 'recon_question').execute()
        return Promise.all(rows.map((row) => textOf(ctx, row)))
      }),
    close: () => testApp.close(),
  }
} // prettier-ignore

export const dataOf = <T = Record<string, unknown>>(answer: Answer): T => {
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body['data'] as T
}

/** Records that no settlement has, each of its own reference. */
export const missingOf = (...names: readonly string[]): Told[] =>
  names.map((name) => ({
    key: name,
    side: 'a',
    status: 'missing_in_settlement',
    gross: '10',
    provider_ref: name.toUpperCase(),
  }))

/** A match with a difference, and four records alone. */
export const answered: Told[] = [
  { key: 'a1', side: 'a', status: 'amount_mismatch', group: 'g1', is_lead: true, amount_off: '-1', provider_ref: 'P1' },
  {
    key: 'b1',
    side: 'b',
    day: '2026-10-01',
    status: 'amount_mismatch',
    group: 'g1',
    is_lead: false,
    gross: '9',
    provider_ref: 'P1',
  },
  { key: 'a2', side: 'a', status: 'missing_in_settlement', gross: '10', provider_ref: 'P2' },
  { key: 'a4', side: 'a', status: 'missing_in_settlement', gross: '7', provider_ref: 'P4' },
  {
    key: 'b2',
    side: 'b',
    is_lead: true,
    day: '2026-10-01',
    status: 'missing_in_transactions',
    gross: '6',
    provider_ref: 'P8',
  },
  {
    key: 'b3',
    side: 'b',
    is_lead: true,
    day: '2026-10-01',
    status: 'missing_in_transactions',
    gross: '4',
    provider_ref: 'P9',
  },
]
