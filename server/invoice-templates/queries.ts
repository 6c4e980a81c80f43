import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'

const columns = [
  'template_ref', 'name', 'currency', 'content', 'revision', 'deleted_at', 'created_at', 'created_by', 'updated_at',
] as const // prettier-ignore

/** A template, also one that is deleted. With `lock` it stays as it is until the commit. Throws `notFound`. Index: primary key. */
export async function existingTemplate(ctx: Ctx, templateRef: string, { lock = false } = {}) {
  const question = ctx.own.select('invoice_templates').select(columns).where('template_ref', '=', templateRef)
  const template = await (lock ? question.forUpdate() : question).executeTakeFirst()
  if (!template) throw new Fault('notFound')
  return template
}
export type FoundTemplate = Awaited<ReturnType<typeof existingTemplate>>

/** The templates that are not deleted, by name. Index: invoice_templates_name. */
export const listTemplates = (ctx: Ctx): Promise<FoundTemplate[]> =>
  ctx.own.select('invoice_templates').select(columns).where('deleted_at', 'is', null).orderBy('name_lower').execute()

/** A template as its calls answer it. */
export const shownTemplate = ({ content, deleted_at, ...template }: FoundTemplate) => ({
  ...template,
  ...content,
  deleted: deleted_at !== null,
})
