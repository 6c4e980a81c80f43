import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * The Prometheus metrics of this process. Labels have few values, all fixed by the program: never data of a merchant or
 * shopper.
 */
export const registry = new Registry()
const registers = [registry]
const prefix = 'countinghouse_'

const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
  new Counter({ name: `${prefix}${name}`, help, labelNames, registers })
const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
  new Gauge({ name: `${prefix}${name}`, help, labelNames, registers })
const seconds = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
  new Histogram({ name: `${prefix}${name}`, help, labelNames, registers, buckets })
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

export const metrics = {
  requests: counter('requests_total', 'Answers, by call and status.', ['call', 'status']),
  requestSeconds: seconds('request_seconds', 'From the request to its answer, by call.', ['call']),
  shed: counter('requests_shed_total', 'Requests refused by load shedding.', ['priority', 'reason']),
  eventLoopDelay: gauge('event_loop_delay_seconds', 'Mean delay of the event loop in the last half second.', []),

  poolConnections: gauge('pool_connections', 'Connections to the database.', ['pool', 'state']),
  poolWaiting: gauge('pool_waiting', 'Work that waits for a connection.', ['pool']),
  poolOldestWait: gauge('pool_oldest_wait_seconds', 'How long the first of them has waited.', ['pool']),
  poolWaitSeconds: seconds('pool_wait_seconds', 'How long work waited for a connection.', ['pool']),

  queueJobs: gauge('queue_jobs', 'Jobs by queue: due, scheduled for later, being worked on, given up.', [
    'queue',
    'state',
  ]),
  queueOldest: gauge('queue_oldest_seconds', 'How long the oldest due job of a queue has been due.', ['queue']),
  jobs: counter('jobs_total', 'Runs of jobs, by queue and outcome.', ['queue', 'outcome']),
  jobSeconds: seconds('job_seconds', 'How long runs of jobs took.', ['queue']),

  webhookAttempts: counter('webhook_attempts_total', 'Attempts to deliver webhooks, by what came of them.', [
    'outcome',
  ]),
  webhooksSwitchedOff: counter('webhooks_switched_off_total', 'Webhooks switched off, by reason.', ['reason']),
  notificationStreams: gauge('notification_streams', 'Consoles that wait for notifications.', []),
  providerCalls: counter('provider_calls_total', 'Questions to payment providers, by outcome.', [
    'provider',
    'operation',
    'outcome',
  ]),
  providerSeconds: seconds('provider_call_seconds', 'How long providers took to answer.', ['provider', 'operation']),
  payments: counter('payments_total', 'Payments that have come into a state.', ['state']),
  paymentsInFlight: gauge('payments_in_flight', 'Payments that may still take money, by state.', ['state']),
  paymentsOldest: gauge('payments_in_flight_oldest_seconds', 'Age of the oldest payment in a state.', ['state']),

  ledgerFindings: gauge('ledger_findings', 'What the last check of all ledgers found; anything but 0 is an alarm.', []),
  ledgerCheckedAt: gauge('ledger_checked_timestamp_seconds', 'When all ledgers were last checked.', []),
  auditFindings: gauge(
    'audit_findings',
    'Audit logs that are not as they were written; anything but 0 is an alarm.',
    [],
  ),
  auditCheckedAt: gauge('audit_checked_timestamp_seconds', 'When all audit logs were last checked.', []),
  passwords: gauge('password_hashes', 'Password hashes under way and waiting.', ['state']),
  build: gauge('build_info', 'Always 1; the labels say what runs.', ['version', 'node', 'role', 'schema']),
  scrapeFailures: counter('scrape_failures_total', 'Scrapes that could not ask the database.', []),
} as const

/** Registers `read` to set gauges at each scrape, until the returned function is called. */
export function whenScraped(read: () => void): () => void {
  readers.add(read)
  return () => readers.delete(read)
}
const readers = new Set<() => void>()

/** All metrics in Prometheus' text format. */
export async function scrape(): Promise<string> {
  for (const read of readers) read()
  return registry.metrics()
}
