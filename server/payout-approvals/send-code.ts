import type { CodeSent, generateCodeByPhone } from '#contract/payout-approvals.ts'
import type { Input } from '#contract/kit/call.ts'
import type { PayoutAct } from '#contract/payout-rule-shapes.ts'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { loginName } from '#server/kit/auth/login.ts'
import { userOf } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { sendMessage } from '#server/messages/send.ts'
import { policyOf } from '#server/payout-rules/queries.ts'
import { aliveCode, insertCode, madeLately, newCodeId, takeTurn } from './code-rows.ts'
import { contentsOf, lineOf, totalsOf, type Content } from './content.ts'
import { mayDecide, waitingFor } from './may-decide.ts'
import { codeMessage, maskedEmail, maskedPhone } from './messages.ts'
import { confirmedPhone, isOwnPhone } from './phone.ts'
import { newCode, proofOf } from './proof.ts'

type Body = Input<typeof generateCodeByPhone>['body']

/** The payouts of a request for a code, all of which the caller may decide on at this moment. */
export async function contentsFor(ctx: Ctx, act: PayoutAct, asked: readonly string[] | undefined): Promise<Content[]> {
  if (act === 'verify' && !(await policyOf(ctx)).verification) throw new Fault('verifyStepDisabled')
  const refs = asked ? [...new Set(asked)] : await waitingFor(ctx, act)
  if (refs.length === 0) throw new Fault('nothingToDecide')
  const contents = await knownContents(ctx, refs)
  await mayDecide(ctx, act, refs)
  return contents
}

/** The contents of payouts that the merchant all has. Throws `notFound`. */
export async function knownContents(ctx: Ctx, refs: readonly string[]): Promise<Content[]> {
  const contents = await contentsOf(ctx, refs)
  if (contents.length < refs.length) throw new Fault('notFound')
  return contents
}

/** Refuses an address that is not the caller's own. */
export function onlyOwnEmail(ctx: Pick<Ctx, 'user'>, address: string | undefined): void {
  const { email } = userOf(ctx)
  if (address !== undefined && loginName(address) !== loginName(email))
    throw new Fault('addressMismatch', { why: 'address' })
}

interface Wanted {
  act: PayoutAct
  body: Body
  /** The telephone of the path. */
  mobile?: string
  /** In the place of the last code, for the same payouts unless others are named; the tries at that one stay counted. */
  isAgain?: boolean
}
/** Makes a code for exactly these payouts and sends it to the caller's own address or telephone. */
export async function sendCode(ctx: Ctx, { act, body, mobile, isAgain = false }: Wanted): Promise<CodeSentOut> {
  const user = userOf(ctx)
  onlyOwnEmail(ctx, body.email)
  if (body.txn_refs) await knownContents(ctx, [...new Set(body.txn_refs)])
  const type = mobile === undefined ? (body.two_fa_type ?? 'email') : 'phone'
  const phone = type === 'phone' ? await confirmedPhone(ctx) : ''
  if (mobile !== undefined && !isOwnPhone(mobile, phone)) throw new Fault('addressMismatch', { why: 'telephone' })

  const of = { subUserId: user.subUserId, act }
  await takeTurn(ctx, of)
  if (await madeLately(ctx, of)) throw new Fault('codeTooSoon')
  const last = isAgain ? await aliveCode(ctx, of) : undefined
  if (isAgain && !last) throw new Fault('nothingToDecide')
  if (last && last.tries >= limits.payoutCodeTries) throw new Fault('payoutCodesLocked')
  const contents = await contentsFor(ctx, act, body.txn_refs ?? last?.txn_refs)
  const [codeId, code, lines] = [newCodeId(), newCode(), contents.map(lineOf)]
  const expiresAt = await insertCode(ctx, {
    ...of,
    codeId,
    way: type,
    txnRefs: contents.map(({ txn_ref }) => txn_ref),
    lines,
    proof: await proofOf(ctx, { codeId, ...of, lines }, code),
    tries: last?.tries ?? 0,
  })
  await sendMessage(ctx, {
    way: type === 'phone' ? 'sms' : 'email',
    to: type === 'phone' ? phone : user.email,
    ...codeMessage(ctx.client.language, { act, code, contents, isShort: type === 'phone' }),
    about: { type: 'payout_code', ref: codeId },
  })
  ctx.auditSubject(
    contents.length === 1 ? (contents[0]?.txn_ref ?? '') : codeId,
    madeAs({ action: act, payouts: contents.length, way: type }),
  )
  return {
    action: act,
    type,
    sent_to: type === 'phone' ? maskedPhone(phone) : maskedEmail(user.email),
    is_sent: (type === 'phone' ? ctx.services.sms : ctx.services.mail) !== null,
    txn_refs: contents.map(({ txn_ref }) => txn_ref),
    count: contents.length,
    totals: totalsOf(contents),
    expires_at: expiresAt,
  }
}
type CodeSentOut = Omit<CodeSent, 'totals' | 'expires_at'> & { totals: ReturnType<typeof totalsOf>; expires_at: Date }
