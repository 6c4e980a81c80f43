import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { DialectParts } from '../dialect.ts'
import type { paypalEvents } from './events.ts'
import { approvalPageHtml } from './page.ts'
import { backTo, gone, sendPage } from '../send-page.ts'
import type { Surface } from './surface.ts'

/** The page to which a shopper is sent: whoever has its address may agree, as whoever is signed in at PayPal may. */
export function pageRoutes(
  app: FastifyInstance,
  { state, enter }: Surface,
  events: ReturnType<typeof paypalEvents>,
  { announce, now }: DialectParts,
): void {
  app.get<Of>('/checkoutnow', async (request, reply) => {
    const found = state.order(request.query.token ?? '')
    return found
      ? sendPage(reply, approvalPageHtml(found), found.order.return_url, found.order.cancel_url)
      : gone(reply)
  })

  app.post<Of>('/checkoutnow', async (request, reply) => {
    const found = state.order(request.query.token ?? '')
    const form = Form.safeParse(request.body)
    if (!found || !form.success) return gone(reply)
    const { account, id, return_url, cancel_url } = found.order
    const { act, funds, callbacks } = form.data
    if (act === 'cancel') return reply.redirect(backTo(cancel_url, { token: id }), 303)
    if (found.approved === null && found.payment === null) {
      await enter({ kind: 'approval', account, id, at: now().toISOString(), funds })
      if (callbacks !== 'never') for (const message of events.approved(found)) announce(message)
    }
    return reply.redirect(backTo(return_url, { token: id, PayerID: 'PAYER' }), 303)
  })
}

interface Of {
  Querystring: { token?: string }
}
const Form = z.object({
  act: z.enum(['agree', 'cancel']),
  funds: z.enum(['good', 'declined', 'pending']).default('good'),
  callbacks: z.enum(['', 'never']).default(''),
})
