import * as contract from '#contract/payout-approvals.ts'
import { Fault } from '#contract/faults.ts'
import type { PayoutAct } from '#contract/payout-rule-shapes.ts'
import type { Before, Handlers } from '#server/kit/handler.ts'
import { prepared } from '#server/kit/handler.ts'
import type { Input } from '#contract/kit/call.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { isSignedBy } from '#server/kit/auth/signed.ts'
import { decide } from './decide.ts'
import { askPasskey } from './passkey.ts'
import { confirmedPhone, confirmPhone, isOwnPhone, phoneShown, sendPhoneCode } from './phone.ts'
import { rejectPayouts } from './reject.ts'
import { onlyOwnEmail, sendCode } from './send-code.ts'
import { tryCode, type Tried } from './try-code.ts'

export const handlers: Handlers<typeof contract> = {
  generateVerifyCode: (ctx, { body }) => sendCode(ctx, { act: 'verify', body }),
  generateApproveCode: (ctx, { body }) => sendCode(ctx, { act: 'approve', body }),
  resendVerifyCode: (ctx, { body }) => sendCode(ctx, { act: 'verify', body, isAgain: true }),
  resendApproveCode: (ctx, { body }) => sendCode(ctx, { act: 'approve', body, isAgain: true }),
  generateCodeByPhone: (ctx, { path, body }) => sendCode(ctx, { act: 'approve', body, mobile: path.mobile }),

  async challengePayoutPasskey(ctx, { body }) {
    return askPasskey(ctx, body.act, body.txn_refs)
  },

  verifyPayouts: prepared(contract.verifyPayouts, {
    prepare: (before, { body }) => tried(before, 'verify', body, body.email),
    handle: (ctx, { body }, _http, code) =>
      decide(ctx, 'verify', { tried: code, asked: body.txn_refs, wrong: 'otpIncorrect' }),
  }),

  approvePayouts: prepared(contract.approvePayouts, {
    prepare: (before, { body }) => tried(before, 'approve', body, body.approver_email),
    handle: (ctx, { body }, _http, code) =>
      decide(ctx, 'approve', { tried: code, asked: body.txn_refs, wrong: 'otpIncorrect' }),
  }),

  approvePayoutsByPhone: prepared(contract.approvePayoutsByPhone, {
    async prepare(before, { path, body }) {
      const { owner } = before
      if (!owner) throw new Fault('sessionLost')
      const phone = await before.apart(owner, confirmedPhone)
      if (!isOwnPhone(path.mobile, phone)) throw new Fault('addressMismatch', { why: 'telephone' })
      return tried(before, 'approve', body, body.approver_email, 'otpIncorrectByPhone')
    },
    handle: (ctx, { body }, _http, code) =>
      decide(ctx, 'approve', { tried: code, asked: body.txn_refs, wrong: 'otpIncorrectByPhone' }),
  }),

  rejectPayouts: (ctx, { body }) => rejectPayouts(ctx, body.txn_refs, body.remark),

  readPayoutPhone: (ctx) => phoneShown(ctx),
  sendPhoneCode: (ctx) => sendPhoneCode(ctx),
  confirmPayoutPhone: prepared(contract.confirmPayoutPhone, {
    prepare: (before, { body }) => confirmPhone(before, body.otp),
    async handle(ctx) {
      ctx.auditSubject(ctx.user?.subUserId ?? '')
      return undefined
    },
  }),
}

/**
 * The code or passkey of a request whose named address is the caller's own. A signature of the request that is sent has to be right;
 * it is looked at first, so a forged request costs the caller no try.
 */
async function tried(
  before: Before,
  act: PayoutAct,
  body: Given,
  email: string | undefined,
  wrong: 'otpIncorrect' | 'otpIncorrectByPhone' = 'otpIncorrect',
): Promise<Tried> {
  const { otp, passkey } = body
  onlyOwnEmail(before, email)
  await checkSignature(before, act, body)
  return tryCode(before, act, { otp, passkey, wrong })
}
type Given = Input<typeof contract.verifyPayouts>['body'] | Input<typeof contract.approvePayouts>['body']

async function checkSignature(before: Before, action: PayoutAct, body: Given): Promise<void> {
  const { signature_hash: signature, environment, otp = '', txn_refs = [] } = body
  if (!signature) return
  const { owner } = before
  if (!owner) throw new Fault('sessionLost')
  await before.apart(owner, async (ctx) => {
    const { key: clientKey } = await merchantOf(ctx)
    const params = contract.decisionParams({ environment, otp, txn_refs }, { action, clientKey })
    if (!(await isSignedBy(ctx, params, signature))) throw new Fault('invalidSignature')
  })
}
