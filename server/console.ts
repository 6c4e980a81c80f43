import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Fault } from '#contract/faults.ts'

const dist = join(import.meta.dirname, '..', 'dist')

/** The Content-Security-Policy of the console: its own origin only. The UI library sets inline styles at run time. */
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

/**
 * Serves the built console: hashed files with an immutable cache, and the page for every path that belongs neither to
 * the API nor to the shopper.
 */
export async function consoleRoutes(app: FastifyInstance): Promise<void> {
  await app.register(async (files) => {
    // Load shedding lets the console's files pass: a console with missing files is useless, and files cost the least.
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
