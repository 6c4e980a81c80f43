import type { Call } from '#contract/kit/call.ts'
import {
  answerOf,
  callError,
  filledPath,
  headersOf,
  noAnswer,
  reach,
  base,
  CallError,
  type Sending,
} from './send-call.ts'

/** A file that has come whole. */
export interface Downloaded {
  name: string
  file: Blob
}

/**
 * Fetches the file that a call answers with, telling how many bytes have come. Throws {@link CallError} when it is
 * refused or does not come whole, and what `signal` aborts with when it is cancelled.
 */
export async function downloadCall(
  call: Call,
  body: object,
  { onBytes, ...sending }: Sending & { onBytes: (bytes: number) => void },
): Promise<Downloaded> {
  const response = await reach(base + filledPath(call, {}, sending.merchant), {
    method: call.method,
    headers: headersOf(call, sending),
    credentials: 'same-origin',
    body: JSON.stringify(body),
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
