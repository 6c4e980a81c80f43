import * as contract from '#contract/factors.ts'
import { Fault } from '#contract/faults.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'
import { asUser, ownUser, userOf } from '#server/kit/auth/own-user.ts'
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
    const { own, user } = await asUser(ctx)
    const { subUserId, twoStepRequired } = user
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
    const user = ownUser(ctx)
    ctx.auditSubject(user.subUserId)
    await removeAuthenticator(ctx, user)
    return undefined
  },

  async renewRecoveryCodes(ctx) {
    const user = ownUser(ctx)
    ctx.auditSubject(user.subUserId)
    return { recovery_codes: await renewRecoveryCodes(ctx, user) }
  },

  async beginPasskey(ctx) {
    const user = ownUser(ctx)
    return creationOptions(ctx, user, user.sessionId)
  },

  async addPasskey(ctx, { body }) {
    const user = ownUser(ctx)
    ctx.auditSubject(user.subUserId, madeAs({ passkey: body.name }))
    return { recovery_codes: await addPasskey(ctx, user, body) }
  },

  async renamePasskey(ctx, { path, body }) {
    const { subUserId } = ownUser(ctx)
    const before = await renamePasskey(ctx, subUserId, path.passkey_id, body.name)
    if (before === undefined) throw new Fault('notFound')
    ctx.auditSubject(subUserId, changesFrom({ passkey: before }, { passkey: body.name }))
    return undefined
  },

  async removePasskey(ctx, { path }) {
    const user = ownUser(ctx)
    const name = await removePasskey(ctx, user, path.passkey_id)
    ctx.auditSubject(user.subUserId, { passkey: { before: name, after: '' } })
    return undefined
  },

  async challengePasskey(ctx) {
    const { subUserId, sessionId } = ownUser(ctx)
    return requestOptions(ctx, subUserId, sessionId)
  },

  async resetTwoStep(ctx, { path }) {
    ctx.auditSubject(path.sub_user_id)
    await resetFactors(ctx, userOf(ctx), path.sub_user_id)
    return undefined
  },
}

/** The session's user, whose address the request repeats. The session alone decides whose factors change. */
function ownAddress(ctx: Ctx, address: string): User {
  const user = ownUser(ctx)
  if (loginName(address) !== loginName(user.email)) throw new Fault('addressMismatch', { why: 'address' })
  return user
}
