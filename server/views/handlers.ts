import type * as contract from '#contract/views.ts'
import type { View } from '#contract/views.ts'
import { Fault } from '#contract/faults.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { chooseColumns, readColumns, resetColumns } from './columns.ts'
import { createView, updateView } from './save.ts'
import { deleteView, listViews, type Whose } from './queries.ts'

export const handlers: Handlers<typeof contract> = {
  async readColumns(ctx, { path, query }) {
    return readColumns(ctx, ownOnly(ctx, path.sub), query.table)
  },

  async chooseColumns(ctx, { path, body }) {
    const whose = ownOnly(ctx, path.sub)
    const shown = body.columns.flatMap(({ key, visible }) => (visible ? [key] : []))
    ctx.auditSubject(body.table, madeAs({ columns: shown.join(', ') }))
    return chooseColumns(ctx, whose, body)
  },

  async resetColumns(ctx, { path, body }) {
    ctx.auditSubject(body.table)
    return resetColumns(ctx, ownOnly(ctx, path.sub), body.table)
  },

  async listViews(ctx) {
    return listViews(ctx, ownOnly(ctx))
  },

  async createView(ctx, { body }) {
    const view = await createView(ctx, ownOnly(ctx), body)
    ctx.auditSubject(view.view_id, madeAs(shownFacts(view)))
    return view
  },

  async updateView(ctx, { path, body }) {
    const whose = ownOnly(ctx)
    const before = (await listViews(ctx, whose)).find(({ view_id }) => view_id === path.view_id)
    const view = await updateView(ctx, whose, path.view_id, body)
    ctx.auditSubject(view.view_id, changesFrom(before ? shownFacts(before) : {}, shownFacts(view)))
    return view
  },

  async deleteView(ctx, { path }) {
    if (!(await deleteView(ctx, ownOnly(ctx), path.view_id))) throw new Fault('notFound')
    return undefined
  },
}

const shownFacts = ({ table, name, search, is_default }: View) => ({
  table,
  name,
  search: new URLSearchParams(search).toString(),
  is_default,
})

/** How somebody likes their lists is their own matter: of anybody else there is nothing here, for a master too. */
function ownOnly({ user, owner }: Ctx, subUserId = user?.subUserId): Whose {
  if (!user || subUserId !== user.subUserId || owner.merchantId !== user.merchantId) throw new Fault('notFound')
  return { merchantId: user.merchantId, subUserId }
}
