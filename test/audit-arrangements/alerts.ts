import type { Arrangements } from './scene.ts'

/** An alert tells those who may see the dashboard. */
export const ofAlerts: Arrangements = {
  createAlert({ session, asked }) {
    asked.body = { ...asked.body, recipients: [session.subUserId] }
  },
}
