import type { Role } from '#contract/access.ts'
import type { Notification } from '#contract/notification-list.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { openRefunding } from '#server/refunds/fixtures.ts'
import type { TestMerchant, TestSession } from '#test/test-app.ts'
import { notify } from './notify.ts'

/** The names of the jobs by which notices come to people, without and with the mails about them. */
export const told = { names: ['tell-notice'] }
export const mailed = { names: ['tell-notice', 'mail-notifications'] }

export interface Listed {
  content: Notification[]
  totalElements: number
  total_elements: number
  unread: number
  page: number
  size: number
}
export type Notices = Awaited<ReturnType<typeof openNotices>>

/** Notifications through the front door, by real payments and refunds; jobs run when the test says so. */
export async function openNotices() {
  const refunding = await openRefunding()
  const { testApp } = refunding.paying
  const list = async (session: TestSession, body: object = {}): Promise<Listed> => {
    const answer = await testApp.call(session, 'POST', `/merchants/${session.merchant.key}/notifications`, body)
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body as unknown as Listed
  }
  const inMerchant = <T>(
    merchant: TestMerchant,
    work: (ctx: Ctx) => Promise<T>,
    environment: 'sandbox' | 'live' = 'sandbox',
  ) => ownTransaction(testApp.serveParts, { merchantId: merchant.merchantId, environment }, { requestId: 'test' }, work)
  return {
    refunding,
    testApp,
    list,
    kindsOf: async (session: TestSession) => (await list(session)).content.map(({ kind }) => kind),
    inMerchant,
    happen: (merchant: TestMerchant, name = 'Shop') =>
      inMerchant(merchant, (ctx) => notify(ctx, 'webhook_failing', { webhook_id: crypto.randomUUID(), name })),
    choose: (session: TestSession, kind: NotificationKind, channels: { console: boolean; email: boolean }) =>
      testApp.call(session, 'PUT', '/api/notifications/preferences', { preferences: [{ kind, ...channels }] }),
    party: async (roles: Role[] = ['admin']) => {
      const merchant = await testApp.addMerchant()
      return { merchant, session: await testApp.signIn(merchant, { roles }) }
    },
    close: refunding.close,
  }
}

/** The address of a session's user. */
export const addressOf = ({ subUserId, merchant }: TestSession) => `${subUserId}@${merchant.slug}.example`
