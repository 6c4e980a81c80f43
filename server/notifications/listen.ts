import type { Logger } from 'pino'
import { Client } from 'pg'
import { changesChannel, usersChannel } from './channel.ts'

/** An event of the listener: a payload of a channel, or a gap in which payloads may have been missed. */
export type Heard = { channel: string; payload: string } | 'anything'

/**
 * Listens to the database on one connection for the whole process. A lost connection is opened again after growing pauses, and
 * then reports that any event may have been missed.
 */
export function listenAlways(url: string, log: Logger, onHeard: (heard: Heard) => void): { stop(): Promise<void> } {
  let client: Client | null = null
  let again: NodeJS.Timeout | undefined
  let failures = 0
  let stopping = false

  async function open(): Promise<void> {
    const mine = new Client({ connectionString: url, application_name: 'notifications', keepAlive: true })
    client = mine
    mine.on('error', (error) => lost(mine, error))
    mine.on('end', () => lost(mine, new Error('the connection ended')))
    mine.on('notification', ({ channel, payload = '' }) => onHeard({ channel, payload }))
    try {
      await mine.connect()
      await mine.query(`listen ${usersChannel}; listen ${changesChannel}`)
      failures = 0
      onHeard('anything')
    } catch (error) {
      lost(mine, error as Error)
    }
  }

  function lost(which: Client, error: Error): void {
    if (which !== client || stopping) return
    client = null
    void which.end().catch(() => undefined)
    log.warn({ error: error.message }, 'notifications are not heard for the moment')
    const waitMs = Math.min(waitMostMs, waitLeastMs * 2 ** failures++) * (0.5 + Math.random())
    again = setTimeout(() => void open(), waitMs)
    again.unref()
  }

  const opening = open()
  return {
    async stop() {
      stopping = true
      clearTimeout(again)
      await opening
      await client?.end().catch(() => undefined)
    },
  }
}
const waitLeastMs = 250
const waitMostMs = 10_000
