import rateLimit from '@fastify/rate-limit'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify'
import type { Logger } from 'pino'
import { Fault, faults } from '#contract/faults.ts'
import type { Call } from '#contract/kit/call.ts'
import { kept } from '#contract/kit/kept.ts'
import { limits } from '#contract/limits.ts'
import { faultText } from './answer.ts'
import { faultOf } from './failure.ts'
import { limitTime } from './in-flight.ts'
import { metrics } from './metrics.ts'
import { noPressure, type Pressure, type Priority } from './pressure.ts'
import { requestNamer } from './request-id.ts'
import { timeOuts } from './time-outs.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    rate?: NonNullable<Call['rate']> | 'unlimited'
    errorKeys?: Call['errorKeys']
    /** Takes a file, which may be long on its way. */
    upload?: boolean
    /** What logs and metrics call it; a route without a name is a page or a file. */
    call?: string
    priority?: Priority
  }
  interface FastifyRequest {
    /** The merchant that it turned out to be about, for the log. */
    merchantId: string
  }
}

const tellEveryMs = 10_000

/** Requests that one caller may make in ten seconds: a session by its token, anybody else by address. */
const allowance = { normal: 400, 'sign-in': 60, shopper: 200, unlimited: 1_000_000 } as const

/** An HTTP server with the time-outs, limits and error form that hold for every route. */
export async function createServer(options: {
  log: Logger
  trustProxy: string[]
  rateFactor?: number
  pressure?: Pressure
  /** It is about to stop: connections are asked to end with the answer they get. */
  isDraining?: () => boolean
}): Promise<FastifyInstance> {
  const { pressure = noPressure, isDraining = () => false } = options
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    bodyLimit: limits.bodyBytes,
    // Only uploads may take as long; see `limitTime`.
    requestTimeout: timeOuts.uploadMs,
    connectionTimeout: timeOuts.connectionMs,
    keepAliveTimeout: timeOuts.keepAliveMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    genReqId: requestNamer(options.trustProxy),
    http: { headersTimeout: timeOuts.headersMs, connectionsCheckingInterval: timeOuts.slowCheckMs },
    routerOptions: { maxParamLength: 400, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const fault = faultOf(error)
      void reply
        .code(faults[fault.fault].http)
        .type('application/json; charset=utf-8')
        .send(faultText(undefined, fault, request.id))
    },
  })
  app.decorateRequest('merchantId', '')
  limitTime(app)
  app.addHook('onRequest', (request, _reply, done) => {
    // What no route takes is a page of the console, or nothing: it costs next to nothing, and nobody asks for it again.
    const { priority = request.is404 ? 'vital' : 'normal' } = request.routeOptions.config
    const reason = pressure.refuses(priority)
    if (reason === null) return done()
    metrics.shed.inc({ priority, reason })
    turnedAway += 1
    if (performance.now() - toldAt > tellEveryMs) tell()
    done(new Fault('unavailable'))
  })
  let turnedAway = 0
  let toldAt = -tellEveryMs
  /** Not a line each: there may be thousands, and there is too much to do already. */
  function tell(): void {
    options.log.warn({ turned_away: turnedAway }, 'too much to do: requests were turned away')
    turnedAway = 0
    toldAt = performance.now()
  }
  app.addHook('onClose', async () => {
    if (turnedAway > 0) tell()
  })
  await app.register(rateLimit, {
    global: true,
    timeWindow: 10_000,
    max: (request) => allowance[request.routeOptions.config.rate ?? 'normal'] * (options.rateFactor ?? 1),
    keyGenerator: (request) =>
      `${request.routeOptions.config.rate ?? 'normal'} ${sessionToken(request.headers.authorization) ?? request.ip}`,
    errorResponseBuilder: () => new Fault('tooFast'),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
  app.setErrorHandler((error, request, reply) => {
    const fault = faultOf(error)
    if (fault.fault === 'internal') request.log.error({ err: error }, 'a request failed')
    const { errorKeys } = request.routeOptions.config
    const { http } = faults[fault.fault]
    if (http >= 429 && !reply.hasHeader('Retry-After')) reply.header('Retry-After', '1')
    return reply
      .code(http)
      .type('application/json; charset=utf-8')
      .send(faultText(errorKeys, fault, request.id))
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
    metrics.requests.inc({ call, status: String(statusCode) })
    secondsOf(call).observe(elapsedTime / 1_000)
    if (priority === 'vital' && statusCode === 200) return
    const about = request.merchantId === '' ? {} : { merchant_id: request.merchantId }
    request.log.info({ call, status: statusCode, ms: Math.round(elapsedTime), ...about }, 'request')
  })
  return app
}

const secondsOf = kept((call: string) => metrics.requestSeconds.labels({ call }))

/** What is no session's token is not worth a count of its own: anybody could make up any number of them. */
const sessionToken = (authorization: string | undefined) =>
  /^Bearer [\w-]{43}$/.test(authorization ?? '') ? authorization : undefined
