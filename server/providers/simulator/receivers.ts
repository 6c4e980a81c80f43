import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isAtHome } from './account-desk.ts'
import { closedDeskHtml } from './account-desk-html.ts'
import { AccountName } from './dialect.ts'
import { receivedOf, type Received, type ReceiverSecrets } from './received.ts'
import { noReceiverHtml, receiverHtml, receiversHtml } from './receiver-html.ts'
import { answerAs, receiverManners, type ReceiverManner } from './receiver-manners.ts'
import { readForms, sendPage } from './send-page.ts'

/** Merchants' servers that take webhooks, each in its manner; what came is kept in memory. */
export interface Receivers {
  at(manner: ReceiverManner, name: string): Receiver
  all(): readonly Receiver[]
}
export interface Receiver {
  manner: ReceiverManner
  name: string
  secrets: ReceiverSecrets
  /** The last that came, oldest first. */
  received: Received[]
}

export function openReceivers(): Receivers {
  const found = new Map<string, Receiver>()
  return {
    at(manner, name) {
      const key = `${manner}/${name}`
      const receiver = found.get(key) ?? { manner, name, secrets: { secure: '', merchant: '' }, received: [] }
      found.delete(key)
      found.set(key, receiver)
      const [oldest] = found.keys()
      if (found.size > receiversMost && oldest !== undefined) found.delete(oldest)
      return receiver
    },
    all: () => [...found.values()],
  }
}
const receiversMost = 500
/** What one receiver keeps, and of each body in characters. */
const keptMost = 1_000
const bodyKept = 65_536

interface ReceiverParts {
  receivers: Receivers
  now: () => Date
  isLocal: boolean
}

/**
 * `/receiver/<manner>/<name>` takes what is sent to it, and `/desk/receivers` shows it with whether it verified. Open on this machine
 * alone, like the desk of the accounts.
 */
export function receiverRoutes(app: FastifyInstance, { receivers, now, isLocal }: ReceiverParts): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 524_288 }, (_request, body, done) =>
      done(null, body),
    )
    const take = {
      handler: (request: FastifyRequest, reply: Parameters<typeof sendPage>[0]) => {
        const path = ReceiverPath.safeParse(request.params)
        if (!path.success || !isLocal) return reply.code(404).send('no receiver')
        const receiver = receivers.at(path.data.manner, path.data.name)
        const body = typeof request.body === 'string' ? request.body : ''
        const came = receivedOf(textHeaders(request), body, receiver.secrets, now())
        const before = receiver.received.filter(({ id }) => id === came.id).length
        receiver.received.push({ ...came, body: body.slice(0, bodyKept) })
        if (receiver.received.length > keptMost) receiver.received.shift()
        return answerAs(receiver.manner, reply, before)
      },
    }
    scope.post('/receiver/:manner', take)
    scope.post('/receiver/:manner/:name', take)
  })

  app.register(async (desk) => {
    readForms(desk)
    desk.addHook('onRequest', async (request, reply) => {
      if (!isLocal || !isAtHome(request)) return sendPage(reply.code(403), closedDeskHtml())
      return
    })
    desk.get('/desk/receivers', (request, reply) =>
      sendPage(reply, receiversHtml(receivers.all(), `http://${request.headers.host}`)),
    )
    desk.get('/desk/receivers/:manner/:name', (request, reply) => {
      const path = ReceiverPath.safeParse(request.params)
      if (!path.success) return sendPage(reply.code(404), noReceiverHtml())
      return sendPage(
        reply,
        receiverHtml(receivers.at(path.data.manner, path.data.name), `http://${request.headers.host}`),
      )
    })
    desk.post('/desk/receivers/:manner/:name', (request, reply) => {
      const path = ReceiverPath.safeParse(request.params)
      const form = ReceiverForm.safeParse(request.body)
      if (!path.success || !form.success) return sendPage(reply.code(404), noReceiverHtml())
      const receiver = receivers.at(path.data.manner, path.data.name)
      const { act, ...secrets } = form.data
      if (act === 'forget') receiver.received.length = 0
      else receiver.secrets = secrets
      return reply.redirect(`/desk/receivers/${receiver.manner}/${receiver.name}`, 303)
    })
  })
}

/** The same for a program, by the secret key. */
export function receiverControl(app: FastifyInstance, receivers: Receivers): void {
  app.get('/v1/control/receivers/:manner/:name', async ({ params }) => {
    const { manner, name } = ReceiverPath.parse(params)
    return { received: receivers.at(manner, name).received }
  })
  app.post('/v1/control/receivers/:manner/:name', async ({ params, body }) => {
    const { manner, name } = ReceiverPath.parse(params)
    receivers.at(manner, name).secrets = Secrets.parse(body)
    return { changed: true }
  })
}

const ReceiverPath = z.object({ manner: z.enum(receiverManners), name: AccountName.default('shop') })
const Secrets = z.strictObject({ secure: z.string().trim().max(200), merchant: z.string().trim().max(200) })
const ReceiverForm = Secrets.extend({ act: z.enum(['set', 'forget']) })

const textHeaders = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
