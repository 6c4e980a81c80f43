import { Fault } from '#contract/faults.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'
import { endSessionsOf } from '#server/session-store/queries.ts'
import { forgetAllOf } from '#server/session-store/remembered.ts'
import { expectManageable, lockUsers } from '#server/users/may-change.ts'
import { note } from '#server/users/queries.ts'
import { confirmAuthenticator, dropAuthenticator } from './authenticator.ts'
import { enrolPasskey } from './passkeys.ts'
import { deletePasskey, deletePasskeys, keepOnlySession, lockUser, noteTwoStep } from './queries.ts'
import { dropCodes, renewCodes } from './recovery-codes.ts'
import { tellUser } from './tell.ts'
import type { PasskeyAttestation } from '#contract/factors.ts'

/** Adds the authenticator app as a factor. @returns the user's recovery codes, if this is their first factor. */
export async function addAuthenticator(ctx: Ctx, user: User, code: string): Promise<string[]> {
  return adding(ctx, user, 'totp', async () => {
    await confirmAuthenticator(ctx, user.subUserId, code)
    await tellUser(ctx, user.subUserId, 'appAdded')
  })
}

/** Adds a passkey. @returns the user's recovery codes, if this is their first factor. */
export async function addPasskey(
  ctx: Ctx,
  user: User,
  { name, credential }: { name: string; credential: PasskeyAttestation },
): Promise<string[]> {
  return adding(ctx, user, 'passkey', async () => {
    await enrolPasskey(ctx, user.subUserId, { name, credential, about: user.sessionId })
    await tellUser(ctx, user.subUserId, 'passkeyAdded', name)
  })
}

/** Ends the user's other sessions with the first factor, since they were opened without one. */
async function adding(ctx: Ctx, user: User, factor: 'totp' | 'passkey', add: () => Promise<void>): Promise<string[]> {
  const { subUserId } = user
  const before = await lockUser(ctx, subUserId)
  if (!before) throw new Fault('sessionLost')
  await add()
  await noteTwoStep(ctx, subUserId)
  if (before.is_2fa_enabled) return []
  keepOnlySession(ctx, user, factor)
  return renewCodes(ctx, subUserId)
}

/** Removes the authenticator app. Throws `wrongState` where there is none. */
export async function removeAuthenticator(ctx: Ctx, { subUserId }: User): Promise<void> {
  await lockUser(ctx, subUserId)
  if (!(await dropAuthenticator(ctx, subUserId))) throw new Fault('wrongState')
  await removed(ctx, subUserId)
  await tellUser(ctx, subUserId, 'appRemoved')
}

/** Removes one passkey. Throws `notFound`. @returns its name. */
export async function removePasskey(ctx: Ctx, { subUserId }: User, passkeyId: string): Promise<string> {
  await lockUser(ctx, subUserId)
  const name = await deletePasskey(ctx, subUserId, passkeyId)
  if (name === undefined) throw new Fault('notFound')
  await removed(ctx, subUserId)
  await tellUser(ctx, subUserId, 'passkeyRemoved', name)
  return name
}

/** Deletes the recovery codes with the last factor, since they replace a factor only. */
async function removed(ctx: Ctx, subUserId: string): Promise<void> {
  if (!(await noteTwoStep(ctx, subUserId))) dropCodes(ctx, subUserId)
}

/** Makes new recovery codes. Throws `wrongState` for a user without a factor. */
export async function renewRecoveryCodes(ctx: Ctx, { subUserId }: User): Promise<string[]> {
  const user = await lockUser(ctx, subUserId)
  if (!user?.is_2fa_enabled) throw new Fault('wrongState')
  await tellUser(ctx, subUserId, 'recoveryCodesRenewed')
  return renewCodes(ctx, subUserId)
}

/**
 * Removes all factors of a user who has lost them, ends their sessions and forgets their remembered browsers. Throws
 * `wrongState` where there are none, `notFound` for a user of another merchant, `aboveYou` and `ownAccess`.
 */
export async function resetFactors(ctx: Ctx, by: User, subUserId: string): Promise<void> {
  const granter = await lockUsers(ctx)
  const user = await lockUser(ctx, subUserId)
  if (!user) throw new Fault('notFound')
  if (user.sub_user_id === by.subUserId) throw new Fault('ownAccess')
  expectManageable(granter, user.roles)
  if (!user.is_2fa_enabled) throw new Fault('wrongState')
  await dropAuthenticator(ctx, subUserId)
  deletePasskeys(ctx, subUserId)
  await removed(ctx, subUserId)
  endSessionsOf(ctx, subUserId, 'two_step_changed')
  forgetAllOf(ctx, subUserId)
  note(ctx, subUserId, 'two_step_reset')
  await tellUser(ctx, subUserId, 'reset', by.name)
}
