import { randomUUID } from 'node:crypto'
import { serveQuestions } from './process.ts'
import { openRaw } from './raw-http.ts'

/** Requests over HTTP, each sent once, by so many connections that take the next one as soon as they are answered. */
export interface IssueLoad {
  url: string
  token: string
  method: 'post' | 'put'
  paths: readonly string[]
  body: object
  connections: number
}
export interface Issued {
  seconds: number
}

serveQuestions<IssueLoad>(null, async ({ url, token, method, paths, body, connections }): Promise<Issued> => {
  const opened = await Promise.all(Array.from({ length: connections }, () => openRaw(url)))
  const waiting = paths.values()
  const text = JSON.stringify(body)
  const began = performance.now()
  try {
    await Promise.all(
      opened.map(async (connection) => {
        for (const path of waiting) {
          const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }
          await connection[method](path, text, headers)
        }
      }),
    )
    return { seconds: (performance.now() - began) / 1_000 }
  } finally {
    for (const connection of opened) connection.close()
  }
})
