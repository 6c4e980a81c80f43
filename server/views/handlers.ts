import type * as contract from '#contract/views.ts'
import type { View } from '#contract/views.ts'
import { Fault } from '#contract/faults.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { ownUser } from '#server/kit/auth/own-user.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { chooseColumns, readColumns, resetColumns } from './columns.ts'
import { createView, updateView } from './save.ts'
import { deleteView, listViews, type Whose } from './queries.ts'

export const viewHandlers: Handlers<typeof contract> = {
  async readColumns(ctx, { path, query }) {
    return readColumns(ctx, whoseOf(ctx, path.sub), query.table)
  },

  async chooseColumns(ctx, { path, body }) {
    const whose = whoseOf(ctx, path.sub)
    const shown = body.columns.flatMap(({ key, visible }) => (visible ? [key] : []))
    ctx.auditSubject(body.table, madeAs({ columns: shown.join(', ') }))
    return chooseColumns(ctx, whose, body)
  },

  async resetColumns(ctx, { path, body }) {
    ctx.auditSubject(body.table)
    return resetColumns(ctx, whoseOf(ctx, path.sub), body.table)
  },

  async listViews(ctx) {
    return listViews(ctx, whoseOf(ctx))
  },

  async createView(ctx, { body }) {
    const view = await createView(ctx, whoseOf(ctx), body)
    ctx.auditSubject(view.view_id, madeAs(shownFacts(view)))
    return view
  },

  async updateView(ctx, { path, body }) {
    const whose = whoseOf(ctx)
    const before = (await listViews(ctx, whose)).find(({ view_id }) => view_id === path.view_id)
    const view = await updateView(ctx, whose, path.view_id, body)
    ctx.auditSubject(view.view_id, changesFrom(before ? shownFacts(before) : {}, shownFacts(view)))
    return view
  },

  async deleteView(ctx, { path }) {
    if (!(await deleteView(ctx, whoseOf(ctx), path.view_id))) throw new Fault('notFound')
    return undefined
  },
}

const shownFacts = ({ table, name, search, is_default }: View) => ({
  table,
  name,
  search: new URLSearchParams(search).toString(),
  is_default,
})

/** The user whose columns and views the request is about. Throws `notFound` for another user's, also for a master. */
function whoseOf(ctx: Ctx, subUserId?: string): Whose {
  const user = ownUser(ctx)
  if (subUserId !== undefined && subUserId !== user.subUserId) throw new Fault('notFound')
  return { merchantId: user.merchantId, subUserId: user.subUserId }
}
