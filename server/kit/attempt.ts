import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Client, Owner, User } from './ctx.ts'
import { messageLanguage } from './language.ts'
import type { RawInput } from './parse.ts'

/** One request on its way through the gate, with what is known of it so far. */
export interface Attempt {
  request: FastifyRequest
  reply: FastifyReply
  raw: RawInput
  actor: Actor
  user: User | null
  owner: Owner | null
  prepared?: unknown
}

export const attemptOf = (request: FastifyRequest, reply: FastifyReply): Attempt => ({
  request,
  reply,
  raw: { path: request.params, query: request.query, body: request.body },
  actor: { kind: 'system', id: null, name: '' },
  user: null,
  owner: null,
})

export const clientOf = (request: FastifyRequest): Client => ({
  address: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
  language: messageLanguage(request.headers['accept-language']),
})

export function send(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).header('Cache-Control', 'no-store').type('application/json; charset=utf-8').send(body)
}

/** Whether the request has been answered that it took too long, though its work goes on. */
export const isOverdue = ({ signal }: FastifyRequest) =>
  signal.aborted && (signal.reason as { code?: string } | undefined)?.code === 'FST_ERR_HANDLER_TIMEOUT'
