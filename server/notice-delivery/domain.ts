import type { Domain } from '#server/kit/domain.ts'
import { mailNotifications } from './mail-notifications.ts'
import { tellNotice } from './tell-notice.ts'

export const noticeDelivery = { jobs: [mailNotifications, tellNotice] } satisfies Domain
