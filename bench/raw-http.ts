import { connect, type Socket } from 'node:net'

/** One connection over which requests go one after the other. */
export interface RawConnection {
  /** The body of a 200; anything else is an error. */
  post: Send
  put: Send
  get(path: string, headers?: Record<string, string>): Promise<string>
  close(): void
}
type Send = (path: string, body: string, headers: Record<string, string>) => Promise<string>

/**
 * A minimal HTTP client for the servers of the bench. The load generator shares the machine with the server under test,
 * and a general client costs it half as much again.
 */
export async function openRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = await opened(connect({ host: hostname, port: Number(port), noDelay: true }))
  let waiting: PromiseWithResolvers<string> | undefined
  let read = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    read += text
    const head = read.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(read)?.[1])
    if (read.length < head + 4 + length) return
    const body = read.slice(head + 4)
    const failure = read.startsWith('HTTP/1.1 200 ') ? null : new Error(read)
    read = ''
    if (failure) waiting?.reject(failure)
    else waiting?.resolve(body)
  })
  socket.on('close', () => waiting?.reject(new Error('the connection was closed')))

  const sending =
    (method: 'POST' | 'PUT'): Send =>
    (path, body, headers) => {
      waiting = Promise.withResolvers<string>()
      socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${linesOf(headers)}\r\n${body}`,
      )
      return waiting.promise
    }
  return {
    post: sending('POST'),
    put: sending('PUT'),
    get(path, headers = {}) {
      waiting = Promise.withResolvers<string>()
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n${linesOf(headers)}\r\n`)
      return waiting.promise
    },
    close: () => void socket.destroy(),
  }
}

const linesOf = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')

const opened = (socket: Socket): Promise<Socket> =>
  new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket)).once('error', reject)
  })
