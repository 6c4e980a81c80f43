import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { accountIn, isLoopback, type DialectParts } from '../dialect.ts'
import type { Webhook } from './entries.ts'
import { notFound, PaypalError } from './errors.ts'
import { newId } from './ids.ts'
import type { Signing } from './signing.ts'
import { accessToken, accountOf, parsed, type Surface, tokenSeconds } from './surface.ts'

/** Tokens of accounts and certificates of call-backs: what is asked for without a token. */
export function openRoutes(app: FastifyInstance, signing: Signing, parts: DialectParts): void {
  app.post('/v1/oauth2/token', async (request, reply) => {
    const basic = request.headers.authorization?.replace(/^Basic /, '') ?? ''
    const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':')
    const account = accountIn(id, 'A', parts.credential)
    if (account === null || secret !== parts.credential('E', account)) {
      const error_description = 'Client Authentication failed'
      return reply.code(401).send({ error: 'invalid_client', error_description })
    }
    return {
      scope: scopes.join(' '),
      access_token: accessToken(parts, account),
      token_type: 'Bearer',
      app_id: `APP-${account}`,
      expires_in: tokenSeconds,
      nonce: newId(),
    }
  })

  app.get<{ Params: { id: string } }>('/v1/notifications/certs/:id', async (request, reply) => {
    const certificate = signing.certificate(request.params.id)
    if (certificate === undefined) throw notFound()
    return reply.type('application/x-pem-file').send(certificate)
  })
}

/** Webhooks, and the question whether a call-back is genuine. */
export function webhookRoutes(app: FastifyInstance, surface: Surface, signing: Signing, parts: DialectParts): void {
  const { state, enter } = surface
  const { now, origin } = parts
  const view = ({ id, url, events }: Webhook) => ({
    id,
    url,
    event_types: events.map((name) => ({ name, status: 'ENABLED' })),
    links: [{ href: `${origin()}/v1/notifications/webhooks/${id}`, rel: 'self', method: 'GET' }],
  })

  app.get('/v1/notifications/webhooks', async (request) => ({ webhooks: state.webhooks(accountOf(request)).map(view) }))

  app.post('/v1/notifications/webhooks', async (request, reply) => {
    const account = accountOf(request)
    const { url, event_types } = parsed(WebhookBody, request.body)
    const registered = state.webhooks(account)
    if (registered.some((webhook) => webhook.url === url)) {
      throw new PaypalError(400, 'WEBHOOK_URL_ALREADY_EXISTS', 'Webhook URL already exists.')
    }
    if (registered.length >= mostWebhooks) {
      throw new PaypalError(400, 'WEBHOOK_NUMBER_LIMIT_EXCEEDED', 'You have exceeded the maximum number of webhooks.')
    }
    const events = event_types.map(({ name }) => name)
    const webhook = { kind: 'webhook', account, id: newId(), at: now().toISOString(), url, events } as const
    await enter(webhook)
    return reply.code(201).send(view(webhook))
  })

  app.delete<{ Params: { id: string } }>('/v1/notifications/webhooks/:id', async (request, reply) => {
    const account = accountOf(request)
    const { id } = request.params
    if (!state.webhooks(account).some((webhook) => webhook.id === id)) throw notFound()
    await enter({ kind: 'webhook-gone', account, id, at: now().toISOString() })
    return reply.code(204).send()
  })

  // The signature is of the event's own text, so the body is read as text.
  app.register(async (raw) => {
    raw.removeContentTypeParser('application/json')
    raw.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: 400_000 }, (_request, body, done) =>
      done(null, body),
    )
    raw.post('/v1/notifications/verify-webhook-signature', { bodyLimit: 400_000 }, async (request) => {
      const account = accountOf(request)
      const text = String(request.body)
      const asked = parsed(VerifyBody, jsonIn(text))
      const event = text.slice(text.indexOf(eventName) + eventName.length, text.lastIndexOf('}'))
      const isKnown = state.webhooks(account).some(({ id }) => id === asked.webhook_id)
      const sent = {
        id: asked.transmission_id,
        time: asked.transmission_time,
        signature: asked.transmission_sig,
        address: asked.cert_url,
        webhook: asked.webhook_id,
      }
      return { verification_status: isKnown && signing.isOurs(sent, event) ? 'SUCCESS' : 'FAILURE' }
    })
  })
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new PaypalError(400, 'MALFORMED_REQUEST_JSON', 'The request JSON is not well formed.')
  }
}

const eventName = '"webhook_event":'
const mostWebhooks = 10
const scopes = [
  'https://uri.paypal.com/services/payments/payment/authcapture',
  'https://api.paypal.com/v1/payments/.*',
  'https://uri.paypal.com/services/payments/refund',
  'https://uri.paypal.com/services/applications/webhooks',
  'openid',
]
const WebhookBody = z.object({
  url: z.string().max(2_048).refine(isLoopback, 'Call-backs go to this machine only.'),
  event_types: z
    .array(z.object({ name: z.string().max(100) }))
    .min(1)
    .max(500),
})
const VerifyBody = z.object({
  auth_algo: z.string().max(100),
  cert_url: z.string().max(500),
  transmission_id: z.string().max(50),
  transmission_sig: z.string().max(500),
  transmission_time: z.string().max(100),
  webhook_id: z.string().max(50),
  webhook_event: z.object({}),
})
