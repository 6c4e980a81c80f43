import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import type {
  createInvoiceTemplate as creation,
  updateInvoiceTemplate as declaration,
} from '#contract/invoice-templates.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import { newReference } from '#server/kit/auth/token.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { existingTemplate, listTemplates } from './queries.ts'

type New = Input<typeof creation>['body']
type Body = Input<typeof declaration>['body']

/** Makes a template and returns its reference. Throws `duplicateTemplate` for a name that another has, and `tooMany`. */
export async function createTemplate(ctx: Ctx, body: New): Promise<string> {
  if ((await listTemplates(ctx)).length >= limits.invoiceTemplates) throw new Fault('tooMany')
  const templateRef = newReference(ctx.now)
  ctx.write(
    ctx.own.insert('invoice_templates', {
      ...columnsOf(body),
      template_ref: templateRef,
      revision: 1,
      deleted_at: null,
      created_at: ctx.now,
      created_by: ctx.actor.name,
      updated_at: ctx.now,
    }),
  )
  ctx.auditSubject(templateRef, madeAs({ name: body.name, currency: body.currency }))
  return templateRef
}

/** Saves a whole template. Throws `notFound`, `wrongState` once it is deleted, `changedMeanwhile`, `duplicateTemplate`. */
export async function updateTemplate(ctx: Ctx, templateRef: string, { revision: seen, ...body }: Body): Promise<void> {
  const template = await lockToChange(ctx, templateRef)
  if (template.revision !== seen) throw new Fault('changedMeanwhile')
  const revision = seen + 1
  ctx.write(
    ctx.own
      .update('invoice_templates')
      .set({ ...columnsOf(body), revision, updated_at: ctx.now })
      .where('template_ref', '=', templateRef),
  )
  ctx.auditSubject(
    templateRef,
    changesFrom(
      { name: template.name, currency: template.currency, revision: template.revision },
      { name: body.name, currency: body.currency, revision },
    ),
  )
}

/** Takes a template away from new invoices; those that were made from it name it still. Throws `notFound`, `wrongState`. */
export async function deleteTemplate(ctx: Ctx, templateRef: string): Promise<void> {
  const { name } = await lockToChange(ctx, templateRef)
  ctx.write(
    ctx.own
      .update('invoice_templates')
      .set({ deleted_at: ctx.now, updated_at: ctx.now })
      .where('template_ref', '=', templateRef),
  )
  ctx.auditSubject(templateRef, changesFrom({ name }, { name: '' }))
}

async function lockToChange(ctx: Ctx, templateRef: string) {
  const template = await existingTemplate(ctx, templateRef, { lock: true })
  if (template.deleted_at) throw new Fault('wrongState', { why: 'it is deleted' })
  return template
}

function columnsOf({ name, currency, chaipay_key: _, environment: __, ...content }: New | Omit<Body, 'revision'>) {
  return { name, name_lower: name.toLowerCase(), currency, content: JSON.stringify(content) }
}
