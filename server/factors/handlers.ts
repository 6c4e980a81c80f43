import * as contract from '#contract/factors.ts'
import { Fault } from '#contract/faults.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { loginName } from '#server/kit/auth/login.ts'
import { qrCodeOf } from '#server/kit/files/qr-code.ts'
import { authenticatorSince, beginAuthenticator } from './authenticator.ts'
import {
  addAuthenticator,
  addPasskey,
  removeAuthenticator,
  removePasskey,
  renewRecoveryCodes,
  resetFactors,
} from './change.ts'
import { creationOptions, passkeysPossible, requestOptions } from './passkeys.ts'
import { listPasskeys, renamePasskey } from './queries.ts'
import { codesLeft } from './recovery-codes.ts'
import { otpauthUrl } from './totp.ts'

export const handlers: Handlers<typeof contract> = {
  async readFactors(ctx) {
    if (!ctx.user) throw new Fault('sessionLost')
    const { subUserId, twoStepRequired } = ctx.user
    const own = await ctx.enter(ctx.user)
    return {
      totp_since: await authenticatorSince(own, subUserId),
      passkeys: await listPasskeys(own, subUserId),
      recovery_codes_left: await codesLeft(own, subUserId),
      is_required: twoStepRequired,
      passkeys_possible: passkeysPossible(ctx.services),
    }
  },

  async setUpTwoStep(ctx, { body }) {
    const user = ownAddress(ctx, body.email_address)
    ctx.auditSubject(user.subUserId)
    const secret = await beginAuthenticator(ctx, user.subUserId)
    const otpauth_url = otpauthUrl(secret, user.email)
    return { secret, otpauth_url, qr_code: await qrCodeOf(otpauth_url) }
  },

  async verifyTwoStep(ctx, { body }) {
    const user = ownAddress(ctx, body.email_address)
    ctx.auditSubject(user.subUserId)
    return { recovery_codes: await addAuthenticator(ctx, user, body.otp) }
  },

  async removeAuthenticator(ctx) {
    const user = userOf(ctx)
    ctx.auditSubject(user.subUserId)
    await removeAuthenticator(ctx, user)
    return undefined
  },

  async renewRecoveryCodes(ctx) {
    const user = userOf(ctx)
    ctx.auditSubject(user.subUserId)
    return { recovery_codes: await renewRecoveryCodes(ctx, user) }
  },

  async beginPasskey(ctx) {
    const user = userOf(ctx)
    return creationOptions(ctx, user, user.sessionId)
  },

  async addPasskey(ctx, { body }) {
    const user = userOf(ctx)
    ctx.auditSubject(user.subUserId, madeAs({ passkey: body.name }))
    return { recovery_codes: await addPasskey(ctx, user, body) }
  },

  async renamePasskey(ctx, { path, body }) {
    const { subUserId } = userOf(ctx)
    const before = await renamePasskey(ctx, subUserId, path.passkey_id, body.name)
    if (before === undefined) throw new Fault('notFound')
    ctx.auditSubject(subUserId, changesFrom({ passkey: before }, { passkey: body.name }))
    return undefined
  },

  async removePasskey(ctx, { path }) {
    const user = userOf(ctx)
    const name = await removePasskey(ctx, user, path.passkey_id)
    ctx.auditSubject(user.subUserId, { passkey: { before: name, after: '' } })
    return undefined
  },

  async challengePasskey(ctx) {
    const { subUserId, sessionId } = userOf(ctx)
    return requestOptions(ctx, subUserId, sessionId)
  },

  async resetTwoStep(ctx, { path }) {
    if (!ctx.user) throw new Fault('sessionLost')
    ctx.auditSubject(path.sub_user_id)
    await resetFactors(ctx, ctx.user, path.sub_user_id)
    return undefined
  },
}

/** The session's user: factors are changed for them only, whatever user the request names. */
function userOf(ctx: Ctx): User {
  if (!ctx.user) throw new Fault('sessionLost')
  if (ctx.owner.merchantId !== ctx.user.merchantId) throw new Fault('notFound')
  return ctx.user
}

/** Only compares the address of a request with the session's user; the session alone decides whose factor it is. */
function ownAddress(ctx: Ctx, address: string): User {
  const user = userOf(ctx)
  if (loginName(address) !== loginName(user.email)) throw new Fault('addressMismatch', { why: 'address' })
  return user
}
