import type { FastifyInstance } from 'fastify'
import { HolderAct, type Mandates } from './mandates.ts'
import { answer, found, KeyPath, keyOf, MandateBody, parsed } from './requests.ts'

/** Mandates without a payment, how any stands, and their end; for merchants' servers and gateways. */
export function mandateRoutes(app: FastifyInstance, { mandates }: { mandates: Mandates }): void {
  app.post('/v1/mandates', async (request, reply) =>
    answer(reply, await mandates.setUp(keyOf(request), parsed(MandateBody, request.body))),
  )

  app.get('/v1/mandates/:key', async (request) => found(await mandates.standing(parsed(KeyPath, request.params).key)))

  app.post('/v1/mandates/:key/revoke', async (request) =>
    found(await mandates.revoke(parsed(KeyPath, request.params).key)),
  )

  // The part of the holder and their bank without a browser, for tests.
  app.post('/v1/control/mandates/:key', async (request) => {
    const { key } = parsed(KeyPath, request.params)
    found(await mandates.standing(key))
    return { changed: await mandates.act(key, parsed(HolderAct, request.body)) }
  })
}
