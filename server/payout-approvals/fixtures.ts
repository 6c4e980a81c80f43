import { openPayingOut, type PayingOut } from '#server/payouts/fixtures.ts'
import { readMessage } from '#server/messages/queries.ts'
import type { Answer, TestSession } from '#test/test-app.ts'

type Act = 'verify' | 'approve'
/** For tests: payouts, with people who let them go by codes. */
export interface Approving extends PayingOut {
  generate(by: TestSession, act: Act, body?: object, how?: 'generate' | 'resend'): Promise<Answer>
  /** The text of the newest message about a code of the user's. */
  message(): Promise<string>
  code(): Promise<string>
  /** Verifies or approves with a code. */
  decide(by: TestSession, act: Act, body: object): Promise<Answer>
  /** Has a code sent for these payouts, and decides with it. */
  pass(by: TestSession, act: Act, refs: readonly string[]): Promise<Answer>
  /** Lets the pause between two codes be over. */
  afterPause(): Promise<void>
}

export async function openApproving(parts: Parameters<typeof openPayingOut>[0] = {}): Promise<Approving> {
  const payingOut = await openPayingOut(parts)
  const { testApp, sql, inOwn } = payingOut
  const post = (by: TestSession, path: string, body: object) =>
    testApp.call(by, 'POST', path, { environment: 'sandbox', ...body }, { 'idempotency-key': crypto.randomUUID() })
  const approving: Approving = {
    ...payingOut,
    generate: (by, act, body = {}, how = 'generate') => post(by, `/merchants/payout/${how}OTP/${act}`, body),
    async message() {
      const [row] = await sql<{ message_id: string }>(
        `select message_id from messages where merchant_id = $1 and about_type in ('payout_code', 'payout_phone') order by message_id desc limit 1`,
      )
      return inOwn(async (ctx) => (await readMessage(ctx, row?.message_id ?? ''))?.text ?? '')
    },
    code: async () => /\d{6}/.exec(await approving.message())?.[0] ?? '',
    decide: (by, act, body) => post(by, `/merchants/payout/${act}`, body),
    async pass(by, act, refs) {
      await approving.afterPause()
      const sent = await approving.generate(by, act, { txn_refs: refs })
      if (sent.status !== 200) return sent
      return approving.decide(by, act, { otp: await approving.code(), txn_refs: refs })
    },
    async afterPause() {
      await sql(`update payout_codes set made_at = seconds_after(made_at, -120) where merchant_id = $1`)
      await sql('delete from payout_code_tries where merchant_id = $1')
    },
  }
  return approving
}
