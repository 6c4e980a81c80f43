import type { FastifyError, FastifyInstance } from 'fastify'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { cleanDocument, documentName } from '#server/kit/files/clean-document.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { createConcurrencyLimit } from '#server/kit/process/concurrency-limit.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { base } from '#server/kit/http/serve.ts'
import { notify } from '#server/notifications/notify.ts'
import { lockPayable } from '#server/payables/payable.ts'
import { factsOf } from '#server/payments/notify.ts'
import { findPayment, touchPayment } from '#server/payments/queries.ts'
import { countSlips, insertSlip } from '#server/payments/slip-rows.ts'

/**
 * The route for the slip of a direct transfer: the body is the file, a parameter is its name. It is not a call of the
 * contract, which takes JSON. `invalidFile` for a file that is no JPG, PNG or PDF, `fileTooLarge` beyond 20 MB,
 * `wrongState` when the payment takes no slip, `tooMany` beyond five.
 */
export async function slipRoute(app: FastifyInstance, parts: ServeParts): Promise<void> {
  const few = createConcurrencyLimit({ concurrent: 2, queue: 20, full: () => new Fault('unavailable') })
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limits.uploadBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((error: FastifyError) => {
      throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? new Fault('fileTooLarge') : error
    })
    scope.post<{ Params: { ref: string; order_ref: string }; Querystring: { name?: string } }>(
      `${base}/api/checkout/:ref/attempts/:order_ref/slips`,
      { config: { rate: 'shopper', upload: true } },
      async (request, reply) => {
        const { ref, order_ref: orderRef } = request.params
        const found = await parts.findPayable(ref)
        if (!found) throw new Fault('notFound')
        const { owner, payable } = found
        const run = { requestId: request.id, actor: { kind: 'shopper', id: `shopper:${ref}`, name: '' } } as const
        const inOwn = <T>(work: (ctx: Ctx) => Promise<T>) => ownTransaction(parts, owner satisfies Owner, run, work)
        // Checked before the file is decoded, and again when it is stored.
        await inOwn((ctx) => expectSlip(ctx, ref, orderRef))
        const slip = await few.pass(() => cleanDocument(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)))
        const name = documentName(String(request.query.name ?? '')) || 'slip'
        await inOwn(async (ctx) => {
          await lockPayable(ctx, payable)
          const payment = await expectSlip(ctx, ref, orderRef)
          await insertSlip(ctx, orderRef, { name, ...slip })
          await touchPayment(ctx, orderRef)
          addTimelineEntry(ctx, 'payment', orderRef, 'slip_received')
          // One notification for all slips of a payment.
          await notify(ctx, 'slip_received', factsOf(payment), { once: orderRef })
        })
        return reply.send({ received: true })
      },
    )
  })
}

async function expectSlip(ctx: Ctx, payableRef: string, orderRef: string) {
  const payment = await findPayment(ctx, orderRef)
  if (!payment || payment.payable_ref !== payableRef) throw new Fault('notFound')
  if (payment.payment_method !== 'DIRECT_BANK_TRANSFER' || payment.status !== 'Pending') throw new Fault('wrongState')
  if ((await countSlips(ctx, orderRef)) >= limits.slipsPerPayment) throw new Fault('tooMany')
  return { ...payment, amount_minor: payment.amount }
}
