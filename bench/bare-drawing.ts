import { createApp } from '#server/app.ts'
import { describeInvoice } from '#server/invoice-documents/describe.ts'
import { invoiceFacts } from '#server/invoice-documents/invoice-facts.ts'
import { draw, type Drawing } from '#server/invoice-documents/pdf/draw.ts'
import { Fonts } from '#server/invoice-documents/pdf/fonts.ts'
import { drawingOf } from '#server/invoice-documents/pdf/pdf.ts'
import { ciiOf } from '#server/invoice-documents/xml/cii.ts'
import { electronicOf } from '#server/invoice-documents/xml/electronic.ts'
import { existingInvoice } from '#server/invoice-store/queries.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { partsOf } from './database.ts'
import { serveQuestions, taskOf } from './process.ts'

/**
 * The lower bound of sending invoices: only the drawing of their PDFs, one after the other in one process that does nothing else.
 * What they say is read before, and the electronic invoices that go inside are made.
 */
const { ownerUrl, merchantId } = taskOf<{ ownerUrl: string; merchantId: string }>()
const { serveParts, close } = await createApp(await partsOf(ownerUrl))
const fonts = new Fonts()

const drawingsOf = (refs: readonly string[]): Promise<Drawing[]> =>
  ownTransaction(serveParts, { merchantId, environment: 'sandbox' }, { requestId: 'bench' }, async (ctx) => {
    const drawings: Drawing[] = []
    for (const ref of refs) {
      const facts = await invoiceFacts(ctx, await existingInvoice(ctx, ref))
      const electronic = ciiOf(electronicOf(facts), { inside: 'factur-x' })
      drawings.push(drawingOf(facts, await describeInvoice(facts), electronic))
    }
    return drawings
  })

/** Draws some invoices that were issued, and tells the sum of the bytes. */
serveQuestions<{ refs: readonly string[] }>(
  null,
  async ({ refs }): Promise<{ seconds: number; bytes: number }> => {
    const drawings = await drawingsOf(refs)
    const began = performance.now()
    let bytes = 0
    for (const drawing of drawings) bytes += (await draw(drawing, fonts)).length
    return { seconds: (performance.now() - began) / 1_000, bytes }
  },
  { atEnd: close },
)
