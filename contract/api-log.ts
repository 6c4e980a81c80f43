import { z } from 'zod'
import { call, page } from './kit/call.ts'
import { choice, exactly, list, timeRange } from './kit/list.ts'
import { merchantRef } from './kit/refs.ts'
import { timestamp } from './kit/wire.ts'

export const apiCallOutcomes = ['done', 'refused', 'failed'] as const
const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

export const ApiCall = z.object({
  call_id: z.string(),
  at: timestamp,
  method: z.enum(methods),
  /** The path as declared, without values. */
  route: z.string(),
  status: z.int(),
  outcome: z.enum(apiCallOutcomes),
  /** The answer's reason; of a key that was refused, more than its server was told. */
  reason: z.string(),
  duration_ms: z.int(),
  answer_bytes: z.int(),
  request_id: z.string(),
  /** The name of the server key; empty for a token that is signed with the secret. */
  credential: z.string(),
  address: z.string(),
})
export type ApiCall = z.input<typeof ApiCall>

export const apiCallList = list({
  columns: {
    at: { kind: 'time', shown: true },
    method: { kind: 'text', shown: true },
    route: { kind: 'text', shown: true },
    outcome: { kind: 'status', shown: true, words: 'states.apiCall' },
    status: { kind: 'number', shown: true },
    reason: { kind: 'text', shown: true },
    duration_ms: { kind: 'number', shown: true },
    credential: { kind: 'text', shown: true },
    address: { kind: 'reference' },
    request_id: { kind: 'reference' },
    answer_bytes: { kind: 'number' },
  },
  filters: {
    at: timeRange(),
    outcome: choice(apiCallOutcomes),
    method: choice(methods),
    route: exactly(200),
    reason: exactly(100),
    credential: exactly(60),
    address: exactly(45),
    request_id: exactly(64),
  },
  phone: { head: ['route'], value: 'outcome', line: ['at', 'reason'] },
  sorts: ['at'],
})

/** The calls of the merchant's own servers in the last seven days. The search matches a request id, or a part of the path. */
export const listApiCalls = call({
  at: 'POST /api/merchants/{id}/api-calls',
  params: { id: merchantRef() },
  body: apiCallList.body,
  answer: page(ApiCall),
  access: 'webhooks',
})
