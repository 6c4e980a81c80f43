import rateLimit from '@fastify/rate-limit'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Logger } from 'pino'
import { Fault, faults } from '#contract/faults.ts'
import type { Call } from '#contract/kit/call.ts'
import { kept } from '#contract/kit/kept.ts'
import { limits } from '#contract/limits.ts'
import { faultText, type RefusalForm } from './answer.ts'
import type { ServerCall } from './as-server.ts'
import { faultOf } from './error-mapping.ts'
import { limitTime } from './request-timeouts.ts'
import { metrics } from '#server/kit/process/metrics.ts'
import { noLoadShedding, type LoadShedding, type Priority } from './load-shedding.ts'
import { requestNamer } from './request-id.ts'
import { timeouts } from '#server/kit/timeouts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    rate?: NonNullable<Call['rate']> | 'unlimited'
    /** How refusals of the route are laid out. */
    refusal?: RefusalForm
    /** The route takes an upload, which may take longer. */
    upload?: boolean
    /** The name of the route in logs and metrics; a route without a name is a page or a file. */
    call?: string
    priority?: Priority
  }
  interface FastifyRequest {
    /** The merchant that the request is about, for the log. */
    merchantId: string
  }
}

/** How a call was answered. */
export interface AnsweredCall {
  status: number
  durationMs: number
  answerBytes: number
  requestId: string
  address: string
}

const logEveryMs = 10_000

/** The rate limit of one caller in ten seconds. */
const rateLimits = { normal: 400, 'sign-in': 60, shopper: 200, unlimited: 1_000_000 } as const

/** An HTTP server with the time-outs, limits and error form that hold for every route. */
export async function createServer(options: {
  log: Logger
  trustProxy: string[]
  rateFactor?: number
  loadShedding?: LoadShedding
  /** Whether the process is about to stop: answers then close their connection. */
  isDraining?: () => boolean
  /** Hears of each call of a merchant's server once it is answered. */
  onServerCall?: (call: ServerCall, answered: AnsweredCall) => void
}): Promise<FastifyInstance> {
  const { loadShedding = noLoadShedding, isDraining = () => false } = options
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    bodyLimit: limits.bodyBytes,
    // Only uploads may take this long; see `limitTime`.
    requestTimeout: timeouts.uploadMs,
    connectionTimeout: timeouts.connectionMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    genReqId: requestNamer(options.trustProxy),
    http: { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: timeouts.slowCheckMs },
    routerOptions: { maxParamLength: 400, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const fault = faultOf(error)
      void reply
        .code(faults[fault.fault].http)
        .type('application/json; charset=utf-8')
        .send(faultText({}, fault, request.id))
    },
  })
  app.decorateRequest('merchantId', '')
  app.decorateRequest('serverCall', null)
  limitTime(app)
  takeEmptyJson(app)
  app.addHook('onRequest', (request, _reply, done) => {
    // A path without a route is a page of the console or a 404. It costs next to nothing and is not retried, so load
    // shedding lets it pass.
    const { priority = request.is404 ? 'vital' : 'normal' } = request.routeOptions.config
    const reason = loadShedding.refuses(priority)
    if (reason === null) return done()
    metrics.shed.inc({ priority, reason })
    refused += 1
    if (performance.now() - loggedAt > logEveryMs) logRefused()
    done(new Fault('unavailable'))
  })
  let refused = 0
  let loggedAt = -logEveryMs
  /** Logs refused requests as one line of counts: there may be thousands while the process is overloaded. */
  function logRefused(): void {
    options.log.warn({ turned_away: refused }, 'load shedding: requests were refused with 503')
    refused = 0
    loggedAt = performance.now()
  }
  app.addHook('onClose', async () => {
    if (refused > 0) logRefused()
  })
  await app.register(rateLimit, {
    global: true,
    timeWindow: 10_000,
    max: (request) => rateLimits[request.routeOptions.config.rate ?? 'normal'] * (options.rateFactor ?? 1),
    keyGenerator: (request) => {
      const { rate = 'normal' } = request.routeOptions.config
      return `${rate} ${callerOf(rate, request)}`
    },
    errorResponseBuilder: () => new Fault('tooFast'),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
  app.setErrorHandler((error, request, reply) => {
    const fault = faultOf(error)
    if (fault.fault === 'internal') request.log.error({ err: error }, 'a request failed')
    const { refusal = {} } = request.routeOptions.config
    const { http } = faults[fault.fault]
    if (http >= 429 && !reply.hasHeader('Retry-After')) reply.header('Retry-After', '1')
    return reply
      .code(http)
      .type('application/json; charset=utf-8')
      .send(faultText(refusal, fault, request.id))
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('X-Request-Id', request.id)
    if (isDraining()) reply.header('Connection', 'close')
    if (!reply.hasHeader('X-Content-Type-Options')) reply.header('X-Content-Type-Options', 'nosniff')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const { call = 'page', priority } = request.routeOptions.config
    const { statusCode, elapsedTime } = reply
    if (request.serverCall)
      options.onServerCall?.(request.serverCall, {
        status: statusCode,
        durationMs: Math.round(elapsedTime),
        answerBytes: Number(reply.getHeader('content-length') ?? 0),
        requestId: request.id,
        address: request.ip,
      })
    metrics.requests.inc({ call, status: String(statusCode) })
    secondsOf(call).observe(elapsedTime / 1_000)
    if (priority === 'vital' && statusCode === 200) return
    const about = request.merchantId === '' ? {} : { merchant_id: request.merchantId }
    request.log.info({ call, status: statusCode, ms: Math.round(elapsedTime), ...about }, 'request')
  })
  return app
}

/** An empty body of the type JSON is none: many clients name the type of a body that they do not send. */
function takeEmptyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, String(body), done),
  )
}

const secondsOf = kept((call: string) => metrics.requestSeconds.labels({ call }))

/**
 * The caller whose requests are counted together: a session by its token, or else an address. The token is not verified
 * here, and a client could make up any number. Sign-in and shoppers' calls work without a session, so they are always
 * counted by address.
 */
function callerOf(rate: keyof typeof rateLimits, { headers: { authorization }, ip }: FastifyRequest): string {
  const isToken = authorization !== undefined && /^Bearer [\w-]{43}(?:\w{4})?$/.test(authorization)
  return rate === 'normal' && isToken ? authorization : ip
}
