import type { Call } from '#contract/kit/call.ts'
import {
  answerOf,
  callError,
  filledPath,
  headersOf,
  queryText,
  noAnswer,
  reach,
  base,
  CallError,
  type Sending,
} from './send-call.ts'

/** A complete downloaded file. */
export interface Downloaded {
  name: string
  file: Blob
}

/**
 * Downloads the file that a call answers with, and reports the bytes received. Throws {@link CallError} when the call is
 * refused or the file is incomplete, and the reason of `signal` when it is cancelled.
 */
export async function downloadCall(
  call: Call,
  { path = {}, query, body }: { path?: Record<string, string>; query?: object; body?: object },
  { onBytes, ...sending }: Sending & { onBytes: (bytes: number) => void },
): Promise<Downloaded> {
  const response = await reach(base + filledPath(call, path, sending.merchant) + queryText(query), {
    method: call.method,
    headers: headersOf(call, sending),
    credentials: 'same-origin',
    body: call.method === 'GET' ? null : JSON.stringify(body),
    signal: sending.signal ?? null,
  })
  if (!response.ok || !response.body) throw callError(call, response, await answerOf(response))
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  try {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
      chunks.push(chunk)
      onBytes((bytes += chunk.length))
    }
  } catch (cause) {
    if (sending.signal?.aborted) throw cause
    const requestId = response.headers.get('x-request-id') ?? ''
    throw new CallError('The file did not come whole.', { status: 0, reason: noAnswer, errors: [], requestId })
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export.xlsx'
  return { name, file: new Blob(chunks, { type: response.headers.get('content-type') ?? '' }) }
}
