import { once } from 'node:events'
import type { Client, Connection, Submittable } from 'pg'

/**
 * PostgreSQL's bulk transfer in text form: one line for each row. The driver parses the messages and leaves their handling
 * to the submitter of the statement.
 */
export async function* copyOut(client: Client, sql: string): AsyncGenerator<Buffer, number> {
  const chunks: Buffer[] = []
  let waiting = Promise.withResolvers<void>()
  let size = 0
  let rows: number | null = null
  let failure: Error | null = null
  let stream: Connection['stream'] | null = null
  const wake = () => waiting.resolve()

  client.query(
    copying(sql, {
      onStart: (connection) => (stream = connection.stream),
      onData(chunk) {
        // The driver reads the next message into the same memory.
        chunks.push(Buffer.from(chunk))
        size += chunk.length
        if (size > buffered) stream?.pause()
        wake()
      },
      onEnd(count, error) {
        rows = count
        failure = error
        wake()
      },
    }),
  )
  for (;;) {
    await waiting.promise
    waiting = Promise.withResolvers<void>()
    const taken = chunks.splice(0)
    size = 0
    if (taken.length > 0) yield Buffer.concat(taken)
    if (failure !== null) throw failure as Error
    if (rows !== null && chunks.length === 0) return rows
    stream = resumed(stream)
  }
}
const buffered = 1_000_000

function resumed(stream: Connection['stream'] | null): Connection['stream'] | null {
  stream?.resume()
  return stream
}

/** Loads lines of the same form; answers how many rows they were. */
export async function copyIn(client: Client, sql: string, lines: AsyncIterable<Buffer>): Promise<number> {
  const ready = Promise.withResolvers<CopyConnection>()
  const done = Promise.withResolvers<number>()
  done.promise.catch((error: unknown) => ready.reject(error))
  ready.promise.catch(() => {})
  client.query(
    copying(sql, {
      onReady: (connection) => ready.resolve(connection),
      onEnd: (count, error) => (error === null ? done.resolve(count) : done.reject(error)),
    }),
  )
  const connection = await ready.promise
  try {
    for await (const chunk of lines) {
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain) await Promise.race([once(connection.stream, 'drain'), done.promise])
    }
  } catch (error) {
    connection.sendCopyFail('what is to be loaded cannot be read')
    await done.promise.catch(() => {})
    throw error
  }
  connection.endCopyFrom()
  return done.promise
}

type CopyConnection = Connection & { sendCopyFromChunk(chunk: Buffer): void; sendCopyFail(why: string): void; endCopyFrom(): void } // prettier-ignore

interface Listeners {
  onStart?(connection: Connection): void
  onReady?(connection: CopyConnection): void
  onData?(chunk: Buffer): void
  /** Once the statement is over: the rows that it moved, or why it failed. */
  onEnd(rows: number, error: Error | null): void
}

function copying(sql: string, { onStart, onReady, onData, onEnd }: Listeners): Submittable {
  let rows = 0
  const statement = {
    submit(connection: Connection) {
      onStart?.(connection)
      connection.query(sql)
    },
    handleCopyData: ({ chunk }: { chunk: Buffer }) => onData?.(chunk),
    handleCopyInResponse: (connection: CopyConnection) => onReady?.(connection),
    handleCommandComplete: ({ text }: { text: string }) => void (rows = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0)),
    // The driver is done with a statement that has failed: nothing else comes.
    handleError: (error: Error) => onEnd(0, error),
    handleReadyForQuery: () => onEnd(rows, null),
    handleRowDescription() {},
    handleDataRow() {},
    handleEmptyQuery() {},
    handlePortalSuspended() {},
  }
  return statement
}
