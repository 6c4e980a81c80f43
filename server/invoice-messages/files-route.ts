import type { FastifyInstance } from 'fastify'
import { findInvoice, isIssued } from '#server/invoice-store/queries.ts'
import { ownTransaction, type InTransaction } from '#server/kit/db/own-transaction.ts'
import { contentDisposition } from '#server/kit/files/file-name.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { fileKinds, fileNameOf, isFileForm } from './files.ts'

/**
 * The files of an invoice for its customer, by the address alone: its reference is the only credential, as that of its page is. What is
 * not issued, and a file that cannot be had, is not found.
 */
export function invoiceFilesRoute(app: FastifyInstance, parts: ServeParts): void {
  app.get<{ Params: { ref: string; form: string } }>(
    '/pay/:ref/documents/:form',
    { config: { rate: 'shopper', call: 'shoppersPage' } },
    async (request, reply) => {
      const { ref, form } = request.params
      const found = isFileForm(form) ? await parts.findPayable(ref) : null
      const absent = () => reply.code(404).type('text/plain').send('not found')
      if (!found || found.payable.kind !== 'invoice' || !isFileForm(form)) return absent()
      const transaction: InTransaction = (work) => ownTransaction(parts, found.owner, { requestId: request.id }, work)
      const invoice = await transaction((ctx) => findInvoice(ctx, ref))
      const { kind, type } = fileKinds[form]
      const source = parts.services.files.find((one) => one.kind === kind)
      const content = invoice && isIssued(invoice) ? await source?.read(transaction, ref) : null
      if (!invoice || !content) return absent()
      return reply
        .headers({
          'content-disposition': contentDisposition(fileNameOf(invoice, form)),
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          'x-robots-tag': 'noindex, nofollow',
          'cache-control': 'no-store',
        })
        .type(type)
        .send(Buffer.from(content))
    },
  )
}
