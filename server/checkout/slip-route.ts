import type { FastifyError, FastifyInstance } from 'fastify'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { cleanDocument, documentName } from '#server/kit/clean-document.ts'
import { tell } from '#server/kit/audit.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { createTurnstile } from '#server/kit/turnstile.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { ownTransaction } from '#server/kit/own-transaction.ts'
import { base } from '#server/kit/serve.ts'
import { notify } from '#server/notifications/notify.ts'
import { lockLinkOfPayment } from '#server/payment-links/queries.ts'
import { factsOf } from '#server/payments/notify.ts'
import { findPayment, touchPayment } from '#server/payments/queries.ts'
import { countSlips, insertSlip } from '#server/payments/slip-rows.ts'

/**
 * Where the shopper's page sends the slip of a direct transfer: the file itself as the body, its name beside it. Not a
 * call of the contract, which speaks JSON. `invalidFile` for what is no JPG, PNG or PDF, `fileTooLarge` beyond 20 MB,
 * `wrongState` when the payment takes no slip, `tooMany` beyond five.
 */
export async function slipRoute(app: FastifyInstance, parts: ServeParts): Promise<void> {
  const few = createTurnstile({ concurrent: 2, queue: 20, full: () => new Fault('unavailable') })
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
        const owner = await parts.ownerOfLink(ref)
        if (!owner) throw new Fault('notFound')
        const run = { requestId: request.id, actor: { kind: 'shopper', id: `shopper:${ref}`, name: '' } } as const
        const inOwn = <T>(work: (ctx: Ctx) => Promise<T>) => ownTransaction(parts, owner satisfies Owner, run, work)
        // Before the file is looked at, and again when it is kept.
        await inOwn((ctx) => expectSlip(ctx, ref, orderRef))
        const slip = await few.pass(() => cleanDocument(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)))
        const name = documentName(String(request.query.name ?? '')) || 'slip'
        await inOwn(async (ctx) => {
          await lockLinkOfPayment(ctx, orderRef)
          const payment = await expectSlip(ctx, ref, orderRef)
          await insertSlip(ctx, orderRef, { name, ...slip })
          await touchPayment(ctx, orderRef)
          tell(ctx, 'payment', orderRef, 'slip_received')
          // One word for all slips of a payment.
          await notify(ctx, 'slip_received', factsOf(payment), { once: orderRef })
        })
        return reply.send({ received: true })
      },
    )
  })
}

async function expectSlip(ctx: Ctx, linkRef: string, orderRef: string) {
  const payment = await findPayment(ctx, orderRef)
  if (!payment || payment.link_ref !== linkRef) throw new Fault('notFound')
  if (payment.payment_method !== 'DIRECT_BANK_TRANSFER' || payment.status !== 'Pending') throw new Fault('wrongState')
  if ((await countSlips(ctx, orderRef)) >= limits.slipsPerPayment) throw new Fault('tooMany')
  return { ...payment, amount_minor: payment.amount }
}
