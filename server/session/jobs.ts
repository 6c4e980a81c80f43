import { z } from 'zod'
import type { AuditAction } from '#contract/audit-actions.ts'
import { environment } from '#contract/kit/wire.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'

const actions = [
  'session.begin',
  'session.unlock',
  'session.step-up',
  'account.change-password',
] as const satisfies readonly AuditAction[]
/** The act that a password or a passkey was required for. */
export type SignInAction = (typeof actions)[number]

const data = z.object({
  merchantId: z.uuid(),
  environment,
  subUserId: z.uuid(),
  action: z.enum(actions),
  /** `locked` is the failure that locks the name for this address. */
  why: z.enum(['invalid_password', 'invalid_passkey', 'locked']),
  address: z.string(),
  at: z.int(),
})

/**
 * Writes a wrong password or a refused passkey into the audit log of the named user's merchant. It runs after the answer, so
 * that the time of the answer does not reveal whether the name exists.
 */
export const noteSignInFailure: Job<z.output<typeof data>> = job({
  name: 'note-sign-in-failure',
  data,
  async work(ctx, { subUserId, action, why, address, at }) {
    const user = await ctx.own
      .select('sub_users')
      .select('name')
      .where('sub_user_id', '=', subUserId)
      .executeTakeFirst()
    if (!user) return
    const actor = { kind: 'user' as const, id: subUserId, name: user.name }
    const client = { ...ctx.client, address }
    writeAudit(ctx.with({ actor, client, now: new Date(at) }), { action, objectRef: subUserId, result: 'denied', why })
  },
})
