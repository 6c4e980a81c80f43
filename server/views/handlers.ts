import type * as contract from '#contract/views.ts'
import type { View } from '#contract/views.ts'
import { Fault } from '#contract/faults.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { ownUser } from '#server/kit/auth/own-user.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { chooseColumns, readColumns, resetColumns } from './columns.ts'
import { createView, updateView } from './save.ts'
import { deleteView, listViews } from './queries.ts'

export const handlers: Handlers<typeof contract> = {
  async readColumns(ctx, { path, query }) {
    return readColumns(ctx, subUserOf(ctx, path.sub), query.table)
  },

  async chooseColumns(ctx, { path, body }) {
    const subUserId = subUserOf(ctx, path.sub)
    const shown = body.columns.flatMap(({ key, visible }) => (visible ? [key] : []))
    ctx.auditSubject(body.table, madeAs({ columns: shown.join(', ') }))
    return chooseColumns(ctx, subUserId, body)
  },

  async resetColumns(ctx, { path, body }) {
    ctx.auditSubject(body.table)
    return resetColumns(ctx, subUserOf(ctx, path.sub), body.table)
  },

  async listViews(ctx) {
    return listViews(ctx, subUserOf(ctx))
  },

  async createView(ctx, { body }) {
    const view = await createView(ctx, subUserOf(ctx), body)
    ctx.auditSubject(view.view_id, madeAs(shownFacts(view)))
    return view
  },

  async updateView(ctx, { path, body }) {
    const { before, view } = await updateView(ctx, subUserOf(ctx), path.view_id, body)
    ctx.auditSubject(view.view_id, changesFrom(shownFacts(before), shownFacts(view)))
    return view
  },

  async deleteView(ctx, { path }) {
    if (!(await deleteView(ctx, subUserOf(ctx), path.view_id))) throw new Fault('notFound')
    return undefined
  },
}

const shownFacts = ({ table, name, search, is_default }: View) => ({
  table,
  name,
  search: new URLSearchParams(search).toString(),
  is_default,
})

/** The user subUserId columns and views the request is about. Throws `notFound` for another user's, also for a master. */
function subUserOf(ctx: Ctx, named?: string): string {
  const { subUserId } = ownUser(ctx)
  if (named !== undefined && named !== subUserId) throw new Fault('notFound')
  return subUserId
}
