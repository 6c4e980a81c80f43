import { ctxIn } from '#server/kit/ctx-in.ts'
import { scopeOf } from '#server/kit/db/db.ts'
import type { Before, ServeParts } from '#server/kit/handler.ts'
import { enqueueIn } from '#server/kit/jobs/new-job.ts'
import { callerOf, type RequestContext } from './request-context.ts'

/** What a handler works with outside the transaction of its request: before it, and once it is committed. */
export const beforeIn =
  (parts: ServeParts) =>
  (context: RequestContext): Before => {
    const by = callerOf(context)
    return {
      services: parts.services,
      now: parts.now(),
      enqueueIn: (tx, owner) => enqueueIn(tx, owner, by.requestId),
      user: by.user,
      client: by.client,
      owner: context.owner,
      transaction: (inside) => parts.database.transaction(null, inside),
      apart(owner, inside) {
        const scope = scopeOf(owner)
        const asked = { ...by, auditSubject: () => {} }
        return parts.database.transaction(scope, (tx) => inside(ctxIn(tx, parts, { scope, owner }, asked)))
      },
    }
  }
