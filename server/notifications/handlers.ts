import type * as contract from '#contract/notifications.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { ownUser } from '#server/kit/auth/own-user.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { isUuid } from '#server/kit/db/id.ts'
import { preferencesOf, savePreferences } from './preferences.ts'
import { countNotifications, hasNotification, listNotifications, markRead, signalUsers, type Whose } from './queries.ts'

export const notificationHandlers: Handlers<typeof contract> = {
  async listNotifications(ctx, { body }) {
    const whose = ownUser(ctx)
    const { page = 1, size = limits.pageSize, unread_only: unreadOnly = false, cursor: before } = body
    if (before !== undefined && !isUuid(before))
      throw fieldFault('invalidRequest', 'cursor', 'not_a_choice', 'This is no cursor of notifications.')
    const skipped = before === undefined ? (page - 1) * size : 0
    if (skipped >= limits.pageRowsMost) throw new Fault('pageTooDeep')
    const [found, { all, unread }] = await Promise.all([
      listNotifications(ctx, whose, { size: size + 1, skipped, unreadOnly, before }),
      countNotifications(ctx, whose),
    ])
    const rows = found.slice(0, size)
    const total = unreadOnly ? unread : all
    return {
      content: rows.map(({ read_at, ...row }) => ({ ...row, is_read: read_at !== null })),
      total_elements: total,
      totalElements: total,
      total_capped: total >= limits.countMost,
      unread,
      page,
      size,
      next_cursor: found.length > size ? (rows.at(-1)?.notification_id ?? null) : null,
      previous_cursor: null,
    }
  },

  async markNotificationRead(ctx, { path }) {
    const whose = ownUser(ctx)
    if (!isUuid(path.nid) || !(await hasNotification(ctx, whose, path.nid))) throw new Fault('notFound')
    return marked(ctx, whose, path.nid)
  },

  async markAllNotificationsRead(ctx) {
    return marked(ctx, ownUser(ctx))
  },

  async readNotificationPreferences(ctx) {
    return preferencesOf(ctx, ownUser(ctx))
  },

  async saveNotificationPreferences(ctx, { body }) {
    const user = ownUser(ctx)
    ctx.auditSubject(user.subUserId)
    await savePreferences(ctx, user, body.preferences)
    return preferencesOf(ctx, user)
  },
}

/** Marks notifications as read, and makes the user's other tabs count anew. */
async function marked(ctx: Ctx, whose: Whose, notificationId?: string): Promise<{ unread: number }> {
  if ((await markRead(ctx, whose, notificationId)) > 0) signalUsers(ctx, [whose.subUserId])
  const { unread } = await countNotifications(ctx, whose)
  return { unread }
}
