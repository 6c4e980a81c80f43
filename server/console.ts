import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Fault } from '#contract/faults.ts'

const dist = join(import.meta.dirname, '..', 'dist')

/** What the console's page may load and talk to: itself. Styles that the UI library sets at run time are inline. */
const headers = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=31536000',
}

/** The built console: hashed files for good, and its one page for every path that is not the API's or the shopper's. */
export async function consoleRoutes(app: FastifyInstance): Promise<void> {
  await app.register(async (files) => {
    // A console of which a part is missing helps nobody, and sending files is the least of the work.
    files.addHook('onRoute', (route) => void (route.config = { ...route.config, priority: 'vital' }))
    await files.register(fastifyStatic, {
      root: join(dist, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
      decorateReply: false,
    })
  })
  const page = readFileSync(join(dist, 'console/index.html'), 'utf8')
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !/^\/(gateway|assets|pay)(\/|$)/.test(request.url)
    if (!isPage) throw new Fault('notFound')
    return reply.headers(headers).header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
}
