import type { TestSession } from '#test/test-app.ts'

/** For tests: one open stream, with what has come by it. */
export async function openStream(base: string, session: Pick<TestSession, 'token'>, language = 'en') {
  const stopping = new AbortController()
  const response = await fetch(`${base}/gateway/api/notifications/stream`, {
    headers: { authorization: `Bearer ${session.token}`, 'accept-language': language },
    signal: stopping.signal,
  })
  const parts: string[] = []
  let over = false
  const ended = (async () => {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) parts.push(part)
  })()
    .catch(() => undefined)
    .finally(() => (over = true))
  const count = (word: string) => parts.join('').split(`data: ${word}\n\n`).length - 1
  /** The objects that `changed` events have named. */
  const changed = () =>
    parts
      .join('')
      .split('\n')
      .filter((line) => line.startsWith('data: changed '))
      .flatMap((line) => line.split(' ').slice(2))
  return { response, parts, ended, count, changed, isOver: () => over, stop: () => stopping.abort() }
}
