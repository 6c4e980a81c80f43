import { allowed } from '#contract/access.ts'
import { Fault } from '#contract/faults.ts'
import * as contract from '#contract/users.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { asUser, userOf } from '#server/kit/auth/own-user.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { issueToken } from '#server/session-store/issue-token.ts'
import { acceptInvitation, hashFirstPassword, readInvitation } from './accept-invitation.ts'
import { inviteAgain, inviteUser } from './invite.ts'
import { expectGrantable, inOrder } from './may-change.ts'
import { verifyPermissions } from './permissions.ts'
import { findUser, listUserChanges, listUsers, type UserRow } from './queries.ts'
import { shownUsers } from './shown-user.ts'
import { chooseLanguage, updateProfile } from './update-profile.ts'
import { updateUser } from './update.ts'

export const handlers: Handlers<typeof contract> = {
  listUsers: async (ctx) => shownUsers(ctx, await listUsers(ctx)),

  readUser: async (ctx, { path }) => shown(ctx, await mayRead(ctx, path.id)),

  async createUser(ctx, { body }) {
    return shown(ctx, await findUser(ctx, await inviteUser(ctx, body)))
  },

  async updateUser(ctx, { path, body }) {
    await updateUser(ctx, path.id, body)
    return shown(ctx, await findUser(ctx, path.id))
  },

  async updateProfile(ctx, { body }) {
    const { own, user } = await asUser(ctx)
    await updateProfile(own, user.subUserId, body)
    return undefined
  },

  async chooseLanguage(ctx, { body }) {
    const { own, user } = await asUser(ctx)
    await chooseLanguage(own, user.subUserId, body.language)
    return undefined
  },

  async resendInvitation(ctx, { path }) {
    await inviteAgain(ctx, path.id)
    return undefined
  },

  async listUserChanges(ctx, { path }) {
    if (!(await findUser(ctx, path.id))) throw new Fault('notFound')
    return listUserChanges(ctx, path.id)
  },

  verifyPermissions: async (ctx, { path, body }) => verifyPermissions(ctx, await mayRead(ctx, path.id), body),

  readInvitation: (ctx, { body }) => readInvitation(ctx, body.inviteToken),

  acceptInvitation: prepared(contract.acceptInvitation, {
    prepare: (before, { body }) => hashFirstPassword(before, body),
    async handle(ctx, { body }, _http, passwordPhc) {
      await acceptInvitation(ctx, body, passwordPhc)
      return undefined
    },
  }),

  async viewAs(ctx, { body }) {
    const { merchantId, sessionId, subUserId, email, environment, roles: held } = userOf(ctx)
    const roles = inOrder(body.roles)
    expectGrantable(held, roles)
    ctx.auditSubject(subUserId, { roles: { before: held.join(), after: roles.join() } })
    return issueToken(ctx, { merchantId, sessionId, subUserId, email, environment, state: 'active' }, { viewAs: roles })
  },
}

async function shown(ctx: Ctx, row: UserRow | undefined) {
  const [user] = row ? await shownUsers(ctx, [row]) : []
  if (!user) throw new Fault('notFound')
  return user
}

/** The user's own record, or for administrators any of the merchant's; `notFound` otherwise. */
async function mayRead(ctx: Ctx, subUserId: string): Promise<UserRow> {
  const own = ctx.user?.subUserId === subUserId
  const may = own || (ctx.user !== null && allowed('administration', ctx.user))
  const user = may ? await findUser(ctx, subUserId) : undefined
  if (!user) throw new Fault('notFound')
  return user
}
