import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics } from 'prom-client'
import packageJson from '../package.json' with { type: 'json' }
import { newestMigration } from './db/migrate.ts'
import { live, ready } from './health.ts'
import { openDatabase } from './kit/db/db.ts'
import { metrics, registry, scrape } from './kit/process/metrics.ts'
import type { Readiness } from './kit/http/readiness.ts'
import { measureQueues, measurePayments } from './measure.ts'
import type { Parts } from './parts.ts'

/**
 * Serves `/metrics`, `/health/live` and `/health/ready` on a separate port, alike for every role. It has no password,
 * so it must listen where only the monitoring can connect: by default this machine, or METRICS_HOST.
 */
export async function startMonitor(
  parts: Pick<Parts, 'config' | 'ownerUrl'>,
  readiness: Readiness,
): Promise<{ port: number; stop(): Promise<void> }> {
  const { metrics: place, role } = parts.config
  const schema = await newestMigration()
  const database = openDatabase(parts.ownerUrl, { name: 'monitor', most: 1 })
  if (!registry.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics({ register: registry })
  metrics.build.set({ version: packageJson.version, node: process.versions.node, role, schema }, 1)

  async function answer(path: string | undefined, response: ServerResponse): Promise<void> {
    if (path === '/health/live') return json(response, 200, live)
    if (path === '/health/ready') {
      const { code, body } = await ready(readiness)
      return json(response, code, body)
    }
    if (path !== '/metrics') return json(response, 404, {})
    await Promise.all([measureQueues(database), measurePayments(database)]).catch(() => metrics.scrapeFailures.inc())
    response.writeHead(200, { 'content-type': registry.contentType }).end(await scrape())
  }

  const server = createServer({ requestTimeout: 5_000 }, (request, response) => {
    answer(request.url, response).catch(() => response.destroy())
  })
  server.listen(place.port ?? 0, place.host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.close()
      server.closeAllConnections()
      await database.close()
    },
  }
}

function json(response: ServerResponse, code: number, body: object): void {
  response
    .writeHead(code, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}
