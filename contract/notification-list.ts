import { z } from 'zod'
import { call, content, page } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { environment, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'

// Apart from the kinds, of which the first load needs none.

export const Notification = z.object({
  notification_id: z.string(),
  /** One of `notificationKinds`, or a kind of a newer server. */
  kind: z.string(),
  facts: z.record(z.string(), z.string()),
  created_at: timestamp,
  is_read: z.boolean(),
})
export type Notification = z.input<typeof Notification>

/** The user's own notifications of this environment or of the whole merchant, newest first. */
export const listNotifications = call({
  at: 'POST /merchants/{id}/notifications',
  params: { id: merchantRef() },
  body: z.strictObject({
    environment: environment.optional(),
    page: z.int().min(1).optional(),
    size: z.int().min(1).max(limits.pageSizeMost).optional(),
    unread_only: z.boolean().optional(),
    /** The `next_cursor` of a page, for those before it: as far back as there are any. */
    cursor: text(64).optional(),
  }),
  answer: page(Notification, z.object({ totalElements: z.int(), unread: z.int() })),
  access: 'anyUser',
  faults: ['notFound'],
})

const unread = z.object({ unread: z.int() })

/** Marks a notification as read; repeating it changes nothing. */
export const markNotificationRead = call({
  at: 'PUT /merchants/{id}/notifications/{nid}/mark-read',
  params: { id: merchantRef(), nid: ref('notification') },
  answer: content(unread),
  access: 'anyUser',
  faults: ['notFound'],
  audit: 'notification.mark-read',
  onFailure: 'log',
})

export const markAllNotificationsRead = call({
  at: 'PUT /merchants/{id}/notifications/mark-all-read',
  params: { id: merchantRef() },
  answer: content(unread),
  access: 'anyUser',
  faults: ['notFound'],
  audit: 'notification.mark-all-read',
})

/** The path of the server-sent events that tell the console to refetch the list. */
export const notificationsStream = '/api/notifications/stream'
