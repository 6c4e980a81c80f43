import type * as contract from '#contract/invoice-templates.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { existingTemplate, listTemplates, shownTemplate } from './queries.ts'
import { createTemplate, deleteTemplate, updateTemplate } from './save.ts'

export const handlers: Handlers<typeof contract> = {
  listInvoiceTemplates: async (ctx) => (await listTemplates(ctx)).map(shownTemplate),

  readInvoiceTemplate: (ctx, { path }) => shown(ctx, path.ref),

  createInvoiceTemplate: async (ctx, { body }) => shown(ctx, await createTemplate(ctx, body)),

  async updateInvoiceTemplate(ctx, { path, body }) {
    await updateTemplate(ctx, path.templateRef, body)
    return shown(ctx, path.templateRef)
  },

  async deleteInvoiceTemplate(ctx, { path }) {
    await deleteTemplate(ctx, path.ref)
  },
}

const shown = async (ctx: Ctx, templateRef: string) => shownTemplate(await existingTemplate(ctx, templateRef))
