import type { TestApp, TestSession } from '#test/test-app.ts'
import type { TestRequest } from '../request.ts'

/** What is asked, and by whom. */
export interface Scene {
  testApp: TestApp
  session: TestSession
  asked: TestRequest
  /** The merchant whose log has the act, where a master acts for one of its own. */
  actsFor?: string
  /** The mode of the act, where the session was changed for one of live mode. */
  environment?: 'live'
}

/** A row as the audit log keeps it. */
export interface Row {
  event_id: string
  merchant_id: string
  environment: string
  actor_id: string | null
  actor_merchant_id: string | null
  action: string
  object_ref: string
  result: string
  why: string
  changes: Record<string, { before: unknown; after: unknown }>
  request_id: string
  address: string
}

/** What another merchant's log is told of the same act, by the row that there is in the log of who did it. */
export type Elsewhere = (row: Row) => Pick<Row, 'merchant_id' | 'action' | 'object_ref'>

/** By the names of calls. Answers what is told elsewhere, where an act concerns two merchants. */
export type Arrangements = Record<string, (scene: Scene) => Promise<void | Elsewhere> | void | Elsewhere>

/** A statement with the merchant as `$1` and the user as `$2`, as it uses them. */
export const sql = ({ testApp, session }: Scene, text: string): Promise<void> =>
  testApp.owner.transaction(null, async (tx) => {
    const values = [session.merchant.merchantId, session.subUserId]
    await tx.query(text, text.includes('$2') ? values : values.slice(0, 1))
  })

/** The address that the session's user signs in with. */
export const addressOf = ({ subUserId, merchant }: TestSession): string => `${subUserId}@${merchant.slug}.example`

/** A call that has to be answered before the one that is looked at. */
export async function done(
  { testApp, session }: Scene,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const answer = await testApp.call(session, method, path, body, { 'idempotency-key': crypto.randomUUID() })
  if (answer.status !== 200) throw new Error(answer.text)
  return (answer.body as unknown as { content?: Record<string, unknown> }).content ?? {}
}
