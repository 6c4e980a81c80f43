import { ownTransaction, type InTransaction } from '#server/kit/db/own-transaction.ts'
import { openTestApp, type Answer, type TestSession } from '#test/test-app.ts'
import { keepAnswer } from './fixtures.ts'

export type Dashboard = Awaited<ReturnType<typeof openDashboard>>
/** A merchant with the dashboard of reconciliation, whose answers are what a test says. */
export async function openDashboard() {
  const testApp = await openTestApp()
  const merchant = await testApp.addMerchant()
  const owner = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
  const session = await testApp.signIn(merchant)
  const ask = (path: string, body: object = {}, as: TestSession = session): Promise<Answer> => testApp.call(as, 'POST', path, body)
  const inTransaction: InTransaction = (work) => ownTransaction(testApp.serveParts, owner, { requestId: 'test' }, work)
  return {
    testApp,
    merchant,
    session,
    ask,
    async data<T>(path: string, body: object = {}, as: TestSession = session): Promise<T> {
      const answer = await ask(path, body, as)
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.body['data'] as T
    },
    keep: (...[pair, told, gone]: DropFirst<Parameters<typeof keepAnswer>>): Promise<string> =>
      inTransaction((ctx) => keepAnswer(ctx, pair, told, gone)),
    inTransaction,
    sql: <R extends object>(text: string, ...values: unknown[]) =>
      testApp.owner.transaction(null, (tx) => tx.query<R>(text, [merchant.merchantId, ...values])),
    close: () => testApp.close(),
  }
} // prettier-ignore
type DropFirst<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never
