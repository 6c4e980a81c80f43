import { defaultLanguage } from '#i18n/languages.ts'
import * as contract from '#contract/invoice-documents.ts'
import { emptyContent } from '#contract/invoice-content.ts'
import { Fault } from '#contract/faults.ts'
import { dayAt } from '#contract/kit/zoned-day.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { prepared, type Before, type Handlers } from '#server/kit/handler.ts'
import { findCreditNote } from '#server/invoice-store/credit-notes.ts'
import { contentOf } from '#server/invoice-store/content.ts'
import { existingInvoice } from '#server/invoice-store/queries.ts'
import { settingsOf } from '#server/invoice-store/settings.ts'
import { creditNoteFacts } from './credit-note-facts.ts'
import { describeInvoice } from './describe.ts'
import { keepDocument, keptDocument, makeDocument, type DocumentFile } from './documents.ts'
import type { InvoiceFacts } from './facts.ts'
import { draftFacts, invoiceFacts } from './invoice-facts.ts'
import type { FileForm } from './queries.ts'

type FindFacts = (ctx: Ctx, ref: string) => Promise<InvoiceFacts>
const ofInvoice: FindFacts = async (ctx, ref) => invoiceFacts(ctx, await existingInvoice(ctx, ref))
const ofCreditNote: FindFacts = async (ctx, ref) => {
  const note = await findCreditNote(ctx, ref)
  if (!note) throw new Fault('notFound')
  return creditNoteFacts(ctx, note)
}

export const handlers: Handlers<typeof contract> = {
  readInvoicePdf: prepared(contract.readInvoicePdf, {
    prepare: (before, { path }) => made(before, ofInvoice, path.ref, 'pdf'),
    handle: (ctx, { path }, _http, file) => kept(ctx, path.ref, file),
  }),
  readInvoiceXml: prepared(contract.readInvoiceXml, {
    prepare: (before, { path }) => made(before, ofInvoice, path.ref, path.form),
    handle: (ctx, { path }, _http, file) => kept(ctx, path.ref, file),
  }),
  readCreditNotePdf: prepared(contract.readCreditNotePdf, {
    prepare: (before, { path }) => made(before, ofCreditNote, path.ref, 'pdf'),
    handle: (ctx, { path }, _http, file) => kept(ctx, path.ref, file),
  }),
  readCreditNoteXml: prepared(contract.readCreditNoteXml, {
    prepare: (before, { path }) => made(before, ofCreditNote, path.ref, path.form),
    handle: (ctx, { path }, _http, file) => kept(ctx, path.ref, file),
  }),

  async previewInvoice(ctx, { body }) {
    if (body.replaces) await existingInvoice(ctx, body.replaces)
    const [settings, { time_zone: timeZone }] = await Promise.all([settingsOf(ctx), merchantOf(ctx)])
    const {
      name = '',
      email = '',
      phone = '',
      language,
    }: Partial<NonNullable<typeof body.customer>> = body.customer ?? {}
    const terms = {
      customer_name: name,
      email,
      phone,
      currency: body.currency,
      invoice_date: body.invoice_date || dayAt(ctx.now, timeZone),
      due_date: body.due_date,
      language: language ?? settings.language ?? defaultLanguage,
      replaces: body.replaces ?? '',
    }
    const content = contentOf(body, { ...emptyContent, look: settings.look ?? {} })
    return describeInvoice(await draftFacts(ctx, terms, content))
  },

  readInvoiceDocument: async (ctx, { path }) => describeInvoice(await ofInvoice(ctx, path.ref)),
}

interface Made {
  facts: InvoiceFacts
  form: FileForm
  file: DocumentFile
  isKept: boolean
}

/** The file, as it is kept or made anew: without a connection to the database while it is drawn. */
async function made(before: Before, find: FindFacts, ref: string, form: FileForm): Promise<Made> {
  if (!before.owner) throw new Fault('notFound')
  const { facts, found } = await before.apart(before.owner, async (ctx) => {
    const its = await find(ctx, ref)
    return { facts: its, found: await keptDocument(ctx, its, form) }
  })
  return { facts, form, file: found ?? (await makeDocument(facts, form)), isKept: found !== undefined }
}

async function kept(ctx: Ctx, ref: string, { facts, form, file, isKept }: Made) {
  const { name, type, bytes } = isKept ? file : await keepDocument(ctx, facts, form, file)
  ctx.auditSubject(ref)
  return { name, type, data_url: `data:${type};base64,${bytes.toString('base64')}` }
}
