import { Fault } from '#contract/faults.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'
import { endSessionsOf } from '#server/session/queries.ts'
import { forgetAllOf } from '#server/session/remembered.ts'
import { expectManageable, lockUsers } from '#server/users/may-change.ts'
import { note } from '#server/users/queries.ts'
import { confirmAuthenticator, dropAuthenticator } from './authenticator.ts'
import { enrolPasskey } from './passkeys.ts'
import { deletePasskey, deletePasskeys, keepOnlySession, lockUser, noteTwoStep } from './queries.ts'
import { dropCodes, renewCodes } from './recovery-codes.ts'
import { tellUser } from './tell.ts'
import type { PasskeyAttestation } from '#contract/factors.ts'

/** Asks the user for codes of the app from now on. @returns their recovery codes, if this is their first factor. */
export async function addAuthenticator(ctx: Ctx, user: User, code: string): Promise<string[]> {
  return adding(ctx, user, 'totp', async () => {
    await confirmAuthenticator(ctx, user.subUserId, code)
    await tellUser(ctx, user.subUserId, 'appAdded')
  })
}

/** Keeps a new passkey of the user's. @returns their recovery codes, if this is their first factor. */
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

/** With the first factor the user's other sessions end: they were opened without it. */
async function adding(ctx: Ctx, user: User, factor: 'totp' | 'passkey', add: () => Promise<void>): Promise<string[]> {
  const { subUserId } = user
  const before = await lockUser(ctx, subUserId)
  if (!before) throw new Fault('sessionLost')
  await add()
  await noteTwoStep(ctx, subUserId)
  if (before.is_2fa_enabled) return []
  await keepOnlySession(ctx, user, factor)
  return renewCodes(ctx, subUserId)
}

/** Asks for codes of the app no more. Throws `wrongState` where there is none. */
export async function removeAuthenticator(ctx: Ctx, { subUserId }: User): Promise<void> {
  await lockUser(ctx, subUserId)
  if (!(await dropAuthenticator(ctx, subUserId))) throw new Fault('wrongState')
  await removed(ctx, subUserId)
  await tellUser(ctx, subUserId, 'appRemoved')
}

/** Takes one passkey away. Throws `notFound`. @returns its name. */
export async function removePasskey(ctx: Ctx, { subUserId }: User, passkeyId: string): Promise<string> {
  await lockUser(ctx, subUserId)
  const name = await deletePasskey(ctx, subUserId, passkeyId)
  if (name === undefined) throw new Fault('notFound')
  await removed(ctx, subUserId)
  await tellUser(ctx, subUserId, 'passkeyRemoved', name)
  return name
}

/** Recovery codes stand in for a factor; without any there is nothing to stand in for. */
async function removed(ctx: Ctx, subUserId: string): Promise<void> {
  if (!(await noteTwoStep(ctx, subUserId))) await dropCodes(ctx, subUserId)
}

/** Makes new recovery codes. Throws `wrongState` for who has no factor. */
export async function renewRecoveryCodes(ctx: Ctx, { subUserId }: User): Promise<string[]> {
  const user = await lockUser(ctx, subUserId)
  if (!user?.is_2fa_enabled) throw new Fault('wrongState')
  await tellUser(ctx, subUserId, 'recoveryCodesRenewed')
  return renewCodes(ctx, subUserId)
}

/**
 * Takes all factors from somebody who has lost them, ends their sessions and has no browser greet them. Throws
 * `wrongState` where there are none, `notFound` for who is not of this merchant, `aboveYou` and `ownAccess`.
 */
export async function resetFactors(ctx: Ctx, by: User, subUserId: string): Promise<void> {
  const granter = await lockUsers(ctx)
  const user = await lockUser(ctx, subUserId)
  if (!user) throw new Fault('notFound')
  if (user.sub_user_id === by.subUserId) throw new Fault('ownAccess')
  expectManageable(granter, user.roles)
  if (!user.is_2fa_enabled) throw new Fault('wrongState')
  await dropAuthenticator(ctx, subUserId)
  await deletePasskeys(ctx, subUserId)
  await removed(ctx, subUserId)
  await endSessionsOf(ctx, subUserId)
  await forgetAllOf(ctx, subUserId)
  note(ctx, subUserId, 'two_step_reset')
  await tellUser(ctx, subUserId, 'reset', by.name)
}
