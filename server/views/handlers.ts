import type * as contract from '#contract/views.ts'
import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { chooseColumns, readColumns, resetColumns } from './columns.ts'
import { createView, updateView } from './save.ts'
import { deleteView, listViews, type Whose } from './queries.ts'

export const viewHandlers: Handlers<typeof contract> = {
  async readColumns(ctx, { path, query }) {
    return readColumns(ctx, ownOnly(ctx, path.sub), query.table)
  },

  async chooseColumns(ctx, { path, body }) {
    return chooseColumns(ctx, ownOnly(ctx, path.sub), body)
  },

  async resetColumns(ctx, { path, body }) {
    return resetColumns(ctx, ownOnly(ctx, path.sub), body.table)
  },

  async listViews(ctx) {
    return listViews(ctx, ownOnly(ctx))
  },

  async createView(ctx, { body }) {
    return createView(ctx, ownOnly(ctx), body)
  },

  async updateView(ctx, { path, body }) {
    return updateView(ctx, ownOnly(ctx), path.view_id, body)
  },

  async deleteView(ctx, { path }) {
    if (!(await deleteView(ctx, ownOnly(ctx), path.view_id))) throw new Fault('notFound')
    return undefined
  },
}

/** How somebody likes their lists is their own matter: of anybody else there is nothing here, for a master too. */
function ownOnly({ user, owner }: Ctx, subUserId = user?.subUserId): Whose {
  if (!user || subUserId !== user.subUserId || owner.merchantId !== user.merchantId) throw new Fault('notFound')
  return { merchantId: user.merchantId, subUserId }
}
