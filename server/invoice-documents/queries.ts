import type { Ctx } from '#server/kit/ctx.ts'

/** The number and date of an invoice, as one that replaces it names it; null where it has none. Index: primary key. */
export async function findNumber(ctx: Ctx, invoiceRef: string): Promise<{ number: string; date: string } | null> {
  const found = await ctx.own
    .select('invoices')
    .select(['invoice_number', 'invoice_date'])
    .where('invoice_ref', '=', invoiceRef)
    .executeTakeFirst()
  return found?.invoice_number ? { number: found.invoice_number, date: found.invoice_date } : null
}

/** The picture at the address of a logo, which is its digest; null without one. Index: primary key. */
export async function readLogo(ctx: Ctx, address: string): Promise<Buffer | null> {
  const digest = /\/([0-9a-f]{64})\.png$/.exec(address)?.[1]
  if (digest === undefined) return null
  const [found] = await ctx.tx.query<{ picture: Buffer }>('select picture from find_logo($1)', [
    Buffer.from(digest, 'hex'),
  ])
  return found?.picture ?? null
}

export type FileForm = 'pdf' | 'ubl' | 'cii'
/** A document of an invoice or credit note that is kept: as it was issued, or as it is voided. */
export interface KeptFile {
  ref: string
  form: FileForm
  standing: 'issued' | 'voided'
}

/** A kept file; undefined when there is none yet. Index: primary key. */
export async function findFile(
  ctx: Ctx,
  { ref, form, standing }: KeptFile,
): Promise<{ bytes: Buffer; digest: Buffer } | undefined> {
  return ctx.own
    .select('invoice_files')
    .select(['bytes', 'digest'])
    .where('ref', '=', ref)
    .where('form', '=', form)
    .where('standing', '=', standing)
    .executeTakeFirst()
}

/** Keeps a file for ever. Of two who made it at once the first counts. */
export const insertFile = (ctx: Ctx, file: KeptFile, bytes: Buffer, digest: Buffer) =>
  ctx.own
    .insert('invoice_files', { ...file, bytes, digest, created_at: ctx.now })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'environment', 'ref', 'form', 'standing']).doNothing())
    .execute()
