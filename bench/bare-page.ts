import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import react from '@vitejs/plugin-react'
import { fastify } from 'fastify'
import { build } from 'vite'

/** The lower bound of a list screen in the browser: `bench/bare`, built and served as the console is. */
export const bareDist = join(import.meta.dirname, '../data/bench-bare')

export async function buildBarePage(): Promise<void> {
  await build({
    root: join(import.meta.dirname, 'bare'),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: bareDist, emptyOutDir: true, target: 'es2023', manifest: true },
  })
}

export async function serveBarePage(): Promise<{ url: string; stop(): Promise<void> }> {
  const app = fastify()
  await app.register(fastifyStatic, {
    root: join(bareDist, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
  })
  const page = readFileSync(join(bareDist, 'index.html'), 'utf8')
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get('/rows', () =>
    Array.from({ length: 50 }, (_row, row) =>
      Array.from({ length: 10 }, (_column, column) => `row ${row} column ${column}`),
    ),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { url: `http://localhost:${port}`, stop: () => app.close() }
}
