import * as contract from '#contract/payout-approvals.ts'
import { Fault } from '#contract/faults.ts'
import type { PayoutAct } from '#contract/payout-rule-shapes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Before, Handlers } from '#server/kit/handler.ts'
import { prepared } from '#server/kit/handler.ts'
import type { Input } from '#contract/kit/call.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { isSignedBy } from '#server/kit/auth/signed.ts'
import { decide } from './decide.ts'
import { askPasskey } from './passkey.ts'
import { confirmedPhone, confirmPhone, isOwnPhone, phoneShown, sendPhoneCode } from './phone.ts'
import { rejectPayouts } from './reject.ts'
import { knownContents, onlyOwnEmail, sendCode } from './send-code.ts'
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
    prepare: (before, { body }) => tried(before, 'verify', { body, named: body.email }),
    handle: (ctx, { body }, _http, code) =>
      decide(ctx, 'verify', { tried: code, asked: body.txn_refs, wrong: 'otpIncorrect' }),
  }),

  approvePayouts: prepared(contract.approvePayouts, {
    prepare: (before, { body }) => tried(before, 'approve', { body, named: body.approver_email }),
    handle: (ctx, { body }, _http, code) =>
      decide(ctx, 'approve', { tried: code, asked: body.txn_refs, wrong: 'otpIncorrect' }),
  }),

  approvePayoutsByPhone: prepared(contract.approvePayoutsByPhone, {
    prepare: (before, { path, body }) =>
      tried(before, 'approve', { body, named: body.approver_email, mobile: path.mobile }),
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

type Given = Input<typeof contract.verifyPayouts>['body'] | Input<typeof contract.approvePayouts>['body']

/**
 * The code or signature of a request about payouts that the merchant has, by somebody whose own address, and own telephone where the
 * path has one, are named. A signature of the request that is sent has to be right; it is looked at before the code, so a forged
 * request costs the caller no try.
 */
async function tried(
  before: Before,
  act: PayoutAct,
  { body, named, mobile }: { body: Given; named: string | undefined; mobile?: string },
): Promise<Tried> {
  const { owner } = before
  if (!owner) throw new Fault('sessionLost')
  onlyOwnEmail(before, named)
  const phone = await before.apart(owner, async (ctx) => {
    if (body.txn_refs) await knownContents(ctx, [...new Set(body.txn_refs)])
    await checkSignature(ctx, act, body)
    return mobile === undefined ? undefined : confirmedPhone(ctx)
  })
  if (mobile !== undefined && !isOwnPhone(mobile, phone ?? '')) throw new Fault('addressMismatch', { why: 'telephone' })
  const { otp, passkey } = body
  return tryCode(before, act, { otp, passkey, wrong: mobile === undefined ? 'otpIncorrect' : 'otpIncorrectByPhone' })
}

async function checkSignature(ctx: Ctx, action: PayoutAct, body: Given): Promise<void> {
  const { signature_hash: signature, environment, otp = '', txn_refs = [] } = body
  if (!signature) return
  const { key: clientKey } = await merchantOf(ctx)
  const params = contract.decisionParams({ environment, otp, txn_refs }, { action, clientKey })
  if (!(await isSignedBy(ctx, params, signature))) throw new Fault('invalidSignature')
}
