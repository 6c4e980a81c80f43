import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { decisionParams } from '#contract/payout-approvals.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { createLog } from '#server/kit/process/log.ts'
import { scrape } from '#server/kit/process/metrics.ts'
import type { Answer, TestSession } from '#test/test-app.ts'
import { openApproving, type Approving } from './fixtures.ts'

/** What a request that lets payouts go leaves behind, and its signature. */
let approving: Approving
let logged = ''
let [vera, anna, account] = [] as unknown as [TestSession, TestSession, string]
beforeAll(async () => {
  const to = new Writable({ write: (chunk: Buffer, _encoding, done) => ((logged += chunk.toString()), done()) })
  approving = await openApproving({ log: createLog({ level: 'debug', role: 'api' }, to) })
  vera = await approving.signIn(['payouts-verify-user'], { name: 'Vera' })
  anna = await approving.signIn(['payouts-approve-user'], { name: 'Anna' })
  account = await approving.account(10_000)
})
afterAll(() => approving.close())
beforeEach(() => approving.afterPause())

const reasonOf = ({ status, body }: Answer) => `${status} ${String(body['status_reason'])}`

it('the telephone of a path is in no line of the log, no label of a metric and no row of the audit log', async () => {
  const [own, other] = ['+6591234567', '+6598765432']
  await approving.sql(`update sub_users set phone = $2 where sub_user_id = $1`, [anna.subUserId, own])
  await approving.testApp.call(anna, 'POST', '/api/payouts/phone/code')
  await approving.testApp.call(anna, 'POST', '/api/payouts/phone/confirm', { otp: await approving.code() })
  const ref = await approving.make(account)
  expect((await approving.pass(vera, 'verify', [ref])).status).toBe(200)
  const post = (path: string, body: object = {}) =>
    approving.testApp.call(
      anna,
      'POST',
      path,
      { environment: 'sandbox', txn_refs: [ref], ...body },
      { 'idempotency-key': crypto.randomUUID(), traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
    )
  const answers = []
  for (const mobile of [other, own]) {
    answers.push(await post(`/api/verification/generateOTP/${encodeURIComponent(mobile)}`))
    answers.push(await post(`/merchants/payout/approve/${encodeURIComponent(mobile)}`, { otp: '000000' }))
  }
  const otp = await approving.code()
  answers.push(await post(`/merchants/payout/approve/${encodeURIComponent(own)}`, { otp }))
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 200, 400, 200])

  const lines = logged.split('\n').filter((line) => /generateCodeByPhone|approvePayoutsByPhone/.test(line))
  expect(lines.filter((line) => line.includes('"request"'))).toHaveLength(5)
  const metrics = await scrape()
  expect(metrics).toContain('call="approvePayoutsByPhone"')
  const audited = await approving.sql<{ row: string }>(
    `select row_to_json(e)::text as row from audit_events e where merchant_id = $1 and action in ('payout.send-code', 'payout.approve')`,
  )
  expect(audited.length).toBeGreaterThanOrEqual(answers.length)
  for (const digits of ['91234567', '98765432']) {
    expect(logged).not.toContain(digits)
    expect(metrics).not.toContain(digits)
    expect(audited.filter(({ row }) => row.includes(digits))).toEqual([])
  }
})

it('a signature that is sent has to be right, and a wrong one costs no try', async () => {
  const ref = await approving.make(account)
  await approving.generate(vera, 'verify', { txn_refs: [ref] })
  const given = { environment: 'sandbox', otp: await approving.code(), txn_refs: [ref] }
  const signed = (changes: object = {}, action: 'verify' | 'approve' = 'verify', key = vera.signingKey) =>
    sign(decisionParams({ ...given, ...changes }, { action, clientKey: approving.merchant.key }), key)
  for (const signature_hash of [
    signed({ otp: '000000' }),
    signed({ txn_refs: [] }),
    signed({ environment: 'live' }),
    signed({}, 'approve'),
    signed({}, 'verify', anna.signingKey),
    signed({}, 'verify', approving.merchant.secret),
  ])
    expect(reasonOf(await approving.decide(vera, 'verify', { ...given, signature_hash }))).toBe(
      '400 INVALID_UNAUTHORISED_TRANSACTION_SIGNATURE_ERROR',
    )
  // Six were forged; the code of five tries is as it was.
  const right = await approving.decide(vera, 'verify', { ...given, signature_hash: signed() })
  expect(reasonOf(right)).toBe('200 SUCCESS')
  expect(await approving.state(ref)).toBe('Verified')
})
