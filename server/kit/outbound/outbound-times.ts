import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { buildConnector } from 'undici'

/** What is noted of a request: milliseconds of its parts, null where one was not needed or did not end, and its answer. */
export interface OutboundNotes extends Making {
  /** From the request's beginning to the head of the answer. */
  firstByte: number | null
  /** The answer as far as it came. */
  seen?: { headers: Record<string, string>; bodyText: string }
}
interface Making {
  /** In milliseconds of this process. */
  began: number
  name: number | null
  connect: number | null
  tls: number | null
}
const making = (): Making => ({ began: performance.now(), name: null, connect: null, tls: null })
export const newNotes = (): OutboundNotes => ({ ...making(), firstByte: null })

const running = new AsyncLocalStorage<OutboundNotes>()
const byRequest = new WeakMap<object, OutboundNotes>()
const bySocket = new WeakMap<object, Making>()

/** Runs a request with its notes, which say from now on what its socket took. */
export function timed<T>(notes: OutboundNotes, work: () => Promise<T>): Promise<T> {
  notes.began = performance.now()
  return running.run(notes, work)
}

// The client says which socket a request goes by: one that was made for it, or an idle one, whose making is not its own.
subscribe('undici:request:create', (message) => {
  const one = running.getStore()
  if (one) byRequest.set((message as { request: object }).request, one)
})
subscribe('undici:client:sendHeaders', (message) => {
  const { request, socket } = message as { request: object; socket: object }
  const [one, made] = [byRequest.get(request), bySocket.get(socket)]
  if (!one || !made || made.began < one.began) return
  const { name, connect, tls } = made
  Object.assign(one, { name, connect, tls })
})

/** Makes sockets as the client does, and notes how long their making takes. */
export function timedConnector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options) as (...given: Parameters<buildConnector.connector>) => Socket | undefined
  return (asked, done) => {
    const made = making()
    const socket = connect(asked, (...outcome) => {
      const [, open] = outcome
      if (open) {
        bySocket.set(open, made)
        // The client sends at once, before any listener that comes later than its own.
        made.connect ??= since(made.began) - (made.name ?? 0)
        if (asked.protocol === 'https:') made.tls = since(made.began) - (made.name ?? 0) - made.connect
      }
      done(...outcome)
    })
    socket?.once('lookup', () => (made.name = since(made.began)))
    socket?.once('connect', () => (made.connect ??= since(made.began) - (made.name ?? 0)))
  }
}

const since = (began: number): number => Math.round(performance.now() - began)
