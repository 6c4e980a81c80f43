import { randomUUID } from 'node:crypto'
import { ownTransaction, type InTransaction } from '#server/kit/db/own-transaction.ts'
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
    async anew(told: readonly Told[]): Promise<{ ada: TestSession; bob: TestSession }> {
      of.merchant = await testApp.addMerchant()
      const people = { ada: await testApp.signIn(of.merchant), bob: await testApp.signIn(of.merchant, { roles: ['recon-admin'] }) }
      await inTransaction((ctx) => keepAnswer(ctx, {}, told))
      return people
    },
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
