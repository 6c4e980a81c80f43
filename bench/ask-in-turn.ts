import { Agent, setGlobalDispatcher } from 'undici'
import type { Session } from './sign-in.ts'

setGlobalDispatcher(new Agent({ connections: 8, pipelining: 1 }))

/** The durations of requests of one kind, sent one after the other. */
export interface Took {
  p50Ms: number
  p95Ms: number
}

/** Sends a request as the console does, a GET without a body; throws when it is refused. */
export async function ask<Answer>(
  url: string,
  { token }: Pick<Session, 'token'>,
  path: string,
  body?: object,
  { method = body ? 'POST' : 'GET' }: { method?: string } = {},
): Promise<Answer> {
  const authorization = `Bearer ${token}`
  const response = await fetch(`${url}/gateway${path}`, {
    method,
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}

/** Runs `once` so many times, one after the other, and returns the durations. */
export async function inTurn(times: number, once: (turn: number) => Promise<unknown>): Promise<Took> {
  const tookMs: number[] = []
  for (let turn = 0; turn < times; turn++) {
    const begun = performance.now()
    await once(turn)
    tookMs.push(performance.now() - begun)
  }
  return tookOf(tookMs)
}

export function tookOf(tookMs: readonly number[]): Took {
  const sorted = tookMs.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? 0
  return { p50Ms: at(0.5), p95Ms: at(0.95) }
}
